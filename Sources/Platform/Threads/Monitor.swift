#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A lock with a condition to wait for.
package final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(condition)
    mutex.deallocate()
    condition.deallocate()
  }

  /// Locks are held for so short a time that most are free again before a thread falls asleep.
  package func lock() {
    for _ in 0..<Self.tries where pthread_mutex_trylock(mutex) == 0 { return }
    pthread_mutex_lock(mutex)
  }

  private static let tries = 64

  /// Whether it was free; then it is locked.
  package func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Gives the lock away until another thread calls ``wakeAll()``; may return without it, too.
  package func wait() { pthread_cond_wait(condition, mutex) }

  package func wakeAll() { pthread_cond_broadcast(condition) }
}

/// Lets threads pass one after the other, in the order of their tickets.
package final class Turn: @unchecked Sendable {
  private let monitor = Monitor()
  @exclusivity(unchecked) private var current = 0

  package init() {}

  /// Whether all smaller tickets have been passed on.
  package func isReached(by ticket: Int) -> Bool {
    guard monitor.tryLock() else { return false }
    defer { monitor.unlock() }
    return current == ticket
  }

  /// Waits until all smaller tickets have been passed on.
  ///
  /// A turn is so short that a thread that falls asleep for it hardly ever wakes up in time.
  package func wait(for ticket: Int) {
    for _ in 0..<64 {
      if isReached(by: ticket) { return }
      sched_yield()
    }
    monitor.lock()
    while current != ticket { monitor.wait() }
    monitor.unlock()
  }

  /// Lets the ticket behind so many pass.
  package func pass(_ count: Int) {
    monitor.lock()
    current += count
    monitor.unlock()
    // Not before: who wakes up wants the lock.
    monitor.wakeAll()
  }
}

/// A thread of the system that runs one closure.
package struct WorkerThread {
  #if canImport(Darwin)
    private var handle: pthread_t?
  #else
    private var handle = pthread_t()
  #endif
  private var isStarted = false

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts the thread; nil if the system has none to give.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 4 << 20)
    defer { pthread_attr_destroy(&attributes) }
    #if canImport(Darwin)
      let failure = pthread_create(&handle, &attributes, { Self.run($0) }, work.toOpaque())
    #else
      let failure = pthread_create(&handle, &attributes, { Self.run($0) }, work.toOpaque())
    #endif
    guard failure == 0 else {
      work.release()
      return nil
    }
    isStarted = true
  }

  private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
    return nil
  }

  /// Lets the thread end by itself: nobody waits for it.
  package func detach() {
    #if canImport(Darwin)
      if let handle { pthread_detach(handle) }
    #else
      if isStarted { pthread_detach(handle) }
    #endif
  }

  /// Waits until the closure has returned.
  package func join() {
    #if canImport(Darwin)
      if let handle { pthread_join(handle, nil) }
    #else
      if isStarted { pthread_join(handle, nil) }
    #endif
  }
}
