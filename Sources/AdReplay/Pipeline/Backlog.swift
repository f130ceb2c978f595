internal import Platform

/// A session that a worker has to judge.
struct CompleteSession {
  var session: SessionPointer
  var input: Int
  /// What its seals say, where that was found out already.
  var seals: KnownSeals?
}

/// What the seals of a session say; behind a reference, as hardly a session has it.
final class KnownSeals {
  let report: SealReport

  init(_ report: SealReport) { self.report = report }
}

/// Complete sessions that wait for any worker: at the end of a journal they can be many at once.
final class Backlog: @unchecked Sendable {
  /// So many sessions a worker judges by itself.
  static let few = 128

  private let monitor = Monitor()
  private var sessions: [CompleteSession] = []
  /// Workers that still read, and so can bring more.
  private var reading: Int

  init(workers: Int) { reading = workers }

  /// Adds sessions for all.
  func add(_ more: [CompleteSession]) {
    monitor.lock()
    sessions.append(contentsOf: more)
    monitor.wakeAll()
    monitor.unlock()
  }

  /// The next session, if there is one.
  func take() -> CompleteSession? {
    monitor.lock()
    defer { monitor.unlock() }
    return sessions.popLast()
  }

  /// A worker has read all that there was for it.
  func leave() {
    monitor.lock()
    reading -= 1
    monitor.wakeAll()
    monitor.unlock()
  }

  /// The next session, also one that another worker brings later; nil when none can come.
  func waitAndTake() -> CompleteSession? {
    monitor.lock()
    defer { monitor.unlock() }
    while sessions.isEmpty, reading > 0 { monitor.wait() }
    return sessions.popLast()
  }
}
