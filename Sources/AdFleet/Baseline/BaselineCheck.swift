package import AdReports
package import AdRules

/// Compares the problems of an audit with those of a baseline.
package struct BaselineCheck {
  /// A problem that the audit found.
  private struct Found {
    var rule: String
    /// For each format, the violations of each severity, with those that follow from the problem.
    var byFormat: [String?: [Severity: Int]] = [:]
  }

  private let baseline: Baseline
  /// The accepted problems.
  package let accepted: AcceptedProblems
  private let ruleIDs: Set<String>
  private var found: [String: Found] = [:]

  /// Makes a check of an audit by these rules.
  package init(_ baseline: Baseline, rules: [Rule]) {
    self.baseline = baseline
    accepted = baseline.entries.reduce(into: AcceptedProblems()) {
      $0.add(id: $1.id, formats: $1.formats)
    }
    ruleIDs = Set(rules.map(\.id))
  }

  /// Adds an audited session.
  package mutating func add(_ session: FleetSession) {
    for violation in session.violations {
      guard let (id, variant) = session.problem(of: violation) else { continue }
      found[id, default: Found(rule: variant.problem.rule)]
        .byFormat[variant.format, default: [:]][violation.severity, default: 0] += violation.count
    }
  }

  /// The problems that are not accepted, each with its formats that are not; sorted by rule and id.
  package var new: [Baseline.Entry] {
    entries.compactMap { $0.keeping { !accepted.contains(id: $0, format: $1) } }
  }

  /// The accepted problems that the audit looked for and did not find, each with the formats in
  /// which it did not.
  package var gone: [Baseline.Entry] {
    baseline.entries.filter { ruleIDs.contains($0.rule) }
      .compactMap { $0.keeping { found[$0]?.byFormat[$1] == nil } }
  }

  /// The number of accepted problems that were found.
  package var acceptedCount: Int {
    entries.count { $0.keeping { accepted.contains(id: $0, format: $1) } != nil }
  }

  /// The number of violations of a severity that belong to accepted problems.
  package func acceptedViolations(_ severity: Severity) -> Int {
    entries.reduce(0) { sum, entry in
      entry.formats.reduce(sum) { sum, format in
        if !accepted.contains(id: entry.id, format: format) { return sum }
        return sum + (found[entry.id]?.byFormat[format]?[severity] ?? 0)
      }
    }
  }

  /// A baseline of the problems that were found; those of rules that were not checked stay in it.
  package var updated: Baseline {
    let others = baseline.entries.filter { !ruleIDs.contains($0.rule) && found[$0.id] == nil }
    return Baseline(entries + others)
  }

  /// The problems that were found, sorted by rule and id.
  private var entries: [Baseline.Entry] {
    Baseline(
      found.map { .init(id: $0.key, rule: $0.value.rule, formats: Array($0.value.byFormat.keys)) }
    ).entries
  }
}

extension Baseline.Entry {
  /// The entry with only some of its formats; nil without any.
  fileprivate func keeping(_ isKept: (String, String?) -> Bool) -> Baseline.Entry? {
    let kept = formats.filter { isKept(id, $0) }
    return kept.isEmpty ? nil : Baseline.Entry(id: id, rule: rule, formats: kept)
  }

  /// `RULE ID (FORMAT, …)`.
  package var text: String {
    let names =
      formats == [nil] ? "" : " (\(formats.map { $0 ?? "no format" }.joined(separator: ", ")))"
    return "\(rule) \(id)\(names)"
  }
}
