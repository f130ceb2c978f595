/// Distinguishes new delegate calls from calls that a delegate passes back to the recorder.
///
/// A delegate of the app or of another library may forward each call to the delegate that it
/// replaced. If that is the recorder, it receives a call that it has already recorded and is just
/// forwarding.
public struct EchoGuard<Thread: Hashable & Sendable>: Sendable {
  private var open: [Thread: [String: Int]] = [:]

  /// Creates a guard without open calls.
  public init() {}

  /// Begins a call; returns the number of open calls of the same name on this thread.
  public mutating func begin(_ call: String, on thread: Thread) -> Int {
    let depth = open[thread, default: [:]][call, default: 0]
    open[thread, default: [:]][call] = depth + 1
    return depth
  }

  /// Ends a call that ``begin(_:on:)`` began.
  public mutating func end(_ call: String, on thread: Thread) {
    guard let depth = open[thread]?[call] else { return }
    open[thread]?[call] = depth > 1 ? depth - 1 : nil
    if open[thread]?.isEmpty == true { open[thread] = nil }
  }

  /// Sets the open calls of a thread aside while it does something that makes new calls, such as a
  /// presentation from within a callback.
  public mutating func interrupt(_ thread: Thread) -> Interrupted {
    Interrupted(calls: open.removeValue(forKey: thread))
  }

  /// Restores the open calls that ``interrupt(_:)`` set aside.
  public mutating func resume(_ interrupted: Interrupted, on thread: Thread) {
    open[thread] = interrupted.calls
  }

  /// The open calls of a thread that are set aside.
  public struct Interrupted: Sendable {
    fileprivate var calls: [String: Int]?
  }
}
