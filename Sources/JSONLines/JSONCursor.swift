/// Walks over the members or elements of one container of a validated line, one level, in order.
///
/// To go deeper make a cursor of a member's value. Each byte is looked at once for each level that
/// is walked; nothing is allocated and nothing recurses. Given bytes that were never validated it
/// stays within them and ends, with members that mean nothing.
public struct JSONCursor {
  private let bytes: UnsafeRawBufferPointer
  private let hasKeys: Bool
  private var place = 1

  /// A cursor before the first member; one over a scalar value is at its end already.
  public init(_ container: JSONValue) {
    bytes = container.bytes
    hasKeys = container.type == .object
    if !hasKeys && container.type != .array { place = bytes.count }
  }

  /// The next member or element; `nil` after the last one.
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
    place += 1
    let start = min(place, bytes.count)
    let hasEscapes = skipString()
    return JSONValue(part(start, place - 1), type: .string, hasEscapes: hasEscapes)
  }

  private mutating func container(_ type: ValueType) -> JSONValue {
    let start = place
    var depth = 0
    repeat {
      let byte = bytes[place]
      place += 1
      switch byte {
      case Byte.quote: _ = skipString()
      case Byte.openBrace, Byte.openBracket: depth += 1
      case Byte.closeBrace, Byte.closeBracket: depth -= 1
      default: break
      }
    } while depth > 0 && place < bytes.count
    return JSONValue(part(start, place), type: type)
  }

  private mutating func number() -> JSONValue {
    let scalar = scalar(.integer)
    let isDecimal = scalar.bytes.contains { $0 == Byte.dot || $0 | 0x20 == 0x65 }
    return isDecimal ? JSONValue(scalar.bytes, type: .decimal) : scalar
  }

  private mutating func scalar(_ type: ValueType) -> JSONValue {
    let start = place
    repeat { place += 1 } while place < bytes.count && !endsScalar(bytes[place])
    return JSONValue(part(start, place), type: type)
  }

  private func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...Byte.space, Byte.comma, Byte.colon, Byte.closeBrace, Byte.closeBracket: true
    default: false
    }
  }

  /// Goes on to the byte after the closing quote; returns whether there were escapes.
  private mutating func skipString() -> Bool {
    var hasEscapes = false
    while let byte = found, byte != Byte.quote {
      hasEscapes = hasEscapes || byte == Byte.backslash
      place += byte == Byte.backslash ? 2 : 1
    }
    place += 1
    return hasEscapes
  }

  private mutating func skipSpace(and mark: UInt8) {
    while let byte = found, byte <= Byte.space || byte == mark { place += 1 }
  }

  private var found: UInt8? {
    place < bytes.count ? bytes[place] : nil
  }

  private func part(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    let end = min(end, bytes.count)
    return UnsafeRawBufferPointer(rebasing: bytes[min(start, end)..<end])
  }
}
