internal import AdReplay
internal import Platform

/// A session that a worker has to judge.
struct CompleteSession {
  var session: SessionPointer
  var input: Int
  /// The report on its seals, if they were compared already.
  var seals: KnownSeals?
}

/// The report on the seals of a session, by reference, because few sessions have one.
final class KnownSeals {
  let report: SealReport

  init(_ report: SealReport) { self.report = report }
}

/// Complete sessions that wait for any worker; at the end of a journal there can be many.
final class Backlog: @unchecked Sendable {
  /// The maximum number of sessions that a worker judges by itself.
  static let few = 128

  private let lock = ConditionLock()
  private var sessions: [CompleteSession] = []
  /// The number of workers that still read and can add sessions.
  private var reading: Int

  init(workers: Int) { reading = workers }

  /// Adds sessions for all workers.
  func add(_ more: [CompleteSession]) {
    lock.lockBriefly()
    sessions.append(contentsOf: more)
    lock.wakeAll()
    lock.unlock()
  }

  /// The next session, if there is one.
  func take() -> CompleteSession? {
    lock.lockBriefly()
    defer { lock.unlock() }
    return sessions.popLast()
  }

  /// Notes that a worker reads no more.
  func leave() {
    lock.lockBriefly()
    reading -= 1
    lock.wakeAll()
    lock.unlock()
  }

  /// Waits for the next session; nil if no worker can add one.
  func waitAndTake() -> CompleteSession? {
    lock.lockBriefly()
    defer { lock.unlock() }
    while sessions.isEmpty, reading > 0 { lock.wait() }
    return sessions.popLast()
  }
}
