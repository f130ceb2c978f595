// The parts that several layouts have in common.
extension LogCursor {
  /// Whether the cursor is at the end of the line, or only white space follows.
  var isAtEnd: Bool { rest.isEmpty }

  /// Skips white space and returns its number of bytes.
  mutating func spaces() -> Int {
    let start = index
    skipSpaces()
    return index - start
  }

  /// Reads the letter of a level of `logcat`: `V`, `D`, `I`, `W`, `E`, `F`, `S` or `A`.
  mutating func level() -> Bool {
    guard let byte = current, Self.isLevel(byte) else { return false }
    advance()
    return true
  }

  static func isLevel(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "V"), UInt8(ascii: "D"), UInt8(ascii: "I"), UInt8(ascii: "W"),
      UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "S"), UInt8(ascii: "A"):
      true
    default: false
    }
  }

  /// Reads the id of a process: 1 to 9 digits.
  mutating func process() -> Int? { number(digits: 1...9) }

  /// Reads a text up to a byte within a limit, and skips that byte.
  ///
  /// If the byte does not occur, the cursor does not move.
  mutating func text(before byte: Unicode.Scalar, within limit: Int) -> Range<Int>? {
    let start = index
    let wanted = UInt8(ascii: byte)
    var end = start
    let last = min(bytes.count, start + limit)
    while end < last, bytes[end] != wanted { end += 1 }
    guard end < last else { return nil }
    goBack(to: end + 1)
    return start..<end
  }

  /// Skips the first of several texts that is next; false if none is.
  mutating func skipAny(_ texts: [StaticString]) -> Bool { texts.contains { skip($0) } }
}

extension [UInt8] {
  /// Whether a part of a line is a text.
  func isEqual(_ part: Range<Int>, _ text: StaticString) -> Bool {
    part.count == text.utf8CodeUnitCount && hasPrefix(text, at: part.lowerBound)
  }

  /// Whether a text is at an index.
  func hasPrefix(_ text: StaticString, at index: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count - index >= length else { return false }
    for offset in 0..<length where self[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// The first index of a text in a part of a line.
  func firstIndex(of text: StaticString, in part: Range<Int>) -> Int? {
    let last = part.upperBound - text.utf8CodeUnitCount
    guard last >= part.lowerBound else { return nil }
    let first = text.utf8Start[0]
    return (part.lowerBound...last).first { self[$0] == first && hasPrefix(text, at: $0) }
  }
}

/// The classes of ASCII characters.
enum LogByte {
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
  static func isUpper(_ byte: UInt8) -> Bool { byte &- 65 < 26 }
  static func isLower(_ byte: UInt8) -> Bool { byte &- 97 < 26 }
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 32) &- 97 < 26 }

  /// Whether a byte can be in a name of Java, C# or Dart, or is part of a letter beyond ASCII.
  static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
