internal import JournalFormat
internal import JSONLines

/// The names of the sessions of a block and their numbers among its texts.
///
/// Most lines have the name of the line before, most others one that came not long ago.
struct SessionCache {
  /// A name in the block, and its number.
  struct Entry {
    var start: UnsafePointer<UInt8>
    /// 0 for none: no name is empty.
    var count = 0
    var number: UInt32 = 0
  }

  /// The name that came last.
  private(set) var last: Entry
  /// The last line in the writer's own layout and how many of its bytes, up to `seq`, say nothing
  /// but the name; 0 where another line came behind it.
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

  /// Where the name of no session lies.
  private let nowhere: UnsafePointer<UInt8>

  /// Gives the memory back; it must not be used again.
  func deallocate() {
    slots.deallocate()
    nowhere.deallocate()
  }

  /// Forgets what belongs to the block before.
  mutating func beginBlock() {
    last = Entry(start: nowhere)
    openingCount = 0
    slots.update(repeating: last, count: 1 << Int(Self.slotBits))
  }

  /// The number of a name, which is added to the block if it is new; nil for no name of a session.
  @inline(never)
  mutating func number(
    of name: UnsafePointer<UInt8>, _ count: Int, _ block: ParsedBlock
  ) -> UInt32? {
    guard count > 0, count <= 64 else { return nil }
    if Self.areEqual(last, name, count) { return last.number }
    let slot = slots + Self.slot(name, count)
    if !Self.areEqual(slot.pointee, name, count) {
      guard SessionName.isValid(UnsafeRawBufferPointer(start: name, count: count)) else {
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
    // Of a short name nothing that follows it, so that it has one place, and one number.
    let rest = UInt64(truncatingIfNeeded: max(0, 8 &- count) &* 8)
    let first = SWAR.load(name) &<< rest
    let last = count >= 8 ? SWAR.load(name + (count &- 8)) : 0
    let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: mixed &>> (64 &- slotBits))
  }
}

/// Where a line begins as a writer of this format begins it: `{"v":1,"session":"…","seq":`.
extension SessionCache {
  /// Behind the name and `","seq":` of a line in the writer's own layout; nil for any other line.
  @inline(__always)
  mutating func skipOpening(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock
  ) -> UnsafePointer<UInt8>? {
    isRepeated(line) ? line + openingCount : skipOther(line, block)
  }

  /// Whether the line begins like the one before.
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

  /// Behind the opening of a line of another session than the one before.
  @inline(never)
  private mutating func skipOther(
    _ line: UnsafePointer<UInt8>, _ block: ParsedBlock
  ) -> UnsafePointer<UInt8>? {
    if let end = skipKnown(line) { return end }
    guard CanonicalPieces.open(line) else { return nil }
    let name = line + CanonicalPieces.openingCount
    var place = CanonicalCursor(start: name)
    guard let count = place.text() else { return nil }
    place.start += count
    guard place.skip(CanonicalPieces.seq), number(of: name, count, block) != nil else { return nil }
    opening = line
    openingCount = place.start - line
    return place.start
  }

  /// The same for a name that came before and is as long as the last one, as most names are.
  ///
  /// Then its end need not be searched. Looking there must not leave the padding of the block.
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
