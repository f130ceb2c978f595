internal import AdSession

/// The earlier open sessions of one name; each began with another header.
///
/// The current session of the name owns it.
final class SessionFamily {
  /// The earlier sessions, in no particular order.
  private(set) var older: [SessionPointer] = []
  /// Their positions by the hash of the header.
  private var positions: [UInt64: Int] = [:]

  /// Adds a session that is no longer the current one.
  func add(_ session: SessionPointer) {
    if let hash = session.value.headerHash { positions[hash] = older.count }
    older.append(session)
  }

  /// Returns the session with a header, and puts the current one in its slot; nil if there is none.
  func exchange(_ current: SessionPointer, forHeader hash: UInt64) -> SessionPointer? {
    guard let index = positions.removeValue(forKey: hash) else { return nil }
    let found = older[index]
    older[index] = current
    if let hash = current.value.headerHash { positions[hash] = index }
    return found
  }
}
