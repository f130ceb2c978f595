/// Parses the bytes of one line of a log from left to right.
struct LogCursor {
  let bytes: [UInt8]
  /// The index of the next byte.
  private(set) var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte; nil at the end of the line.
  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The range of the rest of the line, without white space around it.
  var rest: Range<Int> { Self.trimmed(index..<bytes.count, of: bytes) }

  /// Goes back to an earlier index.
  mutating func goBack(to index: Int) { self.index = index }

  /// Skips a text; false if another text is next.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - index >= count else { return false }
    for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
    index += count
    return true
  }

  /// Skips one byte.
  mutating func advance() { index = min(index + 1, bytes.count) }

  mutating func skipSpaces() {
    while let byte = current, Self.isSpace(byte) { index += 1 }
  }

  /// Reads a number; nil if it has too few or too many digits.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while let byte = current, byte &- 48 < 10, count < digits.upperBound {
      value = value * 10 + Int(byte &- 48)
      count += 1
      index += 1
    }
    if count < digits.lowerBound { return nil }
    if let next = current, next &- 48 < 10 { return nil }
    return value
  }

  /// Reads up to the next white space.
  mutating func word() -> Range<Int> {
    let start = index
    while let byte = current, !Self.isSpace(byte) { index += 1 }
    return start..<index
  }

  /// Reads up to a byte and skips that byte; nil if it does not occur.
  mutating func text(before byte: Unicode.Scalar) -> Range<Int>? {
    let start = index
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: byte)) else { return nil }
    index = end + 1
    return start..<end
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  /// A part of a line without white space around it.
  static func trimmed(_ part: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (part.lowerBound, part.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}

extension [UInt8] {
  /// The text of a part of a line; invalid UTF-8 becomes U+FFFD.
  func text(_ part: Range<Int>) -> String { String(decoding: self[part], as: UTF8.self) }

  /// Whether a part of a line contains a text.
  func contains(_ text: String, in part: Range<Int>) -> Bool {
    firstRange(of: text, in: part) != nil
  }

  /// The first occurrence of a text in a part of a line.
  func firstRange(of text: String, in part: Range<Int>) -> Range<Int>? {
    let wanted = text.utf8
    let count = wanted.count
    guard let first = wanted.first, part.count >= count else { return nil }
    for start in part.lowerBound...(part.upperBound - count)
    where self[start] == first && self[start..<start + count].elementsEqual(wanted) {
      return start..<start + count
    }
    return nil
  }
}
