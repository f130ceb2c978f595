/// The tokens of the fast pass.
///
/// Each function returns where its token ends, or `nil` if it does not accept the token.
enum FastToken {
  struct StringEnd {
    /// The closing quote.
    var end: Bytes?
    var hasEscapes: Bool
  }

  struct Value {
    /// The byte after the value.
    var end: Bytes?
    var type: ValueType
    var hasEscapes: Bool

    @inline(__always)
    init(_ end: Bytes?, _ type: ValueType, hasEscapes: Bool = false) {
      self.end = end
      self.type = type
      self.hasEscapes = hasEscapes
    }
  }

  /// Returns the first byte that is not white space.
  ///
  /// A line feed is not white space: it ends the line.
  @inline(__always)
  static func skipSpace(_ p: Bytes) -> Bytes {
    p.pointee > Byte.space ? p : skipSpaces(p)
  }

  @inline(never)
  private static func skipSpaces(_ start: Bytes) -> Bytes {
    if start.pointee == Byte.space && start[1] > Byte.space { return start + 1 }
    var p = start
    while p.pointee == Byte.space || p.pointee == Byte.tab || p.pointee == Byte.carriageReturn {
      p += 1
    }
    return p
  }

  /// Returns the first byte of the value, given the closing quote of its key.
  @inline(__always)
  static func valueStart(afterKey quote: Bytes) -> Bytes? {
    let p = skipSpace(quote + 1)
    guard p.pointee == Byte.colon else { return nil }
    return skipSpace(p + 1)
  }

  /// Reads a value of any type; adds the keys of containers to `keys`.
  @inline(__always)
  static func value(_ p: Bytes, _ keys: inout NestedKeys) -> Value {
    let first = p.pointee
    if first == Byte.quote {
      let string = stringEnd(p + 1)
      guard let end = string.end else { return Value(nil, .string) }
      return Value(end + 1, .string, hasEscapes: string.hasEscapes)
    }
    if first &- Byte.zero < 10 || first == Byte.minus { return number(p) }
    if first == Byte.openBrace || first == Byte.openBracket {
      let type: ValueType = first == Byte.openBrace ? .object : .array
      return Value(FastContainer.end(p, &keys), type)
    }
    return literal(p)
  }

  /// Returns the byte after a value that is not a container.
  @inline(__always)
  static func scalarEnd(_ p: Bytes) -> Bytes? {
    let first = p.pointee
    if first == Byte.quote {
      guard let end = stringEnd(p + 1).end else { return nil }
      return end + 1
    }
    return first &- Byte.zero < 10 || first == Byte.minus ? number(p).end : literal(p).end
  }

  @inline(__always)
  static func literal(_ p: Bytes) -> Value {
    let word = SWAR.load(p)
    if word & 0xFFFF_FFFF == 0x6575_7274 { return Value(p + 4, .boolean) }  // true
    if word & 0xFF_FFFF_FFFF == 0x65_736C_6166 { return Value(p + 5, .boolean) }  // false
    if word & 0xFFFF_FFFF == 0x6C6C_756E { return Value(p + 4, .null) }  // null
    return Value(nil, .null)
  }

  /// Reads a number from its minus sign or first digit.
  @inline(__always)
  static func number(_ start: Bytes) -> Value {
    var p = start
    if p.pointee == Byte.minus { p += 1 }
    let stops = SWAR.nonDigits(SWAR.load(p))
    let digits = SWAR.position(stops)
    if p.pointee == Byte.zero && digits > 1 || digits == 0 { return Value(nil, .integer) }
    p += digits
    if stops == 0 { p = digitsEnd(p) }
    let next = p.pointee
    if next == Byte.dot || next | 0x20 == 0x65 { return Value(fractionEnd(p), .decimal) }
    return Value(p, .integer)
  }

  @inline(never)
  private static func digitsEnd(_ start: Bytes) -> Bytes {
    var p = start
    while p.pointee &- Byte.zero < 10 { p += 1 }
    return p
  }

  /// Returns the byte after fraction and exponent, starting at the dot or the `e`.
  @inline(never)
  private static func fractionEnd(_ start: Bytes) -> Bytes? {
    var p = start
    if p.pointee == Byte.dot {
      p = digitsEnd(start + 1)
      if p == start + 1 { return nil }
    }
    guard p.pointee | 0x20 == 0x65 else { return p }
    p += 1
    if p.pointee == Byte.minus || p.pointee == Byte.plus { p += 1 }
    let end = digitsEnd(p)
    return end == p ? nil : end
  }
}
