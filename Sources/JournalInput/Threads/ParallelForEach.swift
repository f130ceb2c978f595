internal import Platform

/// Calls `body` with every index below `count`, on several threads including the calling one;
/// returns when all calls have returned.
package func parallelForEach(
  below count: Int, jobs: Int, _ body: @escaping @Sendable (Int) -> Void
) {
  let next = NextIndex(count)
  let threads = (1..<max(1, min(jobs, count))).compactMap { _ in
    WorkerThread { while let index = next.take() { body(index) } }
  }
  while let index = next.take() { body(index) }
  for thread in threads { thread.join() }
}

/// The indices that no thread has taken yet.
private final class NextIndex: @unchecked Sendable {
  private let lock = ConditionLock()
  private let count: Int
  private var next = 0

  init(_ count: Int) { self.count = count }

  func take() -> Int? {
    lock.lockBriefly()
    defer { lock.unlock() }
    guard next < count else { return nil }
    next += 1
    return next - 1
  }
}
