import Platform
import Foundation

/// The clocks of a simulated device, for a recorder with a real writer thread.
final class PhoneClock: @unchecked Sendable {
  private let lock = NSLock()
  private var t: Int64
  private var wall: Int64
  /// The milliseconds that pass with every reading of the monotonic clock.
  private let pace: Int64
  /// Called after every reading, on the same thread.
  private var afterReading: (@Sendable () -> Void)?

  init(t: Int64 = 0, wall: Int64, pace: Int64 = 0) {
    self.t = t
    self.wall = wall
    self.pace = pace
  }

  /// System calls for a recorder with these clocks and real files.
  var system: SystemCalls {
    var system = SystemCalls.live
    system.now = {
      let (time, afterReading) = self.readAndAdvance()
      afterReading?()
      return time * 1_000_000
    }
    system.wall = { self.read().wall * 1_000_000 }
    return system
  }

  /// Whether setting both clocks, in milliseconds, would move the wall clock against the other.
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

  /// Sets the function that is called after every reading, on the same thread.
  func callAfterReadings(_ afterReading: (@Sendable () -> Void)?) {
    lock.withLock { self.afterReading = afterReading }
  }

  private func readAndAdvance() -> (t: Int64, (@Sendable () -> Void)?) {
    lock.withLock {
      t += pace
      wall += pace
      return (t, afterReading)
    }
  }
}
