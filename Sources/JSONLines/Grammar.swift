/// Checks the grammar of RFC 8259 and I-JSON's rules for surrogates, byte by byte.
///
/// A line feed is not white space: it ends a line.
struct Grammar {
  private let line: UnsafeRawBufferPointer
  private var position = 0
  private var open: [ValueType] = []
  /// The offset and type of the line's value; valid after ``fault()`` returned `nil`.
  private(set) var start = 0
  private(set) var type = ValueType.null

  init(_ line: UnsafeRawBufferPointer) {
    self.line = line
  }

  /// Returns the first violation of the grammar or of the nesting limit.
  mutating func fault() -> JSONFault? {
    do throws(JSONFault) {
      skipSpace()
      start = position
      type = try value()
      while !open.isEmpty { try step() }
      skipSpace()
      if position < line.count { throw unexpected(.lineEnd) }
      return nil
    } catch { return error }
  }

  /// Continues after a value in a container: reads the next value or the end of the container.
  private mutating func step() throws(JSONFault) {
    skipSpace()
    let isObject = open.last == .object
    switch (found, isObject) {
    case (0x2C, _):
      position += 1
      skipSpace()
      if isObject { try key(.key) }
      _ = try value()
    case (0x7D, true), (0x5D, false):
      position += 1
      open.removeLast()
    default:
      throw unexpected(isObject ? .commaOrBrace : .commaOrBracket)
    }
  }

  /// Reads a scalar or an empty container, or a container as far as the end of its first scalar.
  private mutating func value(_ expected: JSONFault.Expectation = .value) throws(JSONFault)
    -> ValueType
  {
    var outermost: ValueType?
    var expected = expected
    while let opening = found, opening == 0x7B || opening == 0x5B {
      let isObject = opening == 0x7B
      if open.count == Limits.levels { throw JSONFault(.tooDeep, byte: position, .depth) }
      open.append(isObject ? .object : .array)
      outermost = outermost ?? (isObject ? .object : .array)
      position += 1
      skipSpace()
      if found == (isObject ? 0x7D : 0x5D) {
        position += 1
        open.removeLast()
        return outermost ?? .null
      }
      if isObject { try key(.keyOrEnd) }
      expected = isObject ? .value : .valueOrEnd
    }
    let type = try scalar(expected)
    return outermost ?? type
  }

  private mutating func scalar(_ expected: JSONFault.Expectation) throws(JSONFault) -> ValueType {
    switch found {
    case 0x22: return try string()
    case 0x2D?, (0x30...0x39)?: return try number()
    case 0x74: return try literal("true", .boolean)
    case 0x66: return try literal("false", .boolean)
    case 0x6E: return try literal("null", .null)
    default: throw unexpected(expected)
    }
  }

  private mutating func key(_ expected: JSONFault.Expectation) throws(JSONFault) {
    guard found == 0x22 else { throw unexpected(expected) }
    _ = try string()
    skipSpace()
    guard found == 0x3A else { throw unexpected(.colon) }
    position += 1
    skipSpace()
  }

  private mutating func literal(
    _ word: StaticString, _ type: ValueType
  ) throws(JSONFault) -> ValueType {
    for index in 0..<word.utf8CodeUnitCount {
      guard found == word.utf8Start[index] else { throw unexpected(.literal) }
      position += 1
    }
    return type
  }
}

extension Grammar {
  private mutating func number() throws(JSONFault) -> ValueType {
    var type = ValueType.integer
    if found == 0x2D { position += 1 }
    if found == 0x30 {
      position += 1
      if let found, (0x30...0x39).contains(found) { throw unexpected(.noLeadingZero) }
    } else {
      try digits()
    }
    if found == 0x2E {
      position += 1
      type = .decimal
      try digits()
    }
    if found == 0x65 || found == 0x45 {
      position += 1
      type = .decimal
      if found == 0x2B || found == 0x2D { position += 1 }
      try digits()
    }
    return type
  }

  private mutating func digits() throws(JSONFault) {
    guard let first = found, (0x30...0x39).contains(first) else { throw unexpected(.digit) }
    while let next = found, (0x30...0x39).contains(next) { position += 1 }
  }

  private mutating func string() throws(JSONFault) -> ValueType {
    position += 1
    while true {
      switch found {
      case nil: throw unexpected(.closingQuote)
      case 0x22:
        position += 1
        return .string
      case 0x5C: try escape()
      case (0x00...0x1F)?: throw unexpected(.noControl)
      default: position += 1
      }
    }
  }

  private mutating func escape() throws(JSONFault) {
    let backslash = position
    position += 1
    switch found {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: position += 1
    case 0x75:
      let unit = try codeUnit()
      if (0xDC00...0xDFFF).contains(unit) {
        position = backslash
        throw unexpected(.noLowSurrogate)
      }
      if (0xD800...0xDBFF).contains(unit) { try lowSurrogate() }
    default: throw unexpected(.escape)
    }
  }

  private mutating func lowSurrogate() throws(JSONFault) {
    guard found == 0x5C else { throw unexpected(.lowSurrogate) }
    let backslash = position
    position += 1
    guard found == 0x75 else { throw unexpected(.lowSurrogate) }
    if !(0xDC00...0xDFFF).contains(try codeUnit()) {
      position = backslash
      throw unexpected(.lowSurrogate)
    }
  }

  /// Reads the four hexadecimal digits after the `u` at the current position.
  private mutating func codeUnit() throws(JSONFault) -> UInt32 {
    position += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let found, let digit = Character(Unicode.Scalar(found)).hexDigitValue else {
        throw unexpected(.hexDigit)
      }
      unit = unit * 16 + UInt32(digit)
      position += 1
    }
    return unit
  }

  private mutating func skipSpace() {
    while found == 0x20 || found == 0x09 || found == 0x0D { position += 1 }
  }

  private var found: UInt8? {
    position < line.count ? line[position] : nil
  }

  private func unexpected(_ expectation: JSONFault.Expectation) -> JSONFault {
    JSONFault(.notJSON, byte: position, .expected(expectation, found: found))
  }
}
