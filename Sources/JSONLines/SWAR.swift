/// Tests eight bytes at once in one 64-bit word (SIMD within a register).
///
/// A mask has the top bit of a byte set if the byte matches. A borrow or carry can set further
/// bits, but only above a matching byte, so the lowest set bit is always correct.
public enum SWAR {
  /// The top bit of each byte.
  @inlinable public static var tops: UInt64 { 0x8080_8080_8080_8080 }
  /// The value 1 in each byte.
  @inlinable public static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Loads eight bytes from any address; the first byte becomes the lowest.
  @inlinable @inline(__always)
  public static func load(_ bytes: Bytes) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  /// Loads two bytes from any address; the first byte becomes the lowest.
  @inline(__always)
  static func loadPair(_ bytes: Bytes) -> UInt16 {
    UInt16(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt16.self))
  }

  /// Returns the index of the first matching byte of a mask; 8 if no byte matches.
  @inlinable @inline(__always)
  public static func position(_ mask: UInt64) -> Int {
    mask.trailingZeroBitCount &>> 3
  }

  /// Returns a mask of the bytes that need attention in a string: quote, backslash, control
  /// characters and non-ASCII bytes.
  ///
  /// Flipping bit 1 moves the quote (0x22) below 0x21, next to the control characters, and the
  /// space (0x20) above.
  @inlinable @inline(__always)
  public static func stringStops(_ word: UInt64) -> UInt64 {
    let quoteOrControl = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
    let backslash = (word ^ (ones &* 0x5C)) &- ones
    return (quoteOrControl | backslash | word) & tops
  }

  /// Returns a mask of the bytes that are not decimal digits.
  @inlinable @inline(__always)
  public static func nonDigits(_ word: UInt64) -> UInt64 {
    let digits = word ^ (ones &* 0x30)
    return ((digits &+ (ones &* 0x76)) | digits) & tops
  }

  /// Returns a mask of the bytes that equal a value.
  @inline(__always)
  static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let zeros = word ^ (ones &* UInt64(byte))
    return (zeros &- ones) & ~zeros & tops
  }

  /// Returns all bits of the lowest `count` bytes; `count` is from 0 to 8.
  @inline(__always)
  static func lowBytes(_ count: Int) -> UInt64 {
    count == 0 ? 0 : ~0 &>> UInt64(truncatingIfNeeded: 64 &- count &* 8)
  }
}
