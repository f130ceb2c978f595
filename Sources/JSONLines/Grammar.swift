/// The grammar of RFC 8259 with the demands of I-JSON on surrogates, checked byte by byte.
///
/// A line feed is no white space here: it ends a line and is never within one.
struct Grammar {
  private let line: UnsafeRawBufferPointer
  private var place = 0
  private var open: [ValueType] = []
  /// Where the value of the line begins, and its type; known once ``fault()`` returned `nil`.
  private(set) var start = 0
  private(set) var type = ValueType.null

  init(_ line: UnsafeRawBufferPointer) {
    self.line = line
  }

  /// The first place where the text leaves the grammar or gets too deep.
  mutating func fault() -> Fault? {
    do throws(Fault) {
      skipSpace()
      start = place
      type = try value()
      while !open.isEmpty { try step() }
      skipSpace()
      if place < line.count { throw unexpected(.lineEnd) }
      return nil
    } catch { return error }
  }

  /// From just after a value in a container to just after the next value, or after its end.
  private mutating func step() throws(Fault) {
    skipSpace()
    let isObject = open.last == .object
    switch (found, isObject) {
    case (0x2C, _):
      place += 1
      skipSpace()
      if isObject { try key(.key) }
      _ = try value()
    case (0x7D, true), (0x5D, false):
      place += 1
      open.removeLast()
    default:
      throw unexpected(isObject ? .commaOrBrace : .commaOrBracket)
    }
  }

  /// One value; of a container the part up to its first inner value, or all of it if it is empty.
  private mutating func value(_ expected: Fault.Expectation = .value) throws(Fault) -> ValueType {
    var outermost: ValueType?
    var expected = expected
    while let opening = found, opening == 0x7B || opening == 0x5B {
      let isObject = opening == 0x7B
      if open.count == Limits.levels { throw Fault(.tooDeep, byte: place, .depth) }
      open.append(isObject ? .object : .array)
      outermost = outermost ?? (isObject ? .object : .array)
      place += 1
      skipSpace()
      if found == (isObject ? 0x7D : 0x5D) {
        place += 1
        open.removeLast()
        return outermost ?? .null
      }
      if isObject { try key(.keyOrEnd) }
      expected = isObject ? .value : .valueOrEnd
    }
    let type = try scalar(expected)
    return outermost ?? type
  }

  private mutating func scalar(_ expected: Fault.Expectation) throws(Fault) -> ValueType {
    switch found {
    case 0x22: return try string()
    case 0x2D?, (0x30...0x39)?: return try number()
    case 0x74: return try literal("true", .boolean)
    case 0x66: return try literal("false", .boolean)
    case 0x6E: return try literal("null", .null)
    default: throw unexpected(expected)
    }
  }

  private mutating func key(_ expected: Fault.Expectation) throws(Fault) {
    guard found == 0x22 else { throw unexpected(expected) }
    _ = try string()
    skipSpace()
    guard found == 0x3A else { throw unexpected(.colon) }
    place += 1
    skipSpace()
  }

  private mutating func literal(
    _ word: StaticString, _ type: ValueType
  ) throws(Fault) -> ValueType {
    for index in 0..<word.utf8CodeUnitCount {
      guard found == word.utf8Start[index] else { throw unexpected(.literal) }
      place += 1
    }
    return type
  }
}

extension Grammar {
  private mutating func number() throws(Fault) -> ValueType {
    var type = ValueType.integer
    if found == 0x2D { place += 1 }
    if found == 0x30 {
      place += 1
      if let found, (0x30...0x39).contains(found) { throw unexpected(.noLeadingZero) }
    } else {
      try digits()
    }
    if found == 0x2E {
      place += 1
      type = .decimal
      try digits()
    }
    if found == 0x65 || found == 0x45 {
      place += 1
      type = .decimal
      if found == 0x2B || found == 0x2D { place += 1 }
      try digits()
    }
    return type
  }

  private mutating func digits() throws(Fault) {
    guard let first = found, (0x30...0x39).contains(first) else { throw unexpected(.digit) }
    while let next = found, (0x30...0x39).contains(next) { place += 1 }
  }

  private mutating func string() throws(Fault) -> ValueType {
    place += 1
    while true {
      switch found {
      case nil: throw unexpected(.closingQuote)
      case 0x22:
        place += 1
        return .string
      case 0x5C: try escape()
      case (0x00...0x1F)?: throw unexpected(.noControl)
      default: place += 1
      }
    }
  }

  private mutating func escape() throws(Fault) {
    let backslash = place
    place += 1
    switch found {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: place += 1
    case 0x75:
      let unit = try codeUnit()
      if (0xDC00...0xDFFF).contains(unit) {
        place = backslash
        throw unexpected(.noLowSurrogate)
      }
      if (0xD800...0xDBFF).contains(unit) { try lowSurrogate() }
    default: throw unexpected(.escape)
    }
  }

  private mutating func lowSurrogate() throws(Fault) {
    guard found == 0x5C else { throw unexpected(.lowSurrogate) }
    let backslash = place
    place += 1
    guard found == 0x75 else { throw unexpected(.lowSurrogate) }
    if !(0xDC00...0xDFFF).contains(try codeUnit()) {
      place = backslash
      throw unexpected(.lowSurrogate)
    }
  }

  /// The unit of four hexadecimal digits after the `u` that is found here.
  private mutating func codeUnit() throws(Fault) -> UInt32 {
    place += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let found, let digit = Character(Unicode.Scalar(found)).hexDigitValue else {
        throw unexpected(.hexDigit)
      }
      unit = unit * 16 + UInt32(digit)
      place += 1
    }
    return unit
  }

  private mutating func skipSpace() {
    while found == 0x20 || found == 0x09 || found == 0x0D { place += 1 }
  }

  private var found: UInt8? {
    place < line.count ? line[place] : nil
  }

  private func unexpected(_ expectation: Fault.Expectation) -> Fault {
    Fault(.notJSON, byte: place, .expected(expectation, found: found))
  }
}
