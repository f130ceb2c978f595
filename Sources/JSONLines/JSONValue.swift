/// A value of a validated line: its bytes where they lie, and its type.
///
/// It owns nothing: it holds good as long as the line stays in its memory.
public struct JSONValue {
  /// A string without its quotes; an object or array with its brackets.
  public let bytes: UnsafeRawBufferPointer
  /// What the value is; all that is read from it depends on this.
  public let type: ValueType
  /// Whether a string must be unescaped before it means what it says.
  public let hasEscapes: Bool

  /// A value of known type, taken at its word: the bytes are not looked at.
  @inlinable
  public init(_ bytes: UnsafeRawBufferPointer, type: ValueType, hasEscapes: Bool = false) {
    self.bytes = bytes
    self.type = type
    self.hasEscapes = hasEscapes
  }

  /// The number as an integer; `nil` for other types, and if it does not fit in 64 bits.
  public var integer: Int64? {
    type == .integer ? parseInteger(bytes) : nil
  }

  /// The number as a decimal, integers included; `nil` for other types, and if it is too large.
  public var decimal: Double? {
    type == .integer || type == .decimal ? parseDecimal(bytes) : nil
  }

  /// The boolean; `nil` for other types.
  public var boolean: Bool? {
    type == .boolean ? bytes.first == 0x74 : nil
  }

  /// The text of a string, unescaped; `nil` for other types.
  public var string: String? {
    guard type == .string else { return nil }
    guard hasEscapes else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    unescape(bytes, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Calls a closure with each element of an array in order; does nothing for other types.
  public func forEachElement(_ body: (JSONValue) throws -> Void) rethrows {
    guard type == .array else { return }
    var cursor = JSONCursor(self)
    while let member = cursor.next() { try body(member.value) }
  }

  /// Calls a closure with each key and value of an object in order; does nothing for other types.
  public func forEachMember(_ body: (JSONMember) throws -> Void) rethrows {
    guard type == .object else { return }
    var cursor = JSONCursor(self)
    while let member = cursor.next() { try body(member) }
  }
}

/// One member of an object with its key, or one element of an array with an empty key.
public struct JSONMember {
  /// The raw bytes of the key, without quotes.
  public let key: UnsafeRawBufferPointer
  /// Whether the key must be unescaped before it means what it says.
  public let keyHasEscapes: Bool
  /// The member's value, or the element itself.
  public let value: JSONValue

  /// A member of parts that were found elsewhere.
  @inlinable
  public init(key: UnsafeRawBufferPointer, keyHasEscapes: Bool, value: JSONValue) {
    self.key = key
    self.keyHasEscapes = keyHasEscapes
    self.value = value
  }

  /// The text of the key, unescaped.
  public var name: String {
    JSONValue(key, type: .string, hasEscapes: keyHasEscapes).string ?? ""
  }
}
