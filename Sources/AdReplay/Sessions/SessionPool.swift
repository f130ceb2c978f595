typealias SessionPointer = UnsafeMutablePointer<OpenSession>

/// Memory of sessions for use again.
struct SessionPool {
  private var free: [SessionPointer] = []

  mutating func take() -> SessionPointer {
    if let session = free.popLast() { return session }
    let session = SessionPointer.allocate(capacity: 1)
    session.initialize(to: OpenSession())
    return session
  }

  /// Takes a session's memory back; the session must be cleared.
  mutating func put(_ session: SessionPointer) {
    if free.count < 4096 { return free.append(session) }
    Self.release(session)
  }

  static func release(_ session: SessionPointer) {
    session.pointee.deallocate()
    session.deinitialize(count: 1)
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
  let memo = BlockMemo()

  init() {}

  deinit {
    pool.releaseAll()
    memo.deallocate()
  }
}
