/// The sessions of one input by name: open ones, and which names are done with.
///
/// Open addressing over 16 bytes an open session; a name that is done with keeps its hash only.
struct SessionTable {
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

  private var slots = [Slot](repeating: Slot(), count: 64)
  /// Slots with a hash, of open sessions or not.
  private var used = 0
  private var openCount = 0
  private var done = HashSet64()

  /// What is known of a name.
  func find(_ name: TextRef) -> Entry {
    let hash = Self.nonzero(name.hash)
    let found: SessionPointer? = slots.withUnsafeBufferPointer { slots in
      var index = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
      while !slots[index].isUnused {
        if slots[index].hash == hash, let session = slots[index].session,
          session.pointee.key.matches(name)
        {
          return session
        }
        index = (index &+ 1) & (slots.count &- 1)
      }
      return nil
    }
    if let found { return .open(found) }
    return done.contains(hash) ? .done : .new
  }

  /// Adds a session under its name, which must be new.
  mutating func insert(_ session: SessionPointer) {
    if used * 2 >= slots.count { rebuild() }
    place(Slot(hash: Self.nonzero(session.pointee.nameHash), session: session))
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
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while !slots[index].isUnused {
      if slots[index].hash == hash, let session = slots[index].session { return session }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The hashes of the names that are done with.
  var doneHashes: [UInt64] { done.all }

  /// Marks a name as done with by its hash.
  mutating func addDone(_ hash: UInt64) { done.insert(hash) }

  /// All open sessions, in no order.
  var open: [SessionPointer] { slots.compactMap(\.session) }

  private func index(of session: SessionPointer) -> Int? {
    var index = Int(truncatingIfNeeded: Self.nonzero(session.pointee.nameHash)) & (slots.count - 1)
    while !slots[index].isUnused {
      if slots[index].session == session { return index }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Makes room for twice the open sessions, and forgets where others were.
  private mutating func rebuild() {
    let old = slots
    var size = 64
    while size < openCount * 4 { size *= 2 }
    slots = [Slot](repeating: Slot(), count: size)
    used = openCount
    for slot in old where slot.session != nil { place(slot) }
  }

  private mutating func place(_ slot: Slot) {
    var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
    while !slots[index].isUnused { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
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
