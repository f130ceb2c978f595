internal import AdRules
internal import AdSession
internal import AdSimulator

/// Judges the processes of a simulated install: what the faults break by themselves does not count.
struct InstallJudge {
  /// One rule that the manager broke.
  struct Finding {
    let rule: Rule
    let because: String
    let trace: Trace
  }

  private let judge: Judge
  /// The least severity that counts.
  private let severity: Severity
  /// In how many processes each rule was activated, in the order of the rules.
  private(set) var activated: [Int]
  private(set) var sessions = 0

  init(severity: Severity, policy: [PolicySetting] = []) {
    judge = Judge(overrides: policy)
    self.severity = severity
    activated = judge.rules.map { _ in 0 }
  }

  /// The first rule that the manager broke; nil: it broke none.
  mutating func findings(_ worlds: [World]) -> Finding? {
    let traces = worlds.map { $0.journal() }
    let excused = worlds.flatMap(\.excuses)
    var found: Finding?
    hasActivations = traces.contains { $0.events.contains { $0.kind == .adRequested } }
    for number in traces.indices {
      sessions += 1
      let results = judge.judge(
        traces[number], otherShows: .shows(besides: number, in: traces))
      for (place, result) in results.enumerated() where result.activations > 0 {
        activated[place] += 1
        let rule = judge.rules[place]
        guard found == nil, rule.severity >= severity, let first = result.violations.first,
          !excused.contains(rule.id)
        else { continue }
        found = Finding(rule: rule, because: first.because, trace: traces[number])
      }
    }
    return found
  }

  /// Whether the last install that was judged asked for an ad at all: then rules could be broken.
  private(set) var hasActivations = false
}
