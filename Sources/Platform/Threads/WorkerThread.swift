#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

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

  /// Starts the thread; nil if the system cannot create one.
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

  /// Lets the thread end without a ``join()``.
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
