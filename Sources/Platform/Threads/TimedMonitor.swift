#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A lock with a condition to wait for, at most for some time.
///
/// The time is measured on a monotonic clock: by the wall clock, which is what conditions wait by
/// unless told otherwise, a clock set back by a day would make the writer sleep for a day.
package final class TimedMonitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
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

  /// Does something with the lock held.
  @inline(__always)
  package func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  package func wakeAll() { pthread_cond_broadcast(condition) }

  /// Gives the lock away until another thread calls ``wakeAll()`` or the time is over; may return
  /// sooner, too.
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
