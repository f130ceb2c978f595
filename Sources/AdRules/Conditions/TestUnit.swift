internal import AdSession

extension Moment {
  /// Whether the session is of Google's SDK and built so; nil where the header is lost.
  func isGoogle(build: Word) -> Bool? {
    run.state.pointee.build.map { $0 == build && run.state.pointee.isGoogle }
  }

  /// Whether its unit is one of the public test units: of their publisher, or on their path.
  var isTestUnit: Bool {
    run.state.pointee.symbols.withText(event.unit) { unit in
      unit.begins(with: "ca-app-pub-3940256099942544/") || unit.begins(with: "/21775744923/")
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes begin like this text, eight at a time: units of one publisher begin alike.
  fileprivate func begins(with text: StaticString) -> Bool {
    let prefix = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard count >= prefix.count else { return false }
    var offset = 0
    while offset + 8 <= prefix.count {
      let expected = prefix.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if loadUnaligned(fromByteOffset: offset, as: UInt64.self) != expected { return false }
      offset += 8
    }
    return (offset..<prefix.count).allSatisfy { self[$0] == prefix[$0] }
  }
}
