#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A lock with a condition to wait for, optionally with a time limit.
///
/// Time limits are measured on a monotonic clock. Conditions wait by the wall clock by default; if
/// somebody set it back by a day, a waiting thread would sleep for a day.
package final class ConditionLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    var failures = pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      failures |= pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      failures |= pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
    // Without a lock the threads would overwrite each other's data.
    precondition(failures == 0, "the system has no memory for a lock")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(condition)
    mutex.deallocate()
    condition.deallocate()
  }

  @inline(__always)
  package func lock() { pthread_mutex_lock(mutex) }

  @inline(__always)
  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Locks, after some attempts that do not put the thread to sleep.
  ///
  /// Use it for locks that are held so briefly that they are usually free again before a thread
  /// falls asleep.
  package func lockBriefly() {
    for _ in 0..<Self.attempts where pthread_mutex_trylock(mutex) == 0 { return }
    pthread_mutex_lock(mutex)
  }

  private static let attempts = 64

  /// Locks if the lock is free; returns whether it did.
  package func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  /// Calls `body` with the lock held.
  @inline(__always)
  package func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  package func wakeAll() { pthread_cond_broadcast(condition) }

  /// Releases the lock and waits for ``wakeAll()``; spurious wake-ups are possible.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// Releases the lock and waits for ``wakeAll()`` or until the time is over; spurious wake-ups are
  /// possible.
  package func wait(nanoseconds: Int64?) {
    guard let nanoseconds else {
      pthread_cond_wait(condition, mutex)
      return
    }
    guard nanoseconds > 0 else { return }
    #if canImport(Darwin)
      var time = Self.time(min(nanoseconds, 1 << 60))
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let start = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
      var time = Self.time(start + min(nanoseconds, 1 << 60))
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }

  private static func time(_ nanoseconds: Int64) -> timespec {
    timespec(
      tv_sec: .init(nanoseconds / 1_000_000_000), tv_nsec: .init(nanoseconds % 1_000_000_000))
  }
}
