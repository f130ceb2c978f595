internal import AdRules

/// The report of a test of an ad manager.
public struct AdTestReport: Sendable, CustomStringConvertible {
  /// The number of simulated sessions of all searches, without those to shrink a case.
  public private(set) var sessions = 0
  /// The random seeds; empty if a single case was replayed.
  public let seeds: [UInt64]
  /// The number of sessions in which each rule was activated, by rule id, in catalogue order;
  /// rules that only warn come last.
  ///
  /// Only the rules that the manager can break and that count in the test.
  public private(set) var activated: [(rule: String, sessions: Int)] = []
  /// One failure for each rule that the manager breaks, in the order of discovery.
  ///
  /// A failing replay of a trait has one of its own. It is empty in a report of
  /// ``AdManagerTest/check(sessions:seeds:replay:)``, which throws the first failure.
  public internal(set) var problems: [AdTestFailure] = []

  private var rulesWithoutDecisions: [String] = []

  init(seeds: [UInt64]) { self.seeds = seeds }

  /// Adds the sessions of one search.
  mutating func add(_ judge: InstallJudge) {
    sessions += judge.sessions
    rulesWithoutDecisions = judge.rulesWithoutDecisions
    for (rule, count) in zip(judge.rules, judge.activated) {
      if let index = activated.firstIndex(where: { $0.rule == rule.id }) {
        activated[index].sessions += count
      } else {
        activated.append((rule.id, count))
      }
    }
  }

  /// The number of sessions, the rules that applied and those that never did, and the problems.
  public var description: String {
    let applied = activated.filter { $0.sessions > 0 }
    let never = activated.filter { $0.sessions == 0 }.map(\.rule)
      .filter { !rulesWithoutDecisions.contains($0) }
    let list = seeds.map(String.init).joined(separator: ", ")
    let what =
      seeds.isEmpty ? "one case, sessions: \(sessions)" : "\(sessions) sessions, seeds \(list)"
    var lines = ["\(what): \(applied.count) rules applied, \(problems.count) broken"]
    lines += problems.map { "  \($0.rule ?? $0.sentence): \($0.because)" }
    if !never.isEmpty { lines.append("never applied: " + never.joined(separator: ", ")) }
    if !rulesWithoutDecisions.isEmpty {
      lines.append(
        "need decisions, which the app does not record (recordsDecisions): "
          + rulesWithoutDecisions.joined(separator: ", "))
    }
    return lines.joined(separator: "\n")
  }
}
