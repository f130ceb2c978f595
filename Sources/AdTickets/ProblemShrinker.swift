import AdAudit
package import AdReplay
package import AdReports
package import AdRules
package import AdSession
import AdShrinking

/// Shrinks a session to the smallest journal that shows a problem, and as little else as possible.
package struct ProblemShrinker {
  private let rules: [Rule]
  private let policy: [PolicySetting]
  /// All rules of the catalogue, and those of rule files: the journals are for readers who do not
  /// know which rules were selected.
  private let all: [Rule]
  private let judge: Judge

  /// Makes a shrinker for problems of some rules.
  package init(_ rules: [Rule], policy: [PolicySetting]) {
    self.rules = rules
    self.policy = policy
    let ids = Set(rules.map(\.id))
    all = rules + RuleBook.all.filter { !ids.contains($0.id) }
    judge = Judge(rules: all)
  }

  /// The smallest journal with the problem; nil if the session by itself does not have it.
  package func journal(_ problem: ProblemIdentity, of reading: SessionReading) -> [UInt8]? {
    guard let rule = rules.first(where: { $0.id == problem.rule }) else { return nil }
    return JournalShrinker(rule: rule, policy: policy).shrink(
      reading.trace,
      where: { violation, trace in
        ProblemVariant(violation, of: rule, in: trace).problem == problem
      }, others: { others($0, problem) }
    )?.bytes
  }

  /// The number of violations of other problems in a session; of many, if the problem itself
  /// follows from another one.
  private func others(_ reading: SessionReading, _ problem: ProblemIdentity) -> Int {
    let audited = AuditedSession(reading, rules: all, results: judge.judge(reading.trace))
    let problems = ProblemVariant.causes(of: audited).map(\.problem)
    let others = problems.count { $0 != problem }
    return others < problems.count ? others : 1000 + others
  }
}
