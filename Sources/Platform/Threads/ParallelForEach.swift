/// Work that falls into parts by number.
package enum Numbers {
  /// Calls a closure with every number below a count, on several threads, the calling one among them;
  /// returns when all calls have returned.
  package static func each(
    below count: Int, jobs: Int, _ body: @escaping @Sendable (Int) -> Void
  ) {
    let next = Next(count)
    let threads = (1..<max(1, min(jobs, count))).compactMap { _ in
      WorkerThread { while let number = next.take() { body(number) } }
    }
    while let number = next.take() { body(number) }
    for thread in threads { thread.join() }
  }

  /// The numbers that no thread has taken yet.
  private final class Next: @unchecked Sendable {
    private let monitor = Monitor()
    private let count: Int
    private var next = 0

    init(_ count: Int) { self.count = count }

    func take() -> Int? {
      monitor.lock()
      defer { monitor.unlock() }
      guard next < count else { return nil }
      next += 1
      return next - 1
    }
  }
}
