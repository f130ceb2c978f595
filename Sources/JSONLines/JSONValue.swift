/// A value in a validated line: a view of its bytes, and its type.
///
/// It does not own the bytes: it is valid as long as the line's memory is.
public struct JSONValue {
  /// The raw bytes: a string without its quotes, an object or array with its brackets.
  public let bytes: UnsafeRawBufferPointer
  /// The JSON type; it determines which of the properties below are not `nil`.
  public let type: ValueType
  /// Whether the value is a string that contains escape sequences.
  public let hasEscapes: Bool

  /// Creates a value of a known type without validating the bytes.
  @inlinable
  public init(_ bytes: UnsafeRawBufferPointer, type: ValueType, hasEscapes: Bool = false) {
    self.bytes = bytes
    self.type = type
    self.hasEscapes = hasEscapes
  }

  /// Creates the object of a validated line, without the white space and byte-order mark around it.
  public init(objectOfLine line: UnsafeRawBufferPointer) {
    let start = line.firstIndex(of: Byte.openBrace) ?? line.endIndex
    let end = line.lastIndex(of: Byte.closeBrace).map { $0 + 1 } ?? start
    self.init(UnsafeRawBufferPointer(rebasing: line[start..<max(start, end)]), type: .object)
  }

  /// The integer; `nil` for other types, and if it does not fit in 64 bits.
  public var integer: Int64? {
    type == .integer ? parseInteger(bytes) : nil
  }

  /// The decimal or integer as a double; `nil` for other types, and if it is too large.
  public var decimal: Double? {
    type == .integer || type == .decimal ? parseDecimal(bytes) : nil
  }

  /// The boolean; `nil` for other types.
  public var boolean: Bool? {
    type == .boolean ? bytes.first == 0x74 : nil
  }

  /// The unescaped text of a string; `nil` for other types.
  public var string: String? {
    guard type == .string else { return nil }
    guard hasEscapes else { return String(decoding: bytes, as: UTF8.self) }
    return utf8.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The unescaped text of a string as UTF-8; `nil` for other types.
  package var utf8: [UInt8]? {
    guard type == .string else { return nil }
    var text: [UInt8] = []
    unescape(bytes, into: &text)
    return text
  }

  /// Calls a closure with each element of an array, in order; does nothing for other types.
  public func forEachElement(_ body: (JSONValue) throws -> Void) rethrows {
    guard type == .array else { return }
    var cursor = JSONCursor(self)
    while let member = cursor.next() { try body(member.value) }
  }

  /// Calls a closure with each member of an object, in order; does nothing for other types.
  public func forEachMember(_ body: (JSONMember) throws -> Void) rethrows {
    guard type == .object else { return }
    var cursor = JSONCursor(self)
    while let member = cursor.next() { try body(member) }
  }
}

/// One member of an object, or one element of an array with an empty key.
public struct JSONMember {
  /// The raw bytes of the key, without quotes.
  public let key: UnsafeRawBufferPointer
  /// Whether the key contains escape sequences.
  public let keyHasEscapes: Bool
  /// The value of the member, or the element itself.
  public let value: JSONValue

  /// Creates a member without validating its parts.
  @inlinable
  public init(key: UnsafeRawBufferPointer, keyHasEscapes: Bool, value: JSONValue) {
    self.key = key
    self.keyHasEscapes = keyHasEscapes
    self.value = value
  }

  /// The unescaped text of the key.
  public var name: String {
    JSONValue(key, type: .string, hasEscapes: keyHasEscapes).string ?? ""
  }
}

extension JSONMember {
  /// The offset of the key's opening quote from the start of the outermost value, in bytes.
  package func keyOffset(in outermost: JSONValue) -> Int {
    outermost.offset(of: key) - 1
  }

  /// The offset of the value from the start of the outermost value, in bytes; of a string, that of
  /// its opening quote.
  package func valueOffset(in outermost: JSONValue) -> Int {
    outermost.offset(of: value.bytes) - (value.type == .string ? 1 : 0)
  }
}

extension JSONValue {
  /// The offset of a part of the value's bytes.
  fileprivate func offset(of part: UnsafeRawBufferPointer) -> Int {
    guard let start = bytes.baseAddress, let begin = part.baseAddress else { return 0 }
    return begin - start
  }
}
