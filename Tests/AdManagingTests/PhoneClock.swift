import Platform
import Foundation

/// The clocks of a simulated phone, for a recorder whose writer is a real thread.
final class PhoneClock: @unchecked Sendable {
  private let lock = NSLock()
  private var t: Int64
  private var wall: Int64
  /// Milliseconds that pass whenever somebody looks: as if every call took so long.
  private let pace: Int64
  /// Called behind every look, on the thread that looks.
  private var afterLook: (@Sendable () -> Void)?

  init(t: Int64 = 0, wall: Int64, pace: Int64 = 0) {
    self.t = t
    self.wall = wall
    self.pace = pace
  }

  /// Clocks for a recorder; files are real.
  var system: SystemCalls {
    var system = SystemCalls.live
    system.now = {
      let (time, afterLook) = self.look()
      afterLook?()
      return time * 1_000_000
    }
    system.wall = { self.read().wall * 1_000_000 }
    return system
  }

  /// Sets both, in milliseconds; whether the wall clock jumped.
  func willJump(to t: Int64, wall: Int64) -> Bool {
    let now = read()
    return now.wall - now.t != wall - t
  }

  func set(to t: Int64, wall: Int64) { lock.withLock { (self.t, self.wall) = (t, wall) } }

  func advance(by milliseconds: Int64) {
    lock.withLock {
      t += milliseconds
      wall += milliseconds
    }
  }

  var now: Int64 { read().t }
  var wallNow: Int64 { read().wall }

  private func read() -> (t: Int64, wall: Int64) { lock.withLock { (t, wall) } }

  /// Has a function called behind every look, on the thread that looks; nil: nothing.
  func callAfterLooks(_ afterLook: (@Sendable () -> Void)?) {
    lock.withLock { self.afterLook = afterLook }
  }

  private func look() -> (t: Int64, (@Sendable () -> Void)?) {
    lock.withLock {
      t += pace
      wall += pace
      return (t, afterLook)
    }
  }
}
