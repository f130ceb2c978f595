/// Tells a call that comes back from one that comes anew.
///
/// A delegate that an app, or another library, puts before the recorder's may pass each call on to
/// the recorder, which has already recorded it and is just passing it to that delegate.
public struct EchoGuard<Thread: Hashable & Sendable>: Sendable {
  private var open: [Thread: [String: Int]] = [:]

  /// Knows no call yet.
  public init() {}

  /// A call begins; within how many of the same that have not ended on this thread.
  public mutating func begin(_ call: String, on thread: Thread) -> Int {
    let depth = open[thread, default: [:]][call, default: 0]
    open[thread, default: [:]][call] = depth + 1
    return depth
  }

  /// A call ends.
  public mutating func end(_ call: String, on thread: Thread) {
    guard let depth = open[thread]?[call] else { return }
    open[thread]?[call] = depth > 1 ? depth - 1 : nil
    if open[thread]?.isEmpty == true { open[thread] = nil }
  }

  /// Something begins on a thread that may make calls of its own, such as a presentation out of a
  /// callback; what it interrupts.
  public mutating func interrupt(_ thread: Thread) -> Interrupted {
    Interrupted(calls: open.removeValue(forKey: thread))
  }

  /// It is over: what it interrupted goes on.
  public mutating func resume(_ interrupted: Interrupted, on thread: Thread) {
    open[thread] = interrupted.calls
  }

  /// Calls that wait for something that was begun in them.
  public struct Interrupted: Sendable {
    fileprivate var calls: [String: Int]?
  }
}
