import AdReports
import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A progress line on standard error, updated on a terminal only and after half a second.
final class Progress: Sendable {
  private struct State {
    var done = 0
    /// When the line was last updated, in seconds since the start.
    var lastUpdate = 0.0
    var isShown = false
  }

  private let noun: String
  private let verb: String
  private let start = Stopwatch.now()
  private let state = Lock(State())

  init(noun: String, verb: String = "checked") {
    self.noun = noun
    self.verb = verb
  }

  /// Adds finished work; can be called on any thread.
  func add(_ count: Int) {
    guard Terminal.isWatched else { return }
    state.locked { state in
      state.done += count
      let passed = Stopwatch.now() - start
      guard passed > 0.5, passed - state.lastUpdate > 0.2 else { return }
      state.lastUpdate = passed
      state.isShown = true
      let rate = Int(Double(state.done) / passed)
      Terminal.printStatus(
        "\r\u{1B}[K\(AuditText.count(state.done, noun)) \(verb), \(rate)/s")
    }
  }

  /// Erases the line.
  func clear() {
    state.locked { state in
      if state.isShown { Terminal.printStatus("\r\u{1B}[K") }
      state.isShown = false
    }
  }
}

/// The cores of the computer.
enum Cores {
  /// The number of processors that are online; at least 1.
  static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
