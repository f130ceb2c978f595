/// Writes JSON without spaces to the end of an array of bytes; puts commas where they belong.
///
/// It does not check that keys and values alternate or that brackets match; text it does check:
/// whatever the bytes given, what it writes is valid UTF-8 within valid strings. For a journal
/// write one object and then ``endLine()``. Keep one writer and clear it to reuse its memory.
public struct JSONWriter {
  /// What was written so far; may be taken, shortened or cleared between values.
  public var bytes: [UInt8]

  /// A writer of nothing yet, with room for some bytes.
  public init(reserving capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Forgets what was written and keeps the memory.
  public mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Begins an object; then keys and values take turns.
  public mutating func beginObject() {
    separate()
    bytes.append(Byte.openBrace)
  }

  /// Ends the innermost object.
  public mutating func endObject() {
    bytes.append(Byte.closeBrace)
  }

  /// Begins an array; then come values only.
  public mutating func beginArray() {
    separate()
    bytes.append(Byte.openBracket)
  }

  /// Ends the innermost array.
  public mutating func endArray() {
    bytes.append(Byte.closeBracket)
  }

  /// Ends the line; the next value begins a new one.
  public mutating func endLine() {
    bytes.append(Byte.lineFeed)
  }

  /// A key that is known to need no escape, such as a literal of plain ASCII letters.
  public mutating func key(_ name: StaticString) {
    separate()
    bytes.append(Byte.quote)
    append(name)
    bytes.append(Byte.quote)
    bytes.append(Byte.colon)
  }

  /// A key of any text, which is escaped where it must be.
  public mutating func key(_ name: String) {
    string(name)
    bytes.append(Byte.colon)
  }

  /// A number without fraction, in as few digits as it has.
  public mutating func integer(_ value: Int64) {
    separate()
    if value < 0 { bytes.append(Byte.minus) }
    appendDigits(value.magnitude)
  }

  /// The shortest decimal that reads back as the same double, always with a `.` or an exponent.
  ///
  /// Whole numbers keep a fraction (`15123.0`), so that the type stays decimal. What JSON cannot
  /// say (infinity, not a number) becomes `null`.
  public mutating func decimal(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// The word `true` or `false`.
  public mutating func boolean(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  /// The word `null`, which means the same as leaving the key out.
  public mutating func null() {
    separate()
    append("null")
  }

  /// A string of any text.
  public mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  /// A string of bytes that should be UTF-8; what is not becomes U+FFFD.
  public mutating func string(_ text: UnsafeRawBufferPointer) {
    separate()
    bytes.append(Byte.quote)
    StringEscape.append(text, to: &bytes)
    bytes.append(Byte.quote)
  }

  /// A whole value of valid JSON, copied as it is.
  public mutating func raw(_ json: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: json)
  }
}

extension JSONWriter {
  /// A comma, unless this is the first value of a container, of the text or of its line, or has a
  /// key before it.
  private mutating func separate() {
    switch bytes.last {
    case nil, Byte.openBrace, Byte.openBracket, Byte.colon, Byte.comma, Byte.lineFeed: break
    default: bytes.append(Byte.comma)
    }
  }

  private mutating func append(_ word: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private mutating func appendDigits(_ value: UInt64) {
    var divisor: UInt64 = 1
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(Byte.zero + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }
}
