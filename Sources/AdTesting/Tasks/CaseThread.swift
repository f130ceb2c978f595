import Foundation

/// A thread on which cases run one after the other, with the tasks of the manager under test.
final class CaseThread: @unchecked Sendable {
  /// The jobs of the tasks that the manager started, in the order in which they became ready.
  let tasks = TaskQueue()
  private var identity: CallerThread?
  private var body: (() -> Void)?
  private let begun = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  init() {
    TaskInterception.install()
    let thread = Thread { [self] in work() }
    thread.stackSize = 64 << 20
    thread.start()
  }

  private func work() {
    identity = CallerThread()
    Self.register { $0.append(self) }
    while true {
      begun.wait()
      guard var current = take() else { break }
      current()
      // Nothing of the case, such as its last manager, may outlive it.
      current = {}
      done.signal()
    }
    Self.register { threads in threads.removeAll { $0 === self } }
  }

  private func take() -> (() -> Void)? {
    defer { body = nil }
    return body
  }

  /// Runs a closure on the thread; see ``isDone(within:)``.
  func begin(_ body: @escaping () -> Void) {
    self.body = body
    begun.signal()
  }

  /// Waits for the closure; returns whether it returned in time.
  func isDone(within seconds: Double) -> Bool { done.wait(timeout: .now() + seconds) == .success }

  /// Ends the thread after the current closure.
  func end() {
    body = nil
    begun.signal()
  }

  // MARK: All threads

  private static let lock = NSLock()
  nonisolated(unsafe) private static var threads: [CaseThread] = []

  private static func register(_ change: (inout [CaseThread]) -> Void) {
    lock.withLock { change(&threads) }
  }

  /// The case thread that is the thread of the caller; nil if it is any other thread.
  static var running: CaseThread? {
    lock.withLock { threads.first { $0.identity?.isCurrent ?? false } }
  }
}
