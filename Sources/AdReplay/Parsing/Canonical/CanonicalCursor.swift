internal import JSONLines

/// The bytes between the values of a canonical envelope, as words of eight bytes.
enum CanonicalPieces {
  static let version: UInt64 = 0x222C_313A_2276_227B  // {"v":1,"
  static let session: UInt64 = 0x226E_6F69_7373_6573  // session"
  static let sessionEnd: UInt64 = 0x223A_226E_6F69_7373  // ssion":"
  static let seq: UInt64 = 0x3A22_7165_7322_2C22  // ","seq":
  static let time: UInt64 = 0x3A_2274_222C  // ,"t":
  static let wall: UInt64 = 0x3A22_6C6C_6177_222C  // ,"wall":
  static let event: UInt64 = 0x6E65_7665_222C_225A  // Z","even
  static let eventEnd: UInt64 = 0x223A_2274_6E65_7665  // event":"

  /// The number of bytes before the name of the session: `{"v":1,"session":"`.
  static let openingCount = 18

  /// Whether a line begins with them.
  @inline(__always)
  static func open(_ line: UnsafePointer<UInt8>) -> Bool {
    SWAR.load(line) == version && SWAR.load(line + 8) == session
      && SWAR.load(line + 10) == sessionEnd
  }
}

extension CanonicalPieces {
  /// Whether the line at an offset of a block begins with them.
  static func open(_ block: ByteView, at offset: Int) -> Bool {
    guard offset + openingCount < block.count, let start = block.raw.baseAddress else {
      return false
    }
    return open((start + offset).assumingMemoryBound(to: UInt8.self))
  }
}

/// An address in a canonical line, which moves past each piece that it recognises.
struct CanonicalCursor {
  var start: UnsafePointer<UInt8>

  /// Moves past eight bytes; returns false if other bytes are here.
  @inline(__always)
  mutating func skip(_ piece: UInt64) -> Bool {
    guard SWAR.load(start) == piece else { return false }
    start += 8
    return true
  }

  /// The length of the plain text here; `nil` for one with escapes or non-ASCII characters.
  @inline(__always)
  func text() -> Int? {
    var end = start
    var stops = SWAR.stringStops(SWAR.load(end))
    while stops == 0 {
      end += 8
      stops = SWAR.stringStops(SWAR.load(end))
    }
    end += SWAR.position(stops)
    return end.pointee == 0x22 ? end - start : nil
  }

  /// Moves past a whole number of up to 15 digits; returns `nil` for any other number.
  ///
  /// The caller must check that no fraction or exponent follows. A positive number is not 0.
  @inline(__always)
  mutating func digits(isPositive: Bool = false) -> Int64? {
    let word = SWAR.load(start) ^ 0x3030_3030_3030_3030
    let others = ((word &+ 0x7676_7676_7676_7676) | word) & SWAR.tops
    if others == 0 {
      guard let (value, end) = Self.manyDigits(start) else { return nil }
      start = end
      return value
    }
    let bits = others.trailingZeroBitCount
    if bits == 7 || word & 0xFF == 0 && (isPositive || bits != 15) { return nil }
    start += bits &>> 3
    // The digits' values, the last one highest, zeros below.
    var value = word &<< UInt64(truncatingIfNeeded: 71 &- bits)
    value = (value &* 2561) &>> 8 & 0x00FF_00FF_00FF_00FF
    value = (value &* 6_553_601) &>> 16 & 0x0000_FFFF_0000_FFFF
    return Int64(truncatingIfNeeded: (value &* 42_949_672_960_001) &>> 32)
  }

  // By value, so that the cursor can stay in a register.
  @inline(never)
  private static func manyDigits(
    _ start: UnsafePointer<UInt8>
  ) -> (value: Int64, end: UnsafePointer<UInt8>)? {
    var end = start
    var value: Int64 = 0
    while end - start < 16, end.pointee &- 0x30 < 10 {
      value = value &* 10 &+ Int64(end.pointee &- 0x30)
      end += 1
    }
    return end - start < 16 && start.pointee != 0x30 ? (value, end) : nil
  }

  /// The same with an optional minus sign.
  @inline(__always)
  mutating func integer() -> Int64? {
    if start.pointee != 0x2D { return digits() }
    start += 1
    // Another pass reads -0.
    guard start.pointee != 0x30, let value = digits() else { return nil }
    return 0 &- value
  }

  /// Moves past `true` or `false`.
  @inline(__always)
  mutating func boolean() -> Bool? {
    let word = UInt32(truncatingIfNeeded: SWAR.load(start))
    if word == 0x6575_7274 {
      start += 4
      return true
    }
    guard word == 0x736C_6166, start[4] == 0x65 else { return nil }
    start += 5
    return false
  }
}
