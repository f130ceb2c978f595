import Foundation

/// Runs one piece of work after the other on a thread of its own, and gives up on a thread in which
/// the manager does not return from a call.
///
/// A thread that was given up on is left behind: no one can end it. It never comes back into the
/// simulated world.
final class Watchdog {
  private var worker: Worker?

  deinit { worker?.end() }

  /// Does some work; answers the call of the manager that lasts longer than so many seconds, nil
  /// where it was done.
  func run(_ report: ManagerReport, limit: Double, _ body: @escaping () -> Void) -> String? {
    let worker = worker ?? Worker()
    self.worker = worker
    worker.begin(body)
    while !worker.isDone(within: min(0.2, limit / 2)) {
      if let call = report.abandon(after: limit) {
        self.worker = nil
        return call
      }
    }
    return nil
  }

  /// A thread and what it works on; the semaphores keep the two threads apart.
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
