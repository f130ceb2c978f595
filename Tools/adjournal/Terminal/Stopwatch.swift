#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A monotonic clock: changes of the wall clock do not affect it.
enum Stopwatch {
  /// Seconds since an unspecified start.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Waits for this many seconds; a signal ends the wait early.
  static func sleep(_ seconds: Double) {
    var time = timespec()
    time.tv_sec = Int(seconds)
    time.tv_nsec = Int((seconds - Double(Int(seconds))) * 1e9)
    nanosleep(&time, nil)
  }
}
