/// A place in bytes.
public typealias Bytes = UnsafePointer<UInt8>

enum Byte {
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let tab: UInt8 = 0x09
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let plus: UInt8 = 0x2B
  static let dot: UInt8 = 0x2E
  static let zero: UInt8 = 0x30
  static let colon: UInt8 = 0x3A
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D
}

/// Eight bytes of a text in one word, and what can be told about all of them at once.
///
/// Each mask has the top bit of a byte set where the byte matches. A borrow or carry can set bits
/// too, but only above a byte that matches, so the lowest set bit is always right.
public enum Octets {
  /// The top bit of each byte.
  @inlinable public static var tops: UInt64 { 0x8080_8080_8080_8080 }
  /// One in each byte.
  @inlinable public static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Eight bytes from any address, the first one lowest.
  @inlinable @inline(__always)
  public static func load(_ bytes: Bytes) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  /// Two bytes from any address, the first one lowest.
  @inline(__always)
  static func loadPair(_ bytes: Bytes) -> UInt16 {
    UInt16(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt16.self))
  }

  /// Four bytes from any address, the first one lowest.
  @inline(__always)
  static func loadFour(_ bytes: Bytes) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
  }

  /// How many bytes lie before the lowest match of a mask; 8 if there is none.
  @inlinable @inline(__always)
  public static func position(_ mask: UInt64) -> Int {
    mask.trailingZeroBitCount &>> 3
  }

  /// The bytes that end the plain part of a string: quote, backslash, control, non-ASCII.
  ///
  /// Flipping bit 1 takes the quote below 0x21, beside the control characters, and the blank above.
  @inlinable @inline(__always)
  public static func stringStops(_ word: UInt64) -> UInt64 {
    let quoteOrControl = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
    let backslash = (word ^ (ones &* 0x5C)) &- ones
    return (quoteOrControl | backslash | word) & tops
  }

  /// The bytes that are no decimal digits.
  @inlinable @inline(__always)
  public static func nonDigits(_ word: UInt64) -> UInt64 {
    let digits = word ^ (ones &* 0x30)
    return ((digits &+ (ones &* 0x76)) | digits) & tops
  }

  /// The bytes that equal one value.
  @inline(__always)
  static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let zeros = word ^ (ones &* UInt64(byte))
    return (zeros &- ones) & ~zeros & tops
  }

  /// A mask of all bits of the lowest `count` bytes, `count` from 0 to 8.
  @inline(__always)
  static func lowBytes(_ count: Int) -> UInt64 {
    count == 0 ? 0 : ~0 &>> UInt64(truncatingIfNeeded: 64 &- count &* 8)
  }
}
