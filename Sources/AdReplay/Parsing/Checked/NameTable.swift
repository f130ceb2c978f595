/// A fixed set of short names that finds the number of a name in a few loads, without allocation.
///
/// A name is compared by up to three words of eight bytes, so at most 24 bytes are told apart; every
/// name of the vocabulary is shorter, and no longer text can be one of them.
struct NameTable: @unchecked Sendable {
  /// The answer for a name that the table does not have.
  static let none: UInt8 = 255
  static let longest = 24
  private static let slotBits: UInt64 = 9

  private struct Slot {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var middle: UInt64 = 0
    var count = -1
    var number = NameTable.none
  }

  private let slots: UnsafeMutablePointer<Slot>

  /// A table of names and their numbers, which lives as long as the process.
  init(_ names: [(name: String, number: UInt8)]) {
    let size = 1 << Int(Self.slotBits)
    slots = .allocate(capacity: size)
    slots.initialize(repeating: Slot(), count: size)
    for entry in names { insert(entry.name, entry.number) }
  }

  private func insert(_ name: String, _ number: UInt8) {
    let bytes = Array(name.utf8)
    assert(bytes.count <= Self.longest, "the table does not tell longer names apart")
    let slot = Slot(
      first: CanonicalNames.word(bytes, 0),
      last: bytes.count > 8 ? CanonicalNames.word(bytes, bytes.count - 8) : 0,
      middle: bytes.count > 16 ? CanonicalNames.word(bytes, 8) : 0, count: bytes.count,
      number: number)
    var index = Self.index(slot.first, slot.last, bytes.count)
    while slots[index].count >= 0 { index = (index + 1) & (1 << Int(Self.slotBits) - 1) }
    slots[index] = slot
  }

  /// The number of a name; eight bytes from its beginning must be readable.
  @inline(__always)
  func find(_ name: UnsafePointer<UInt8>, _ count: Int) -> UInt8 {
    let first = Self.first(name, count)
    let last = Self.last(name, count)
    var index = Self.index(first, last, count)
    while slots[index].count >= 0 {
      let slot = slots + index
      if slot.pointee.first == first, slot.pointee.last == last, slot.pointee.count == count,
        slot.pointee.middle == Self.middle(name, count)
      {
        return slot.pointee.number
      }
      index = (index &+ 1) & (1 &<< Int(Self.slotBits) &- 1)
    }
    return Self.none
  }

  @inline(__always)
  private static func first(_ name: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let word = load(name)
    return count >= 8 ? word : word & ~(~0 &<< UInt64(truncatingIfNeeded: count &* 8))
  }

  @inline(__always)
  private static func last(_ name: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    count > 8 ? load(name + (count &- 8)) : 0
  }

  @inline(__always)
  private static func middle(_ name: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    count > 16 ? load(name + 8) : 0
  }

  @inline(__always)
  private static func load(_ place: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func index(_ first: UInt64, _ last: UInt64, _ count: Int) -> Int {
    let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count))
    return Int(truncatingIfNeeded: (mixed &* 0xD6E8_FEB8_6659_FD93) &>> (64 &- slotBits))
  }
}
