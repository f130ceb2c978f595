internal import AdRules

/// The report of a test of an ad manager.
public struct AdTestReport: Sendable, CustomStringConvertible {
  /// The number of simulated sessions.
  public let sessions: Int
  /// The random seeds.
  public let seeds: [UInt64]
  /// The number of sessions in which each rule was activated, by rule id, in catalogue order.
  ///
  /// Only the rules that the manager can break and that count in the test.
  public let activated: [(rule: String, sessions: Int)]
  /// One failure for each rule that the manager breaks, in the order of discovery.
  ///
  /// It is empty in a report of ``AdManagerTest/check(sessions:seeds:replay:)``, which throws the
  /// first failure.
  public let problems: [AdTestFailure]

  init(_ judge: InstallJudge, seeds: [UInt64], problems: [AdTestFailure] = []) {
    sessions = judge.sessions
    self.seeds = seeds
    activated = zip(judge.rules, judge.activated).map { ($0.id, $1) }
    self.problems = problems
  }

  /// The number of sessions, the rules that applied and those that never did, and the problems.
  public var description: String {
    let applied = activated.filter { $0.sessions > 0 }
    let never = activated.filter { $0.sessions == 0 }.map(\.rule)
    let list = seeds.map(String.init).joined(separator: ", ")
    var lines = [
      "\(sessions) sessions, seeds \(list): \(applied.count) rules applied, "
        + "\(problems.count) broken"
    ]
    lines += problems.map { "  \($0.rule ?? $0.sentence): \($0.because)" }
    if !never.isEmpty { lines.append("never applied: " + never.joined(separator: ", ")) }
    return lines.joined(separator: "\n")
  }
}
