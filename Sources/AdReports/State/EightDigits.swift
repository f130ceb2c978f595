internal import JSONLines

/// The decimal digits of a number of up to eight, as bytes that are put at once.
struct EightDigits {
  static let limit: UInt64 = 100_000_000

  /// The digits as they lie in memory.
  let word: UInt64
  /// How many of its bytes count.
  let count: Int

  /// The digits of a number below ``limit``.
  ///
  /// All eight are made at once: the number is halved in its digits, and so are the halves, each in
  /// its part of the word; then the zeros before the first digit are left out.
  @inline(__always)
  init(_ value: UInt64) {
    let fours = value / 10_000 | (value % 10_000) &<< 32
    let hundreds = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = ((twos &* 103) &>> 10) & 0x000F_000F_000F_000F
    let digits = tens | (twos &- tens &* 10) &<< 8
    let zeros = (digits | 1 &<< 56).trailingZeroBitCount & ~7
    let text = (digits | Octets.ones &* 0x30) &>> UInt64(truncatingIfNeeded: zeros)
    word = text.littleEndian
    count = 8 &- zeros &>> 3
  }
}
