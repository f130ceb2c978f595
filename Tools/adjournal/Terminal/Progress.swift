import AdReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A progress line on standard error, updated on a terminal only and after half a second.
final class Progress: @unchecked Sendable {
  private let noun: String
  private let verb: String
  private let start = Stopwatch.now()
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var done = 0
  private var last = 0.0
  private var isShown = false

  init(noun: String, verb: String = "checked") {
    self.noun = noun
    self.verb = verb
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Adds finished work; can be called on any thread.
  func add(_ count: Int) {
    guard Terminal.isWatched else { return }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    done += count
    let passed = Stopwatch.now() - start
    guard passed > 0.5, passed - last > 0.2 else { return }
    last = passed
    isShown = true
    let rate = Int(Double(done) / passed)
    Terminal.printStatus("\r\u{1B}[K\(AuditText.count(done, noun)) \(verb), \(rate)/s")
  }

  /// Erases the line.
  func clear() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if isShown { Terminal.printStatus("\r\u{1B}[K") }
    isShown = false
  }
}

/// The cores of the computer.
enum Cores {
  /// The number of processors that are online; at least 1.
  static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
