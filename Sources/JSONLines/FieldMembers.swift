extension FieldList {
  /// Calls a closure with each field of the scanned line, in order; the members are valid during
  /// the call.
  ///
  /// - Parameter line: The line that was scanned.
  public func forEachMember<Failure: Error>(
    of line: [UInt8], _ body: (JSONMember) throws(Failure) -> Void
  ) throws(Failure) {
    let result: Result<Void, Failure> = line.withUnsafeBytes { bytes in
      do throws(Failure) {
        for index in 0..<count {
          let field = self[index]
          try body(
            JSONMember(
              key: field.key(in: bytes), keyHasEscapes: field.keyHasEscapes,
              value: field.value(in: bytes)))
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }
}
