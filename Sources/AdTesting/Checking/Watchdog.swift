import Foundation

/// Runs work on a thread of its own and gives up when the manager does not return from a call.
enum Watchdog {
  /// Why there is no result.
  struct Hang: Error {
    /// The call that the manager did not return from.
    let call: String
  }

  /// The result of some work; throws where a call of the manager lasts longer than so many seconds.
  ///
  /// The thread of a manager that hangs is left behind.
  static func run<Value>(
    _ report: ManagerReport, limit: Double, _ body: @escaping () -> Value
  ) throws(Hang) -> Value {
    let job = Job(body)
    let thread = Thread { job.run() }
    thread.stackSize = 64 << 20
    thread.start()
    while true {
      if job.isDone(within: min(0.2, limit / 2)), let value = job.value { return value }
      if let call = report.hangingCall(longerThan: limit) { throw Hang(call: call) }
    }
  }

  /// Work and its result; the semaphore keeps the two threads apart.
  private final class Job<Value>: @unchecked Sendable {
    private let body: () -> Value
    private let done = DispatchSemaphore(value: 0)
    var value: Value?

    init(_ body: @escaping () -> Value) { self.body = body }

    func run() {
      value = body()
      done.signal()
    }

    func isDone(within seconds: Double) -> Bool { done.wait(timeout: .now() + seconds) == .success }
  }
}
