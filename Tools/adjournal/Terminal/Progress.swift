import AdReports
import JournalInput
import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A line on standard error that says how much is done and how long the rest takes: on a terminal
/// only, and after half a second.
///
/// Whatever else is printed erases the line; it comes back with the next step.
enum Progress {
  private struct State {
    /// What is counted: a noun such as `session`; nil counts bytes that are read.
    var noun: String?
    var done = 0
    /// What `done` will be at the end; nil if that is not known.
    var total: Int?
    var start = Stopwatch.now()
    /// When the line was last updated, in seconds since the start.
    var lastUpdate = 0.0
    var isShown = false
  }

  private static let state = Lock(State())

  /// The seconds until the line appears, and between two updates.
  private static let patience = 0.5
  private static let pause = 0.2

  /// Begins to count the bytes of inputs that are read.
  ///
  /// The share is known if all of them are regular files.
  static func begin(reading paths: [String]) {
    guard Terminal.isWatched else { return }
    var total: Int? = 0
    for case .journal(let path) in JournalFiles.expand(paths) {
      guard let sum = total, let size = System.size(path: path) else {
        total = nil
        break
      }
      total = sum + size
    }
    begin(nil, total)
    System.onRead = { add($0) }
  }

  /// Begins to count steps, such as sessions that are written.
  static func begin(_ noun: String, of total: Int?) {
    guard Terminal.isWatched else { return }
    System.onRead = nil
    begin(noun, total)
  }

  private static func begin(_ noun: String?, _ total: Int?) {
    clear()
    state.locked { $0 = State(noun: noun, total: total) }
  }

  /// Adds finished steps or bytes; can be called on any thread.
  static func add(_ count: Int) {
    guard Terminal.isWatched, !Pager.isRunning else { return }
    state.locked { state in
      state.done += count
      let passed = Stopwatch.now() - state.start
      guard passed > patience, passed - state.lastUpdate > pause else { return }
      state.lastUpdate = passed
      state.isShown = true
      let columns = Screen.size(of: 2).columns
      Terminal.printStatus("\r\u{1B}[K\(text(state, passed).prefix(max(0, columns - 1)))")
    }
  }

  /// Erases the line, if it is shown.
  static func clear() {
    guard Terminal.isWatched else { return }
    state.locked { state in
      if state.isShown { Terminal.printStatus("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  /// `37 % of 223 MB read, 12 s left`, or `5000 sessions, 900/s` where the end is not known.
  private static func text(_ state: State, _ passed: Double) -> String {
    func amount(_ count: Int) -> String {
      state.noun.map { AuditText.count(count, $0) } ?? bytes(count)
    }
    let verb = state.noun == nil ? " read" : ""
    guard let total = state.total, total > 0, state.done <= total else {
      let rate = Int(Double(state.done) / passed)
      return "\(amount(state.done))\(verb), \(state.noun == nil ? bytes(rate) : String(rate))/s"
    }
    let share = Double(state.done) / Double(total)
    let left = share > 0 ? ", \(time(passed / share - passed)) left" : ""
    return "\(Int(share * 100)) % of \(amount(total))\(verb)\(left)"
  }

  /// `912 kB`, `4 MB`, `12 GB`: thousands of bytes, rounded down.
  static func bytes(_ count: Int) -> String {
    switch count {
    case ..<1_000_000: "\(count / 1000) kB"
    case ..<10_000_000_000: "\(count / 1_000_000) MB"
    default: "\(count / 1_000_000_000) GB"
    }
  }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    return whole < 120 ? "\(whole) s" : "\(whole / 60) min"
  }
}

/// The cores of the computer.
enum Cores {
  /// The number of processors that are online; at least 1.
  static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
