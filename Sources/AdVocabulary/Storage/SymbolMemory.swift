/// The texts of one session, each stored once, in memory that is freed at the end of its life.
///
/// It is raw memory, because every text of every record is looked up here: an array would check
/// bounds, uniqueness and access each time. ``SymbolTable`` wraps it as a value.
@usableFromInline
package struct SymbolMemory: ~Copyable {
  /// The upper half of a hash, then the id; 0 for an empty slot.
  @usableFromInline var slots: UnsafeMutablePointer<UInt64>
  @usableFromInline var mask: Int
  /// The end of the text of each id; the first end belongs to the absent symbol.
  @usableFromInline var ends: UnsafeMutablePointer<UInt32>
  /// The texts in one block, followed by ``padding`` readable bytes.
  @usableFromInline var bytes: UnsafeMutableRawPointer
  /// The number of symbols, including ``Symbol/absent``: every id is smaller.
  @usableFromInline package private(set) var count = 1
  @usableFromInline private(set) var byteCapacity = 0

  /// The number of readable bytes after each text.
  @usableFromInline static let padding = 8

  /// The shared memory of tables without texts, so that an empty table allocates nothing.
  nonisolated(unsafe) private static let nothing: UnsafeMutablePointer<UInt64> = {
    let nothing = UnsafeMutablePointer<UInt64>.allocate(capacity: 2)
    nothing.initialize(repeating: 0, count: 2)
    return nothing
  }()

  /// A table without texts and without memory.
  package init() {
    slots = Self.nothing
    mask = 0
    let more = UnsafeMutableRawPointer(Self.nothing + 1)
    ends = more.assumingMemoryBound(to: UInt32.self)
    bytes = more
  }

  @inlinable
  deinit {
    if mask > 0 { slots.deallocate() }
    if byteCapacity > 0 { bytes.deallocate() }
  }

  /// Removes all texts and keeps the memory, unless it is large.
  package mutating func removeAll() {
    if count == 1 { return }
    if count > 4096 || byteCapacity > 1 << 16 { return self = SymbolMemory() }
    slots.update(repeating: 0, count: mask + 1)
    count = 1
  }

  /// The symbol of a text, new or known; eight bytes after the text must be readable.
  @inlinable @inline(__always)
  package mutating func intern(
    padded text: UnsafeRawPointer, _ length: Int, hash: UInt64
  ) -> Symbol {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 { break }
      let id = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF)
      if (entry ^ hash) &>> 32 == 0, equals(id, text, length) {
        return Symbol(id: UInt32(truncatingIfNeeded: entry))
      }
      slot = (slot &+ 1) & mask
    }
    return insert(UnsafeRawBufferPointer(start: text, count: length), hash: hash)
  }

  /// Whether an id has this text; compares eight bytes at a time and masks the last.
  @inlinable @inline(__always)
  func equals(_ id: Int, _ text: UnsafeRawPointer, _ length: Int) -> Bool {
    let start = Int(ends[id &- 1])
    guard Int(ends[id]) &- start == length else { return false }
    let known = UnsafeRawPointer(bytes) + start
    if length < 8 {
      let difference = known.loadUnaligned(as: UInt64.self) ^ text.loadUnaligned(as: UInt64.self)
      // The first bytes are the lower bits of a word.
      return UInt64(littleEndian: difference) &<< UInt64(truncatingIfNeeded: 64 &- length &* 8) == 0
        || length == 0
    }
    var offset = 0
    let last = length &- 8
    while offset < last {
      if Self.differ(known, text, offset) { return false }
      offset &+= 8
    }
    return !Self.differ(known, text, last)
  }

  @inlinable @inline(__always)
  static func differ(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ offset: Int) -> Bool {
    a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// The id of a text; nil where it is new.
  func find(_ text: UnsafeRawBufferPointer, hash: UInt64) -> Symbol? {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = slots[slot]
      let id = UInt32(truncatingIfNeeded: entry)
      if (entry ^ hash) &>> 32 == 0, SymbolTable.equals(self.text(Int(id)), text) {
        return Symbol(id: id)
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// The symbol of a text, new or known.
  package mutating func intern(_ text: UnsafeRawBufferPointer) -> Symbol {
    let hash = SymbolTable.hash(text)
    return find(text, hash: hash) ?? insert(text, hash: hash)
  }

  /// Adds a new text as the next symbol.
  package mutating func append(_ text: UnsafeRawBufferPointer) {
    _ = insert(text, hash: SymbolTable.hash(text))
  }

  /// The bytes of the text of an id, which must be in the table.
  @inlinable @inline(__always)
  package func text(_ id: Int) -> UnsafeRawBufferPointer {
    let start = Int(ends[id &- 1])
    return UnsafeRawBufferPointer(start: bytes + start, count: Int(ends[id]) &- start)
  }

  /// Where all texts end.
  package var byteCount: Int { Int(ends[count - 1]) }

  /// Adds a text that is new.
  @usableFromInline @inline(never)
  mutating func insert(_ text: UnsafeRawBufferPointer, hash: UInt64) -> Symbol {
    if count * 2 > mask { grow() }
    let start = byteCount
    if start + text.count > byteCapacity { reserve(start + text.count) }
    if let source = text.baseAddress {
      (bytes + start).copyMemory(from: source, byteCount: text.count)
    }
    let id = count
    ends[id] = UInt32(start + text.count)
    count = id + 1
    insert(UInt32(id), hash)
    return Symbol(id: UInt32(id))
  }

  private func insert(_ id: UInt32, _ hash: UInt64) {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(id)
  }

  /// Makes room for twice as many texts, at first for 31.
  @inline(never)
  private mutating func grow() {
    var size = mask == 0 ? 64 : (mask + 1) * 2
    while size <= count * 2 { size *= 2 }
    let larger = Self.allocate(size: size, ends: size / 2)
    larger.ends.update(from: ends, count: count)
    if mask > 0 { slots.deallocate() }
    slots = larger.slots
    ends = larger.ends
    mask = size - 1
    for id in 1..<count { insert(UInt32(id), SymbolTable.hash(text(id))) }
  }

  /// Slots, and behind them so many ends.
  private static func allocate(
    size: Int, ends count: Int
  ) -> (slots: UnsafeMutablePointer<UInt64>, ends: UnsafeMutablePointer<UInt32>) {
    let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: size + (count + 1) / 2)
    slots.initialize(repeating: 0, count: size)
    let ends = UnsafeMutableRawPointer(slots + size)
      .initializeMemory(as: UInt32.self, repeating: 0, count: count)
    return (slots, ends)
  }

  @inline(never)
  private mutating func reserve(_ wanted: Int) {
    let capacity = max(wanted, max(256, byteCapacity * 2))
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: capacity + Self.padding, alignment: 8)
    larger.copyMemory(from: bytes, byteCount: byteCount)
    (larger + capacity).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
    if byteCapacity > 0 { bytes.deallocate() }
    bytes = larger
    byteCapacity = capacity
  }
}

extension SymbolMemory {
  /// Loads a read-only table: symbols have texts, but texts cannot be looked up.
  ///
  /// Empty if the ends are invalid.
  ///
  /// `fill` writes the texts and the end of each in place.
  init<Failure: Error>(
    byteCount: Int, count: Int,
    fill: (
      _ texts: UnsafeMutableRawBufferPointer, _ ends: UnsafeMutableBufferPointer<UInt32>
    ) throws(Failure) -> Void
  ) throws(Failure) {
    self.init()
    guard byteCount >= 0, count > 0 else { return }
    // Two slots, in which nothing is ever found.
    (slots, ends) = Self.allocate(size: 2, ends: count)
    mask = 1
    reserve(max(1, byteCount))
    let texts = UnsafeMutableRawBufferPointer(start: bytes, count: byteCount)
    let all = UnsafeMutableBufferPointer(start: ends, count: count)
    try fill(texts, all)
    var end: UInt32 = 0
    var isRising = ends[0] == 0
    for next in all {
      isRising = isRising && next >= end
      end = next
    }
    if isRising, Int(end) <= byteCount { self.count = count } else { self = SymbolMemory() }
  }

  /// A copy with memory of its own.
  func copy() -> SymbolMemory {
    var copy = SymbolMemory()
    for id in 1..<count {
      let text = text(id)
      _ = copy.insert(text, hash: SymbolTable.hash(text))
    }
    return copy
  }
}
