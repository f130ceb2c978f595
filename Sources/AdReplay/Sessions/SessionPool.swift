internal import AdSession

typealias SessionPointer = Cell<OpenSession>

/// Memory of sessions for use again.
struct SessionPool {
  private var free: [SessionPointer] = []

  mutating func take() -> SessionPointer {
    if let session = free.popLast() { return session }
    return SessionPointer(OpenSession())
  }

  /// Takes a session's memory back; the session must be cleared.
  mutating func put(_ session: SessionPointer) {
    if free.count < 4096 { return free.append(session) }
    Self.release(session)
  }

  static func release(_ session: SessionPointer) {
    session.value.deallocate()
    session.deallocate()
  }

  mutating func releaseAll() {
    for session in free { Self.release(session) }
    free.removeAll()
  }
}

/// The memory that the inputs of one call share; each uses it in its turn.
final class PoolBox {
  @exclusivity(unchecked) var pool = SessionPool()
  let cache = BlockCache()

  init() {}

  deinit {
    pool.releaseAll()
    cache.deallocate()
  }
}
