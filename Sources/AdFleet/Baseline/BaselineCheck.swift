package import AdReports
package import AdRules

/// Whether a problem of an audit is accepted by a baseline.
package enum BaselineState: String {
  /// In the baseline, with all formats of the audit.
  case accepted
  /// Not in the baseline, or not with every format of the audit.
  case new
  /// In the baseline, but in a greater share of the sessions than when it was accepted.
  case grown
}

/// Compares the problems of an audit with those of a baseline.
package struct BaselineCheck {
  /// A problem that the audit found.
  private struct Found {
    var rule: String
    /// The rules of its violations, with those that follow from it.
    var violatedRules: Set<String> = []
    var sessions = 0
    var installs = InstallSketch()
    /// For each format, the violations of each severity, with those that follow from the problem.
    var byFormat: [String?: [Severity: Int]] = [:]
  }

  /// The level of the tests by which a problem has grown.
  private static let level = 0.05

  private let baseline: Baseline
  /// The accepted problems.
  package let accepted: AcceptedProblems
  private let today: String
  private let ruleIDs: Set<String>
  private var found: [String: Found] = [:]
  /// The number of all audited sessions, with those without violations.
  package var sessions = 0
  /// The id of the only problem that the audit lists; nil if it lists all.
  package var onlyProblem: String?
  /// Whether the audit counts all sessions; else no problem is gone or has grown.
  package var hasAllSessions = true

  /// Makes a check of an audit by these rules; `today` is a date such as `2027-01-31`.
  package init(_ baseline: Baseline, rules: [Rule], today: String) {
    self.baseline = baseline
    self.today = today
    accepted = baseline.entries.reduce(into: AcceptedProblems()) { accepted, entry in
      if entry.isOver(on: today) { return }
      if entry.isOfWholeRule {
        accepted.add(rule: entry.rule)
      } else {
        accepted.add(id: entry.id, formats: entry.formats)
      }
    }
    ruleIDs = Set(rules.map { $0.id })
  }

  /// Adds an audited session with violations; ``sessions`` counts it, too.
  package mutating func add(_ session: FleetSession) {
    var ids: Set<String> = []
    for violation in session.violations {
      guard let (id, variant) = session.problem(of: violation) else { continue }
      var problem = found.removeValue(forKey: id) ?? Found(rule: variant.problem.rule)
      if ids.insert(id).inserted {
        problem.sessions += 1
        problem.installs.add(session.installOrOwn)
      }
      problem.violatedRules.insert(violation.rule)
      problem.byFormat[variant.format, default: [:]][violation.severity, default: 0] +=
        violation.count
      found[id] = problem
    }
  }

  /// The problems that are not accepted, each with its formats that are not; sorted by rule and id.
  package var new: [Baseline.Entry] {
    entries.compactMap { entry in entry.keeping { !isAccepted(entry, $0) } }
  }

  /// The accepted problems that the audit looked for and did not find, each with the formats in
  /// which it did not.
  package var gone: [Baseline.Entry] {
    if !hasAllSessions { return [] }
    return baseline.entries.compactMap { entry in
      if !ruleIDs.contains(entry.rule) || entry.isOfWholeRule { return nil }
      if let onlyProblem, entry.id != onlyProblem { return nil }
      guard let found = found[entry.id] else { return entry }
      return entry.keeping { found.byFormat[$0] == nil }
    }
  }

  /// The entries of found problems that accepted them up to a day before today.
  package var over: [Baseline.Entry] {
    baseline.entries.filter { found[$0.id] != nil && $0.isOver(on: today) }
  }

  /// The accepted problems with a greater share of the sessions than when they were accepted, each
  /// with its entry in the baseline.
  ///
  /// Fisher's exact test, corrected for the number of accepted problems (Benjamini and Hochberg).
  /// Sessions of one install are not independent: the design effect is at most the mean number of
  /// sessions in the install of a session with the problem.
  package var grown: [(now: Baseline.Entry, before: Baseline.Entry)] {
    if !hasAllSessions { return [] }
    let pairs = entries.compactMap { now in
      baseline.entries.first { $0.id == now.id && !$0.isOver(on: today) }.flatMap { before in
        before.sessions == nil || before.of == nil ? nil : (now: now, before: before)
      }
    }
    let values = pairs.map { now, before in
      Rate.test(rate(before, 1), rate(now, found[now.id]?.installs.meanClusterSize ?? 1))
    }
    return zip(pairs, RateTests.adjusted(values)).compactMap { pair, value in
      let isMore = rate(pair.now, 1).value ?? 0 > rate(pair.before, 1).value ?? 0
      return isMore && value <= Self.level ? pair : nil
    }
  }

  private func rate(_ entry: Baseline.Entry, _ designEffect: Double) -> Rate {
    Rate(
      part: entry.sessions ?? 0, whole: max(entry.of ?? 0, entry.sessions ?? 0),
      designEffect: designEffect)
  }

  /// The state of each found problem, by id.
  package var states: [String: BaselineState] {
    var states = found.mapValues { _ in BaselineState.accepted }
    for pair in grown { states[pair.now.id] = .grown }
    for entry in new { states[entry.id] = .new }
    return states
  }

  /// The ids of the problems that are accepted in all formats in which they were found, and those
  /// of the rules that were violated because of such problems only.
  package var acceptedRows: Set<String> {
    let newIDs = Set(new.map { $0.id })
    return rows { !newIDs.contains($0) }.subtracting(rows(newIDs.contains))
  }

  /// The ids of some of the found problems and of the rules of their violations.
  private func rows(_ isWanted: (String) -> Bool) -> Set<String> {
    entries.map { $0.id }.filter(isWanted).reduce(into: []) { rows, id in
      rows.insert(id)
      rows.formUnion(found[id]?.violatedRules ?? [])
    }
  }

  /// The number of accepted problems that were found.
  package var acceptedCount: Int {
    entries.count { entry in entry.keeping { isAccepted(entry, $0) } != nil }
  }

  /// The numbers of violations that belong to accepted problems, and of those problems: what text
  /// leaves out.
  package var unlisted: (violations: Int, problems: Int) {
    (Severity.allCases.reduce(0) { $0 + accepted($1, except: []) }, acceptedCount)
  }

  /// The number of violations of a severity that belong to accepted problems that have not grown.
  package func acceptedViolations(_ severity: Severity) -> Int {
    accepted(severity, except: Set(grown.map { $0.now.id }))
  }

  private func accepted(_ severity: Severity, except ids: Set<String>) -> Int {
    entries.reduce(0) { sum, entry in
      if ids.contains(entry.id) { return sum }
      return (entry.formats ?? []).reduce(sum) { sum, format in
        if !isAccepted(entry, format) { return sum }
        return sum + (found[entry.id]?.byFormat[format]?[severity] ?? 0)
      }
    }
  }

  private func isAccepted(_ entry: Baseline.Entry, _ format: String?) -> Bool {
    accepted.contains(id: entry.id, rule: entry.rule, format: format)
  }

  /// A baseline of the problems that were found, with the reasons and dates of their entries; those
  /// of rules that were not checked stay in it.
  package var updated: Baseline {
    let others = baseline.entries.filter { !ruleIDs.contains($0.rule) && found[$0.id] == nil }
    return Baseline(entries.map(withReason) + others)
  }

  private func withReason(_ entry: Baseline.Entry) -> Baseline.Entry {
    let old =
      baseline.entries.first { $0.id == entry.id }
      ?? baseline.entries.first { $0.isOfWholeRule && $0.rule == entry.rule }
    var updated = entry
    updated.reason = old?.reason
    updated.until = old?.until
    return updated
  }

  /// The problems that were found, sorted by rule and id.
  private var entries: [Baseline.Entry] {
    Baseline(found.map { entry($0.key, $0.value) }).entries
  }

  private func entry(_ id: String, _ found: Found) -> Baseline.Entry {
    var entry = Baseline.Entry(id: id, rule: found.rule, formats: Array(found.byFormat.keys))
    entry.sessions = found.sessions
    entry.of = sessions
    return entry
  }
}

extension Baseline.Entry {
  /// Whether the last day on which it accepts is before a date.
  fileprivate func isOver(on today: String) -> Bool { until.map { $0 < today } ?? false }

  /// The entry with only some of its formats; nil without any.
  fileprivate func keeping(_ isKept: (String?) -> Bool) -> Baseline.Entry? {
    guard let formats else { return nil }
    let kept = formats.filter(isKept)
    if kept.isEmpty { return nil }
    var entry = self
    entry.formats = kept
    return entry
  }
}
