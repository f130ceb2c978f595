import Foundation

/// Runs closures one after the other on a thread of its own, and abandons the thread if a call of
/// the manager does not return.
///
/// A thread cannot be ended from outside, so an abandoned one stays blocked until the process ends.
final class Watchdog {
  private var worker: Worker?

  deinit { worker?.end() }

  /// Runs a closure and waits for it.
  ///
  /// - Parameter timeout: The maximum duration of a call of the manager, in seconds.
  /// - Returns: The name of the call that did not return in time; nil if the closure returned.
  func run(
    _ supervisor: ManagerSupervisor, timeout: Double, _ body: @escaping () -> Void
  ) -> String? {
    let worker = worker ?? Worker()
    self.worker = worker
    worker.begin(body)
    while !worker.isDone(within: min(0.2, timeout / 2)) {
      if let call = supervisor.abandon(after: timeout) {
        self.worker = nil
        return call
      }
    }
    return nil
  }

  /// A thread and its current closure, handed over by semaphores.
  private final class Worker: @unchecked Sendable {
    private var body: (() -> Void)?
    private let begun = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)

    init() {
      let thread = Thread { [self] in work() }
      thread.stackSize = 64 << 20
      thread.start()
    }

    private func work() {
      while true {
        begun.wait()
        guard let body else { return }
        body()
        done.signal()
      }
    }

    func begin(_ body: @escaping () -> Void) {
      self.body = body
      begun.signal()
    }

    func isDone(within seconds: Double) -> Bool { done.wait(timeout: .now() + seconds) == .success }

    func end() {
      body = nil
      begun.signal()
    }
  }
}
