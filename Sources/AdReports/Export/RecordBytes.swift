internal import JSONLines

extension JSONValue {
  /// The object of a whole record's line, without white space and byte-order mark around it.
  static func record(in line: UnsafeRawBufferPointer) -> JSONValue {
    let start = line.firstIndex(of: UInt8(ascii: "{")) ?? 0
    let end = line.lastIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? line.count
    return JSONValue(
      UnsafeRawBufferPointer(rebasing: line[start..<max(start, end)]), type: .object)
  }
}

extension JSONWriter {
  /// Writes a value of a validated line.
  mutating func copy(_ value: JSONValue) {
    if value.type == .string { string(value.string ?? "") } else { raw(value.bytes) }
  }
}
