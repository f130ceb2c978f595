internal import JSONLines

/// The recent texts of a block with their numbers.
///
/// Ads, units and scenes are repeated often; a known text is neither scanned nor hashed again.
struct TextCache {
  /// A text that fits in eight bytes with its closing quote; zeros follow it.
  private struct Short {
    /// Never zero for a text.
    var bytes: UInt64 = 0
    var number: UInt32 = 0
  }

  /// A longer text.
  private struct Long {
    /// The last seven bytes and the quote; never zero for a text.
    var tail: UInt64 = 0
    var start: UnsafePointer<UInt8>
    var count = 7
    var number: UInt32 = 0
  }

  private let shorts: UnsafeMutablePointer<Short>
  private let longs: UnsafeMutablePointer<Long>
  private let nowhere: UnsafeMutablePointer<UInt8>
  /// The index of the longer text that is replaced next, in every field.
  private var turn = 0

  private static let slotBits: UInt64 = 9
  /// The number of longer texts kept for each field.
  private static let longsOfField = 4
  /// The number of symbols of an event.
  private static let fields = 6
  /// The maximum length of a text: a comparison must not leave the block's padding.
  private static let longest = 48

  init() {
    nowhere = .allocate(capacity: 8)
    nowhere.initialize(repeating: 0, count: 8)
    shorts = .allocate(capacity: 1 << Int(Self.slotBits))
    shorts.initialize(repeating: Short(), count: 1 << Int(Self.slotBits))
    longs = .allocate(capacity: Self.fields * Self.longsOfField)
    longs.initialize(repeating: Long(start: nowhere), count: Self.fields * Self.longsOfField)
  }

  /// Frees the memory; the cache must not be used again.
  func deallocate() {
    shorts.deallocate()
    longs.deallocate()
    nowhere.deallocate()
  }

  /// Removes what belongs to the previous block.
  func beginBlock() {
    shorts.update(repeating: Short(), count: 1 << Int(Self.slotBits))
    longs.update(repeating: Long(start: nowhere), count: Self.fields * Self.longsOfField)
  }

  /// The number of the text at an address, and the address after its quote; 0 for a text with
  /// escapes.
  @inline(__always)
  mutating func number(
    _ start: UnsafePointer<UInt8>, _ field: UInt8, _ block: ParsedBlock
  ) -> (number: UInt32, end: UnsafePointer<UInt8>) {
    let word = SWAR.load(start)
    let flipped = word ^ 0x2222_2222_2222_2222
    let quotes = (flipped &- SWAR.ones) & ~flipped & SWAR.tops
    if quotes == 0 { return numberOfLong(start, field, block) }
    let bytes = word & (quotes ^ (quotes &- 1))
    let slot = (bytes &* 0xD6E8_FEB8_6659_FD93) &>> (64 &- Self.slotBits)
    let short = shorts + Int(truncatingIfNeeded: slot)
    if short.pointee.bytes == bytes {
      return (short.pointee.number, start + (quotes.trailingZeroBitCount &>> 3 &+ 1))
    }
    return Self.added(start, bytes, short, block)
  }

  @inline(__always)
  private mutating func numberOfLong(
    _ start: UnsafePointer<UInt8>, _ field: UInt8, _ block: ParsedBlock
  ) -> (number: UInt32, end: UnsafePointer<UInt8>) {
    var long = longs + Int(field) &* Self.longsOfField
    let end = long + Self.longsOfField
    while long < end {
      let count = long.pointee.count
      if SWAR.load(start + (count &- 7)) == long.pointee.tail,
        Self.areEqual(start, long.pointee.start, count &- 7)
      {
        return (long.pointee.number, start + (count &+ 1))
      }
      long += 1
    }
    return addedLong(start, field, block)
  }

  /// Whether two texts are equal up to an offset.
  ///
  /// At least seven bytes and a quote after it must be equal.
  @inline(__always)
  private static func areEqual(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ end: Int
  ) -> Bool {
    var offset = 0
    if end >= 16 {
      while offset < end &- 16 {
        if !areEqualPairs(a + offset, b + offset) { return false }
        offset &+= 16
      }
      return areEqualPairs(a + (end &- 16), b + (end &- 16))
    }
    while offset < end {
      if SWAR.load(a + offset) != SWAR.load(b + offset) { return false }
      offset &+= 8
    }
    return true
  }

  @inline(__always)
  private static func areEqualPairs(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>
  ) -> Bool {
    (SWAR.load(a) ^ SWAR.load(b)) | (SWAR.load(a + 8) ^ SWAR.load(b + 8)) == 0
  }

  @inline(never)
  private static func added(
    _ start: UnsafePointer<UInt8>, _ bytes: UInt64, _ short: UnsafeMutablePointer<Short>,
    _ block: ParsedBlock
  ) -> (number: UInt32, end: UnsafePointer<UInt8>) {
    let (number, end) = added(start, block)
    // If the quote was escaped, the bytes are not the text.
    if number != 0 { short.pointee = Short(bytes: bytes, number: number) }
    return (number, end)
  }

  @inline(never)
  private mutating func addedLong(
    _ start: UnsafePointer<UInt8>, _ field: UInt8, _ block: ParsedBlock
  ) -> (number: UInt32, end: UnsafePointer<UInt8>) {
    let (number, end) = Self.added(start, block)
    let count = end - start - 1
    guard number != 0, count <= Self.longest else { return (number, end) }
    turn = (turn &+ 1) & (Self.longsOfField &- 1)
    longs[Int(field) * Self.longsOfField + turn] = Long(
      tail: SWAR.load(start + (count - 7)), start: start, count: count, number: number)
    return (number, end)
  }

  private static func added(
    _ start: UnsafePointer<UInt8>, _ block: ParsedBlock
  ) -> (number: UInt32, end: UnsafePointer<UInt8>) {
    guard let text = ContainerScanner.stringEnd(from: start), !text.hasEscapes else {
      return (0, start)
    }
    return (block.addText(start, text.end - start), text.end + 1)
  }
}
