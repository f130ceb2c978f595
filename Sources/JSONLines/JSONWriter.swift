/// Writes compact JSON to an array of bytes and inserts the commas.
///
/// It does not check that keys and values alternate or that brackets match. Strings are always
/// valid: bytes that are not UTF-8 are replaced. For JSON lines, write one object and then call
/// ``endLine()``. To reuse the memory, keep one writer and call ``clear()``.
public struct JSONWriter {
  /// The output so far; may be read, truncated or cleared between values.
  public var bytes: [UInt8]

  /// Creates a writer with memory for a number of bytes.
  public init(reserving capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Removes the output and keeps the memory.
  public mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Begins an object; write keys and values in turn, then call ``endObject()``.
  public mutating func beginObject() {
    separate()
    bytes.append(Byte.openBrace)
  }

  /// Ends the innermost object with a `}`.
  public mutating func endObject() {
    bytes.append(Byte.closeBrace)
  }

  /// Begins an array; write values, then call ``endArray()``.
  public mutating func beginArray() {
    separate()
    bytes.append(Byte.openBracket)
  }

  /// Ends the innermost array with a `]`.
  public mutating func endArray() {
    bytes.append(Byte.closeBracket)
  }

  /// Ends the line with a line feed; the next value begins a new line.
  public mutating func endLine() {
    bytes.append(Byte.lineFeed)
  }

  /// Writes a key that needs no escapes, such as a literal of ASCII letters; it is not checked.
  public mutating func key(_ name: StaticString) {
    separate()
    bytes.append(Byte.quote)
    append(name)
    bytes.append(Byte.quote)
    bytes.append(Byte.colon)
  }

  /// Writes a key, escaped as needed.
  public mutating func key(_ name: String) {
    string(name)
    bytes.append(Byte.colon)
  }

  /// Writes a whole number without leading zeros.
  public mutating func integer(_ value: Int64) {
    separate()
    if value < 0 { bytes.append(Byte.minus) }
    appendDigits(value.magnitude)
  }

  /// Writes the shortest decimal that parses to the same double, always with a `.` or an exponent.
  ///
  /// Whole numbers keep a fraction (`15123.0`), so that the type stays decimal. Infinity and "not a
  /// number", which JSON does not have, become `null`.
  public mutating func decimal(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes `true` or `false`.
  public mutating func boolean(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  /// Writes `null`; in a journal, a `null` field means the same as an absent one.
  public mutating func null() {
    separate()
    append("null")
  }

  /// Writes a string, escaped as needed.
  public mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  /// Writes UTF-8 bytes as a string; ill-formed bytes become U+FFFD.
  public mutating func string(_ text: UnsafeRawBufferPointer) {
    separate()
    bytes.append(Byte.quote)
    StringEscape.append(text, to: &bytes)
    bytes.append(Byte.quote)
  }

  /// Writes a complete, valid JSON value unchanged.
  public mutating func raw(_ json: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Writes a complete, valid JSON value of an array unchanged.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Writes a copy of a value; its escape sequences may be replaced by the characters.
  public mutating func copy(_ value: JSONValue) {
    if value.type == .string { string(value.string ?? "") } else { raw(value.bytes) }
  }
}

extension JSONWriter {
  /// Writes a comma unless the next value is the first of its container or line, or follows a key.
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
