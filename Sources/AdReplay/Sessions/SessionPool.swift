package import AdSession

package typealias SessionPointer = Cell<OpenSession>

/// Memory of complete sessions, for reuse.
package struct SessionPool {
  private var free: [SessionPointer] = []

  mutating func take() -> SessionPointer {
    if let session = free.popLast() { return session }
    return SessionPointer(OpenSession())
  }

  /// Returns the memory of a session, which must be cleared.
  package mutating func put(_ session: SessionPointer) {
    if free.count < 4096 { return free.append(session) }
    Self.release(session)
  }

  package static func release(_ session: SessionPointer) {
    session.value.deallocate()
    session.deallocate()
  }

  mutating func releaseAll() {
    for session in free { Self.release(session) }
    free.removeAll()
  }
}

/// The memory that all inputs of a call share; one input at a time uses it.
package final class PoolBox {
  @exclusivity(unchecked) package var pool = SessionPool()
  let cache = BlockCache()

  package init() {}

  deinit { pool.releaseAll() }
}
