/// Results that wait for their turn, by number.
final class ResultStore<Result>: @unchecked Sendable {
  private let monitor = Monitor()
  private var results: [UInt64: Result] = [:]
  private var next: UInt64 = 0

  /// Keeps a result and returns its number.
  func put(_ result: Result) -> UInt64 {
    monitor.lock()
    defer { monitor.unlock() }
    next += 1
    results[next] = result
    return next
  }

  /// Gives a result back and forgets it.
  func take(_ number: UInt64) -> Result? {
    monitor.lock()
    defer { monitor.unlock() }
    return results.removeValue(forKey: number)
  }
}
