internal import AdRules
internal import AdSession
internal import AdSimulator

/// Judges the processes of a simulated install by the rules that an app can break.
///
/// A violation that a fault causes by itself is exempt: see ``Exemptions``.
struct InstallJudge {
  private let judge: Judge
  private let severities: Severities
  private let recordsDecisions: Bool
  /// The number of processes in which each rule was activated, in the order of the rules.
  private(set) var activated: [Int]
  private(set) var sessions = 0
  /// Whether the last install requested an ad; if not, no rule could be violated.
  private(set) var hasRequests = false

  init(_ severities: Severities, recordsDecisions: Bool) {
    self.recordsDecisions = recordsDecisions
    judge = Judge(rules: RuleBook.all.filter { severities.counts($0) })
    self.severities = severities
    activated = judge.rules.map { _ in 0 }
  }

  /// The rules that count, in the order of ``activated``.
  var rules: [Rule] { judge.rules }

  /// The ids of the rules about decisions, if the manager does not record them.
  var rulesWithoutDecisions: [String] {
    recordsDecisions ? [] : judge.rules.filter { $0.observes.contains(.decision) }.map(\.id)
  }

  /// Returns the violations in the processes of an install, the one nearest to the cause first.
  mutating func findings(in worlds: [World]) -> [CaseFinding] {
    let traces = worlds.map { $0.journal() }
    let exemptions = Exemptions(worlds)
    hasRequests = traces.contains { $0.events.contains { $0.kind == .adRequested } }
    var findings: [CaseFinding] = []
    for number in traces.indices {
      sessions += 1
      let results = judge.judge(
        traces[number], otherShows: .ofProcesses(before: number, in: traces))
      for (index, result) in results.enumerated() where result.activations > 0 {
        activated[index] += 1
        guard result.verdict == .violated else { continue }
        let rule = judge.rules[index]
        let violation = result.violations.first {
          !exemptions.cover($0, of: rule, in: traces[number], process: number)
        }
        if let violation {
          findings.append(CaseFinding(rule, violation, in: traces[number], process: number))
        }
      }
    }
    return findings.sorted { $0.precedes($1) }
  }
}

/// A violation of a rule or a check by the manager under test.
struct CaseFinding {
  /// The id of the rule or check.
  let id: String
  /// What the rule demands.
  let sentence: String
  /// The values of the case.
  private(set) var because: String
  /// What to change; nil if the sentence says it.
  private(set) var remedy: String?
  /// The thresholds in force.
  let thresholds: [(name: String, value: Double)]
  /// The index of the process in its install.
  let process: Int
  /// The time at which it became certain, in milliseconds since the process began.
  let time: Int64
  /// The rule; nil for a check of this module.
  let rule: Rule?
  /// The ads that it is about; nil if it can be about any ad.
  private let ads: Set<Symbol>?

  init(_ rule: Rule, _ violation: Violation, in trace: Trace, process: Int) {
    self.rule = rule
    id = rule.id
    sentence = rule.sentence
    let excluded = ExcludedTime(violation, of: rule, in: trace).text
    because = violation.because + (excluded.map { "; \($0)" } ?? "")
    ads = Set(violation.witness.map { trace.events[$0].ad }.filter(\.isPresent))
    remedy = rule.remedy
    thresholds = violation.policy.map { ($0.key.name, $0.value) }
    self.process = process
    time = trace.events[violation.certainAt].t
  }

  init(_ check: ManagerCheck, because: String, process: Int, time: Int64) {
    rule = nil
    id = check.rawValue
    sentence = check.sentence
    self.because = because
    remedy = check.remedy
    thresholds = []
    self.process = process
    self.time = time
    ads = check == .showsWhenItCan ? nil : []
  }

  /// The same finding with its cause, if the delegate of one of its ads was released before the ad
  /// reported its outcome.
  func naming(_ released: [(ad: Symbol, name: String, time: Int64)]) -> CaseFinding {
    let lost = released.first { $0.time <= time && ads?.contains($0.ad) ?? true }
    guard let lost else { return self }
    var copy = self
    copy.because +=
      "; the manager did not hear of \(lost.name), because its delegate had been released"
    copy.remedy = "Keep a strong reference to the delegate of an ad until the ad is gone."
    return copy
  }

  /// Whether it is nearer to the cause: earlier, or at the same time the more specific one.
  func precedes(_ other: CaseFinding) -> Bool {
    (process, time, Self.rank(id), id) < (other.process, other.time, Self.rank(other.id), other.id)
  }

  /// The rules that are often broken because another one is, the most general one last.
  ///
  /// A lock that counts as an absence leads to an ad over the main content:
  /// `lock-is-not-background` names the bug, `nothing-after-main-content` only what it leads to.
  private static let general = [
    "minimum-background", "no-present-in-background",
    ManagerCheck.noInterstitialOnReturn.rawValue, "single-use-ad",
    "one-full-screen-at-a-time", "cold-start-only-on-splash", "nothing-after-main-content",
    "reload-after-dismiss", "load-failure-does-not-silence-slot",
    ManagerCheck.showsWhenItCan.rawValue,
  ]

  /// How general a rule is; 0 for one that names a bug.
  static func rank(_ id: String) -> Int {
    general.firstIndex(of: id).map { $0 + 1 } ?? 0
  }
}
