internal import AdSession
/// The sessions of one input by name: open ones, and which names are done with.
///
/// Open addressing over 16 bytes an open session, in memory of its own; a name that is done with
/// keeps its hash only.
struct SessionTable: ~Copyable {
  private struct Slot {
    var hash: UInt64 = 0
    /// nil with a hash: a place that was used and is free again.
    var session: SessionPointer?

    var isUnused: Bool { hash == 0 }
  }

  enum Entry {
    case open(SessionPointer)
    case done
    case new
  }

  private var slots = SessionTable.slots(64)
  private var mask = 63
  /// Slots with a hash, of open sessions or not.
  private var used = 0
  private var openCount = 0
  private var done = HashSet64()

  init() {}

  deinit { slots.deallocate() }

  /// What is known of a name.
  @inline(__always)
  func find(_ name: TextRef) -> Entry {
    let hash = Self.nonzero(name.hash)
    var index = Int(truncatingIfNeeded: hash) & mask
    while !slots[index].isUnused {
      if slots[index].hash == hash, let session = slots[index].session,
        session.value.key.matches(name)
      {
        return .open(session)
      }
      index = (index &+ 1) & mask
    }
    return done.contains(hash) ? .done : .new
  }

  /// Adds a session under its name, which must be new.
  mutating func insert(_ session: SessionPointer) {
    if used * 2 > mask { rebuild() }
    place(Slot(hash: Self.nonzero(session.value.nameHash), session: session))
    used += 1
    openCount += 1
  }

  /// Puts another session in the place of an open one of the same name.
  mutating func replace(_ old: SessionPointer, with session: SessionPointer) {
    if let index = index(of: old) { slots[index].session = session }
  }

  /// Marks the name of an open session as done with.
  mutating func finish(_ session: SessionPointer) {
    guard let index = index(of: session) else { return }
    slots[index].session = nil
    openCount -= 1
    done.insert(slots[index].hash)
  }

  /// The open session whose name has this hash.
  func current(_ hash: UInt64) -> SessionPointer? {
    let hash = Self.nonzero(hash)
    var index = Int(truncatingIfNeeded: hash) & mask
    while !slots[index].isUnused {
      if slots[index].hash == hash, let session = slots[index].session { return session }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// The hashes of the names that are done with.
  var doneHashes: [UInt64] { done.all }

  /// Marks a name as done with by its hash.
  mutating func addDone(_ hash: UInt64) { done.insert(hash) }

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

  /// Makes room for twice the open sessions, and forgets where others were.
  private mutating func rebuild() {
    let old = UnsafeMutableBufferPointer(start: slots, count: mask + 1)
    var size = 64
    while size < openCount * 4 { size *= 2 }
    slots = Self.slots(size)
    mask = size - 1
    used = openCount
    for slot in old where slot.session != nil { place(slot) }
    old.deallocate()
  }

  private mutating func place(_ slot: Slot) {
    var index = Int(truncatingIfNeeded: slot.hash) & mask
    while !slots[index].isUnused { index = (index &+ 1) & mask }
    slots[index] = slot
  }

  private static func slots(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(), count: count)
    return slots
  }

  /// Zero says that a slot is unused.
  private static func nonzero(_ hash: UInt64) -> UInt64 { hash == 0 ? 1 : hash }
}

/// A set of hashes other than zero, in 10 to 20 bytes each.
struct HashSet64 {
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0

  func contains(_ hash: UInt64) -> Bool {
    slots.withUnsafeBufferPointer { slots in
      var index = Self.start(hash) & (slots.count &- 1)
      while slots[index] != 0 {
        if slots[index] == hash { return true }
        index = (index &+ 1) & (slots.count &- 1)
      }
      return false
    }
  }

  /// All hashes, in no order.
  var all: [UInt64] { slots.filter { $0 != 0 } }

  mutating func insert(_ hash: UInt64) {
    if count * 5 >= slots.count * 4 { grow() }
    if place(hash) { count += 1 }
  }

  /// False where it is there already.
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

  /// Other bits than the table of open sessions uses, so that their clusters differ.
  private static func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> 17) }
}
