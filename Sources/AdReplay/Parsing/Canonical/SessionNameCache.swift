internal import JournalFormat
internal import JSONLines

/// The names of the sessions of a block and their numbers among its texts.
///
/// Most lines have the name of the previous line, and most others a recent name.
struct SessionNameCache {
  /// A name in the block, and its number.
  struct Entry {
    var start: UnsafePointer<UInt8>
    /// 0 for none: no name is empty.
    var count = 0
    var number: UInt32 = 0
  }

  /// The last name.
  private(set) var last: Entry
  /// The last canonical line and the number of its bytes up to the value of `seq`, which depend
  /// only on the name; 0 if another line followed it.
  private var opening: UnsafePointer<UInt8>
  private var openingCount = 0
  private let slots: UnsafeMutablePointer<Entry>
  private static let slotBits: UInt64 = 9

  init() {
    let none = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
    none.initialize(repeating: 0, count: 8)
    opening = UnsafePointer(none)
    last = Entry(start: opening)
    slots = .allocate(capacity: 1 << Int(Self.slotBits))
    slots.initialize(repeating: last, count: 1 << Int(Self.slotBits))
    nowhere = opening
  }

  /// The address of the name in an empty entry.
  private let nowhere: UnsafePointer<UInt8>

  /// Frees the memory; the cache must not be used again.
  func deallocate() {
    slots.deallocate()
    nowhere.deallocate()
  }

  /// Removes what belongs to the previous block.
  mutating func beginBlock() {
    last = Entry(start: nowhere)
    openingCount = 0
    slots.update(repeating: last, count: 1 << Int(Self.slotBits))
  }

  /// The number of a name, which is added to the block if it is new; `nil` for an invalid name.
  @inline(never)
  mutating func number(
    of name: UnsafePointer<UInt8>, _ count: Int, _ block: ParsedBlock
  ) -> UInt32? {
    guard count > 0, count <= 64 else { return nil }
    if Self.areEqual(last, name, count) { return last.number }
    let slot = slots + Self.slot(name, count)
    if !Self.areEqual(slot.pointee, name, count) {
      guard SessionName.isValid(ByteView(start: name, count: count)) else {
        return nil
      }
      slot.pointee = Entry(start: name, count: count, number: block.addText(name, count))
    }
    last = slot.pointee
    openingCount = 0
    return last.number
  }

  @inline(__always)
  private static func areEqual(_ entry: Entry, _ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard entry.count == count else { return false }
    if count >= 16 {
      var offset = 0
      while offset < count &- 16 {
        if !hasEqualPair(entry.start, name, offset) { return false }
        offset &+= 16
      }
      return hasEqualPair(entry.start, name, count &- 16)
    }
    var offset = 0
    while offset &+ 8 <= count {
      if SWAR.load(entry.start + offset) != SWAR.load(name + offset) { return false }
      offset &+= 8
    }
    let rest = UInt64(truncatingIfNeeded: (count & 7) &* 8)
    let differing = SWAR.load(entry.start + offset) ^ SWAR.load(name + offset)
    return differing & ~(~0 &<< rest) == 0
  }

  @inline(__always)
  private static func hasEqualPair(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ offset: Int
  ) -> Bool {
    let first = SWAR.load(a + offset) ^ SWAR.load(b + offset)
    let second = SWAR.load(a + offset + 8) ^ SWAR.load(b + offset + 8)
    return first | second == 0
  }

  @inline(__always)
  private static func slot(_ name: UnsafePointer<UInt8>, _ count: Int) -> Int {
    // Bytes after a short name are left out, so that it has one slot and one number.
    let rest = UInt64(truncatingIfNeeded: max(0, 8 &- count) &* 8)
    let first = SWAR.load(name) &<< rest
    let last = count >= 8 ? SWAR.load(name + (count &- 8)) : 0
    let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: mixed &>> (64 &- slotBits))
  }
}

/// The beginning of a canonical line: `{"v":1,"session":"…","seq":`.
extension SessionNameCache {
  /// Returns the address after `","seq":` of a canonical line; `nil` for any other line.
  @inline(__always)
  mutating func skipOpening(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock
  ) -> UnsafePointer<UInt8>? {
    isRepeated(line) ? line + openingCount : skipOther(line, block)
  }

  /// Whether the line begins like the previous one.
  @inline(__always)
  private func isRepeated(_ line: UnsafePointer<UInt8>) -> Bool {
    let last = openingCount &- 16
    if last < 0 { return false }
    var offset = 0
    while offset < last {
      if !Self.hasEqualPair(line, opening, offset) { return false }
      offset &+= 16
    }
    return Self.hasEqualPair(line, opening, last)
  }

  /// Returns the address after the opening of a line whose session is not that of the previous
  /// line.
  @inline(never)
  private mutating func skipOther(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock
  ) -> UnsafePointer<UInt8>? {
    if let end = skipKnown(line) { return end }
    guard CanonicalPieces.open(line) else { return nil }
    let name = line + CanonicalPieces.openingCount
    var cursor = CanonicalCursor(start: name)
    guard let count = cursor.text() else { return nil }
    cursor.start += count
    guard cursor.skip(CanonicalPieces.seq), number(of: name, count, block) != nil else {
      return nil
    }
    opening = line
    openingCount = cursor.start - line
    return cursor.start
  }

  /// The same for a known name that is as long as the last one, as most names are.
  ///
  /// Then there is no search for its end. The comparison must not leave the padding of the block.
  @inline(__always)
  private mutating func skipKnown(_ line: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    let name = line + CanonicalPieces.openingCount
    let count = last.count
    guard count > 0, count <= 48, CanonicalPieces.open(line),
      SWAR.load(name + count) == CanonicalPieces.seq
    else { return nil }
    let slot = slots + Self.slot(name, count)
    guard Self.areEqual(slot.pointee, name, count) else { return nil }
    last = slot.pointee
    opening = line
    openingCount = count &+ 26
    return line + openingCount
  }
}
