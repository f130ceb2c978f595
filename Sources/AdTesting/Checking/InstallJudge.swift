internal import AdRules
internal import AdSession
internal import AdSimulator

/// Judges the processes of a simulated install; ignores violations that faults cause by themselves.
struct InstallJudge {
  /// A violation of a rule by the manager.
  struct Finding {
    let rule: Rule
    let because: String
    let trace: Trace
  }

  private let judge: Judge
  /// The lowest severity that counts.
  private let severity: Severity
  /// The number of processes in which each rule was activated, in the order of the rules.
  private(set) var activated: [Int]
  private(set) var sessions = 0

  init(severity: Severity, policy: [PolicySetting] = []) {
    judge = Judge(overrides: policy)
    self.severity = severity
    activated = judge.rules.map { _ in 0 }
  }

  /// Returns the first violation in the processes of an install; nil if there is none.
  mutating func firstFinding(in worlds: [World]) -> Finding? {
    let traces = worlds.map { $0.journal() }
    let exempt = worlds.flatMap(\.exemptRules)
    var found: Finding?
    hasRequests = traces.contains { $0.events.contains { $0.kind == .adRequested } }
    for number in traces.indices {
      sessions += 1
      let results = judge.judge(
        traces[number], otherShows: .ofProcesses(before: number, in: traces))
      for (index, result) in results.enumerated() where result.activations > 0 {
        activated[index] += 1
        let rule = judge.rules[index]
        guard found == nil, rule.severity >= severity, let first = result.violations.first,
          !exempt.contains(rule.id)
        else { continue }
        found = Finding(rule: rule, because: first.because, trace: traces[number])
      }
    }
    return found
  }

  /// Whether the last install requested an ad; if not, no rule could be violated.
  private(set) var hasRequests = false
}
