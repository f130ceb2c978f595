/// The sessions of one input by name: open ones, and which names are done with.
///
/// Open addressing over 16 bytes a session; a name that is done with keeps its hash only.
struct SessionTable {
  private struct Slot {
    var hash: UInt64 = 0
    var session: SessionPointer?
    var isUsed = false
  }

  enum Entry {
    case open(SessionPointer)
    case done
    case new
  }

  private var slots = [Slot](repeating: Slot(), count: 64)
  private var used = 0

  /// What is known of a name.
  func find(_ name: TextRef) -> Entry {
    slots.withUnsafeBufferPointer { slots in
      var index = Int(truncatingIfNeeded: name.hash) & (slots.count &- 1)
      while slots[index].isUsed {
        if slots[index].hash == name.hash {
          guard let session = slots[index].session else { return .done }
          if session.pointee.key.matches(name) { return .open(session) }
        }
        index = (index &+ 1) & (slots.count &- 1)
      }
      return .new
    }
  }

  /// Adds a session under its name, which must be new.
  mutating func insert(_ session: SessionPointer) {
    if used * 2 >= slots.count { grow() }
    var index = Int(truncatingIfNeeded: session.pointee.nameHash) & (slots.count - 1)
    while slots[index].isUsed { index = (index + 1) & (slots.count - 1) }
    slots[index] = Slot(hash: session.pointee.nameHash, session: session, isUsed: true)
    used += 1
  }

  /// Puts another session in the place of an open one of the same name.
  mutating func replace(_ old: SessionPointer, with session: SessionPointer) {
    if let index = index(of: old) { slots[index].session = session }
  }

  /// Marks the name of an open session as done with.
  mutating func finish(_ session: SessionPointer) {
    if let index = index(of: session) { slots[index].session = nil }
  }

  /// The open session whose name has this hash.
  func current(_ hash: UInt64) -> SessionPointer? {
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[index].isUsed {
      if slots[index].hash == hash, let session = slots[index].session { return session }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  private func index(of session: SessionPointer) -> Int? {
    var index = Int(truncatingIfNeeded: session.pointee.nameHash) & (slots.count - 1)
    while slots[index].isUsed {
      if slots[index].session == session { return index }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.isUsed {
      var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
      while slots[index].isUsed { index = (index + 1) & (slots.count - 1) }
      slots[index] = slot
    }
  }

  /// All open sessions, in no order.
  var open: [SessionPointer] { slots.compactMap(\.session) }
}
