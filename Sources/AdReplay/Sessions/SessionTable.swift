internal import AdSession

/// The sessions of one input by name: open sessions, and the names of complete ones.
///
/// A hash table with open addressing and 16 bytes for each open session. Of the name of a complete
/// session only the hash is kept.
struct SessionTable: ~Copyable {
  struct Slot {
    var hash: UInt64 = 0
    /// nil with a hash: a slot of a session that is complete.
    var session: SessionPointer?

    var isUnused: Bool { hash == 0 }
  }

  enum Entry {
    case open(SessionPointer)
    case complete
    case new
  }

  private var slots = Slab(count: 64) { _ in Slot() }
  private var mask = 63
  /// The number of slots with a hash, of open sessions or not.
  private var used = 0
  private var openCount = 0
  private var completed = HashSet64()

  init() {}

  /// The entry of a name.
  @inline(__always)
  func find(_ name: TextRef) -> Entry {
    let hash = Self.nonzero(name.hash)
    var index = Int(truncatingIfNeeded: hash) & mask
    while !slots[index].isUnused {
      if slots[index].hash == hash, let session = slots[index].session,
        session.value.key.matches(padded: name.start, name.count)
      {
        return .open(session)
      }
      index = (index &+ 1) & mask
    }
    return completed.contains(hash) ? .complete : .new
  }

  /// Adds a session under its name, which must be new.
  mutating func insert(_ session: SessionPointer) {
    if used * 2 > mask { rebuild() }
    place(Slot(hash: Self.nonzero(session.value.nameHash), session: session))
    used += 1
    openCount += 1
  }

  /// Replaces an open session by another one of the same name.
  mutating func replace(_ old: SessionPointer, with session: SessionPointer) {
    if let index = index(of: old) { slots[index].session = session }
  }

  /// Removes an open session and marks its name as complete.
  mutating func finish(_ session: SessionPointer) {
    guard let index = index(of: session) else { return }
    slots[index].session = nil
    openCount -= 1
    completed.insert(slots[index].hash)
  }

  /// The open session whose name has a hash.
  func current(_ hash: UInt64) -> SessionPointer? {
    let hash = Self.nonzero(hash)
    var index = Int(truncatingIfNeeded: hash) & mask
    while !slots[index].isUnused {
      if slots[index].hash == hash, let session = slots[index].session { return session }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// All open sessions, in no order.
  var open: [SessionPointer] { (0...mask).compactMap { slots[$0].session } }

  private func index(of session: SessionPointer) -> Int? {
    var index = Int(truncatingIfNeeded: Self.nonzero(session.value.nameHash)) & mask
    while !slots[index].isUnused {
      if slots[index].session == session { return index }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// Makes room for twice the open sessions and drops the slots of complete ones.
  private mutating func rebuild() {
    var size = 64
    while size < openCount * 4 { size *= 2 }
    var old = Slab(count: size) { _ in Slot() }
    swap(&old, &slots)
    mask = size - 1
    used = openCount
    for index in 0..<old.count where old[index].session != nil { place(old[index]) }
  }

  private mutating func place(_ slot: Slot) {
    var index = Int(truncatingIfNeeded: slot.hash) & mask
    while !slots[index].isUnused { index = (index &+ 1) & mask }
    slots[index] = slot
  }

  /// The hash of a slot in use, which is never zero.
  private static func nonzero(_ hash: UInt64) -> UInt64 { hash == 0 ? 1 : hash }
}

/// A set of hashes other than zero; each takes 10 to 20 bytes.
struct HashSet64 {
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0

  func contains(_ hash: UInt64) -> Bool {
    var index = Self.start(hash) & (slots.count - 1)
    while slots[index] != 0 {
      if slots[index] == hash { return true }
      index = (index + 1) & (slots.count - 1)
    }
    return false
  }

  mutating func insert(_ hash: UInt64) {
    if count * 5 >= slots.count * 4 { grow() }
    if place(hash) { count += 1 }
  }

  /// Stores a hash; false if it was in the set before.
  private mutating func place(_ hash: UInt64) -> Bool {
    var index = Self.start(hash) & (slots.count - 1)
    while slots[index] != 0 {
      if slots[index] == hash { return false }
      index = (index + 1) & (slots.count - 1)
    }
    slots[index] = hash
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for hash in old where hash != 0 { _ = place(hash) }
  }

  /// Uses other bits of the hash than the table of open sessions, so that their clusters differ.
  private static func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> 17) }
}
