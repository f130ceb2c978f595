/// Iterates over the members or elements of one container of a validated line, in order.
///
/// For nested containers, create a cursor from the member's value. Each byte is read once per level
/// that is iterated. There is no allocation and no recursion. With bytes that were not validated it
/// stays in bounds and ends, but the members are meaningless.
public struct JSONCursor {
  private let bytes: UnsafeRawBufferPointer
  private let hasKeys: Bool
  private var position = 1

  /// Creates a cursor before the first member; for a scalar value, ``next()`` returns `nil`.
  public init(_ container: JSONValue) {
    bytes = container.bytes
    hasKeys = container.type == .object
    if !hasKeys && container.type != .array { position = bytes.count }
  }

  /// Returns the next member or element; `nil` after the last one.
  public mutating func next() -> JSONMember? {
    skipSpace(and: Byte.comma)
    guard let first = found, first != Byte.closeBrace, first != Byte.closeBracket else {
      return nil
    }
    guard hasKeys else { return JSONMember(key: part(0, 0), keyHasEscapes: false, value: value()) }
    let key = string()
    skipSpace(and: Byte.colon)
    guard found != nil else { return nil }
    return JSONMember(key: key.bytes, keyHasEscapes: key.hasEscapes, value: value())
  }

  private mutating func value() -> JSONValue {
    switch found {
    case Byte.quote: string()
    case Byte.openBrace: container(.object)
    case Byte.openBracket: container(.array)
    case 0x74, 0x66: scalar(.boolean)
    case 0x6E: scalar(.null)
    default: number()
    }
  }

  private mutating func string() -> JSONValue {
    position += 1
    let start = min(position, bytes.count)
    let hasEscapes = skipString()
    return JSONValue(part(start, position - 1), type: .string, hasEscapes: hasEscapes)
  }

  private mutating func container(_ type: ValueType) -> JSONValue {
    let start = position
    var depth = 0
    repeat {
      let byte = bytes[position]
      position += 1
      switch byte {
      case Byte.quote: _ = skipString()
      case Byte.openBrace, Byte.openBracket: depth += 1
      case Byte.closeBrace, Byte.closeBracket: depth -= 1
      default: break
      }
    } while depth > 0 && position < bytes.count
    return JSONValue(part(start, position), type: type)
  }

  private mutating func number() -> JSONValue {
    let scalar = scalar(.integer)
    let isDecimal = scalar.bytes.contains { $0 == Byte.dot || $0 | 0x20 == 0x65 }
    return isDecimal ? JSONValue(scalar.bytes, type: .decimal) : scalar
  }

  private mutating func scalar(_ type: ValueType) -> JSONValue {
    let start = position
    repeat { position += 1 } while position < bytes.count && !endsScalar(bytes[position])
    return JSONValue(part(start, position), type: type)
  }

  private func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...Byte.space, Byte.comma, Byte.colon, Byte.closeBrace, Byte.closeBracket: true
    default: false
    }
  }

  /// Moves to the byte after the closing quote; returns whether there were escapes.
  private mutating func skipString() -> Bool {
    var hasEscapes = false
    while let byte = found, byte != Byte.quote {
      hasEscapes = hasEscapes || byte == Byte.backslash
      position += byte == Byte.backslash ? 2 : 1
    }
    position += 1
    return hasEscapes
  }

  private mutating func skipSpace(and mark: UInt8) {
    while let byte = found, byte <= Byte.space || byte == mark { position += 1 }
  }

  private var found: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private func part(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    let end = min(end, bytes.count)
    return UnsafeRawBufferPointer(rebasing: bytes[min(start, end)..<end])
  }
}
