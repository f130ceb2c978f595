/// Runs closures one after the other on a thread of its own, and abandons the thread if a call of
/// the manager does not return.
///
/// A thread cannot be ended from outside, so an abandoned one stays blocked until the process ends.
final class Watchdog {
  private var thread: CaseThread?

  deinit { thread?.end() }

  /// Runs a closure and waits for it.
  ///
  /// - Parameter timeout: The maximum duration of a call of the manager, in seconds.
  /// - Returns: The name of the call that did not return in time; nil if the closure returned.
  func run(
    _ supervisor: ManagerSupervisor, timeout: Double, _ body: @escaping () -> Void
  ) -> String? {
    let thread = thread ?? CaseThread()
    self.thread = thread
    thread.begin(body)
    while !thread.isDone(within: min(0.2, timeout / 2)) {
      if let call = supervisor.abandon(after: timeout) {
        self.thread = nil
        return call
      }
    }
    return nil
  }
}
