#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A lock around a value that several threads change.
package final class Lock<Value: ~Copyable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: consuming Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    let failure = pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "the system has no memory for a lock")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func locked<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock()
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// The lock is held so briefly that it is usually free again before a waiting thread sleeps.
  private func lock() {
    for _ in 0..<64 where pthread_mutex_trylock(mutex) == 0 { return }
    pthread_mutex_lock(mutex)
  }
}
