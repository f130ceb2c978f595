internal import AdReports
package import AdRules

/// Compares the problems of an audit with those of a baseline.
package struct BaselineCheck {
  /// A problem that the audit found.
  private struct Found {
    var rule: String
    /// The violations of each severity, with those that follow from the problem.
    var bySeverity: [Severity: Int] = [:]
  }

  private let baseline: Baseline
  private let accepted: Set<String>
  private let ruleIDs: Set<String>
  private var found: [String: Found] = [:]

  /// Makes a check of an audit by these rules.
  package init(_ baseline: Baseline, rules: [Rule]) {
    self.baseline = baseline
    accepted = Set(baseline.entries.map(\.id))
    ruleIDs = Set(rules.map(\.id))
  }

  /// The ids of the accepted problems.
  package var acceptedIDs: Set<String> { accepted }

  /// Adds an audited session.
  package mutating func add(_ session: FleetSession) {
    for violation in session.violations {
      guard let (id, identity) = session.problem(of: violation) else { continue }
      found[id, default: Found(rule: identity.rule)]
        .bySeverity[violation.severity, default: 0] += violation.count
    }
  }

  /// The problems that are not accepted, sorted by rule and id.
  package var new: [Baseline.Entry] {
    entries.filter { !accepted.contains($0.id) }
  }

  /// The accepted problems that the audit looked for and did not find.
  package var gone: [Baseline.Entry] {
    baseline.entries.filter { ruleIDs.contains($0.rule) && found[$0.id] == nil }
  }

  /// The number of accepted problems that were found.
  package var acceptedCount: Int { found.keys.count(where: accepted.contains) }

  /// The number of violations of a severity that belong to accepted problems.
  package func acceptedViolations(_ severity: Severity) -> Int {
    found.reduce(0) { sum, problem in
      sum + (accepted.contains(problem.key) ? problem.value.bySeverity[severity] ?? 0 : 0)
    }
  }

  /// A baseline of the problems that were found; those of rules that were not checked stay in it.
  package var updated: Baseline {
    let others = baseline.entries.filter { !ruleIDs.contains($0.rule) && found[$0.id] == nil }
    return Baseline(entries + others)
  }

  /// The problems that were found, sorted by rule and id.
  private var entries: [Baseline.Entry] {
    Baseline(found.map { .init(id: $0.key, rule: $0.value.rule) }).entries
  }
}
