extension FastToken {
  /// Finds the end of a string, starting after its opening quote.
  @inline(__always)
  static func stringEnd(_ start: Bytes) -> StringEnd {
    var p = start
    while true {
      let stops = SWAR.stringStops(SWAR.load(p))
      if stops != 0 {
        p += SWAR.position(stops)
        return p.pointee == Byte.quote ? StringEnd(end: p, hasEscapes: false) : unusualString(p)
      }
      p += 8
    }
  }

  /// Continues in a string at its first escape, non-ASCII byte or control character.
  @inline(never)
  private static func unusualString(_ start: Bytes) -> StringEnd {
    var p = start
    var hasEscapes = false
    while true {
      let byte = p.pointee
      if byte == Byte.quote { return StringEnd(end: p, hasEscapes: hasEscapes) }
      if byte == Byte.backslash {
        hasEscapes = true
        guard let next = escapeEnd(p) else { break }
        p = next
      } else {
        guard byte >= 0x80, let next = scalarsEnd(p) else { break }
        p = next
      }
      var stops = SWAR.stringStops(SWAR.load(p))
      while stops == 0 {
        p += 8
        stops = SWAR.stringStops(SWAR.load(p))
      }
      p += SWAR.position(stops)
    }
    return StringEnd(end: nil, hasEscapes: hasEscapes)
  }

  /// Returns the byte after an escape sequence; a surrogate is valid only in a pair.
  @inline(__always)
  private static func escapeEnd(_ p: Bytes) -> Bytes? {
    switch p[1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return p + 2
    case 0x75: return unicodeEscapeEnd(p)
    default: return nil
    }
  }

  @inline(never)
  private static func unicodeEscapeEnd(_ p: Bytes) -> Bytes? {
    guard let unit = Hexadecimal.unit(p + 2) else { return nil }
    switch unit {
    case 0xD800...0xDBFF:
      guard p[6] == Byte.backslash, p[7] == 0x75, let low = Hexadecimal.unit(p + 8),
        low & 0xFC00 == 0xDC00
      else { return nil }
      return p + 12
    case 0xDC00...0xDFFF: return nil
    default: return p + 6
    }
  }

  /// Returns the first byte after one or more well-formed non-ASCII scalars.
  @inline(__always)
  private static func scalarsEnd(_ start: Bytes) -> Bytes? {
    var p = start
    repeat {
      let length = scalarLength(p)
      if length == 0 { return nil }
      p += length
    } while p.pointee >= 0x80
    return p
  }

  /// Returns the length in bytes of a non-ASCII scalar; 0 if it is not UTF-8.
  ///
  /// It reads a byte only if all bytes before it are valid, so it stays within line and padding.
  @inline(__always)
  private static func scalarLength(_ p: Bytes) -> Int {
    let lead = p.pointee
    let second = p[1]
    if lead < 0xE0 { return lead >= 0xC2 && second & 0xC0 == 0x80 ? 2 : 0 }
    if lead < 0xF0 {
      let low: UInt8 = lead == 0xE0 ? 0xA0 : 0x80
      let high: UInt8 = lead == 0xED ? 0x9F : 0xBF
      return second >= low && second <= high && p[2] & 0xC0 == 0x80 ? 3 : 0
    }
    guard lead <= 0xF4 else { return 0 }
    let low: UInt8 = lead == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
    guard second >= low, second <= high else { return 0 }
    return p[2] & 0xC0 == 0x80 && p[3] & 0xC0 == 0x80 ? 4 : 0
  }
}

/// Parses the four hexadecimal digits of a `\u` escape.
enum Hexadecimal {
  @inline(__always)
  static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte &- 0x30)
    case 0x41...0x46: UInt32(byte &- 0x37)
    case 0x61...0x66: UInt32(byte &- 0x57)
    default: nil
    }
  }

  static func unit(_ p: Bytes) -> UInt32? {
    var unit: UInt32 = 0
    for index in 0..<4 {
      guard let digit = digit(p[index]) else { return nil }
      unit = unit &<< 4 | digit
    }
    return unit
  }
}
