/// The digits of base64 (RFC 4648) for bytes that come in pieces.
struct Base64 {
  /// The bytes that do not fill a group of three yet.
  private var rest: [UInt8] = []

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The digits of all bytes at once.
  static func text(_ bytes: [UInt8]) -> [UInt8] {
    var base64 = Base64()
    return base64.add(bytes) + base64.finish()
  }

  /// The digits of the next bytes; up to two bytes wait for more.
  mutating func add(_ bytes: [UInt8]) -> [UInt8] {
    rest += bytes
    let whole = rest.count / 3 * 3
    defer { rest.removeFirst(whole) }
    return Self.groups(rest[..<whole])
  }

  /// The digits of the bytes that wait, filled up with `=`.
  mutating func finish() -> [UInt8] {
    if rest.isEmpty { return [] }
    defer { rest = [] }
    let zeros = 3 - rest.count
    let last = Self.groups((rest + Array(repeating: 0, count: zeros))[...])
    return last.dropLast(zeros) + Array(repeating: UInt8(ascii: "="), count: zeros)
  }

  /// Four digits for each three bytes.
  private static func groups(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count / 3 * 4) { text, count in
      var at = bytes.startIndex
      while at < bytes.endIndex {
        let group = Int(bytes[at]) << 16 | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2])
        for shift in [18, 12, 6, 0] {
          text.initializeElement(at: count, to: digits[group >> shift & 63])
          count += 1
        }
        at += 3
      }
    }
  }
}
