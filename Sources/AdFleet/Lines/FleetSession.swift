package import AdAudit
package import AdReports
package import AdRules

/// A session of a fleet: one line of `audit --format jsonl`.
package struct FleetSession {
  /// A violation of a session.
  package struct Violation {
    /// The id of the rule.
    package var rule: String
    package var severity: Severity
    /// The `seq` of the record at which it became certain.
    package var seq: Int64
    /// The problem and its variant; nil for a violation that follows from another one.
    package var problem: (id: String, variant: ProblemVariant)?
    /// The number of violations: with those that are not listed and count as this one.
    package var count = 1
    /// The violation that this one follows from.
    package var follows: (rule: String, seq: Int64)?
    /// The source of the ad that it is about.
    package var source = AdSource()
  }

  package var path = ""
  package var session = ""
  package var records = 0
  /// The version of the tool that judged the session; nil in a line without it.
  package var tool: String?
  /// The hash of the install; nil if the header names none.
  package var install: UInt64?
  /// The facts of the header; empty in the line of a session without violations and figures.
  package var facts = HeaderFacts()
  /// The ad figures of the session; nil in a line without them.
  package var figures: SessionFigures?
  /// The hash of the rules of ``verdicts``; nil in a line with all rules.
  package var ruleSet: String?
  /// With a rule set, one letter for each rule.
  package var verdicts: [UInt8] = []
  /// Without a rule set, the verdict of each rule.
  package var listed: [(rule: String, verdict: Verdict)] = []
  package var violations: [Violation] = []
  /// The violations that the line counts without their details.
  package var leftOut: [(rule: String, severity: Severity, count: Int)] = []
  /// The number of damaged locations.
  package var damage = 0
  /// 1 for the first session of a journal.
  package var journals = 0
  /// 1 for the first session with damage of a journal.
  package var damaged = 0
}

extension FleetSession {
  /// Whether the line was written with `--figures`: it has the facts of the header and the figures
  /// of each source of ads.
  package var hasAllFigures: Bool { figures.map { $0.ads == 0 || !$0.parts.isEmpty } ?? false }

  /// What the session adds to the counts of an audit.
  package var tally: Tally {
    var tally = Tally()
    tally.sessions = 1
    tally.journals = journals
    tally.records = records
    tally.damaged = damaged
    tally.damage = damage
    for verdict in verdicts.lazy.compactMap(VerdictVector.verdict) {
      tally.add(verdict: verdict, 1)
    }
    for (_, verdict) in listed { tally.add(verdict: verdict, 1) }
    for violation in violations { tally.add(severity: violation.severity, violation.count) }
    for (_, severity, count) in leftOut { tally.add(severity: severity, count) }
    return tally
  }

  /// Leaves out all violations but those of a problem and those that follow from them.
  package mutating func narrow(to problem: String) {
    violations = violations.filter { self.problem(of: $0)?.id == problem }
  }

  /// The number of violations of each violated rule, and their highest severity.
  package var violationsByRule: [String: (count: Int, severity: Severity)] {
    let all =
      violations.map { ($0.rule, (count: $0.count, severity: $0.severity)) }
      + leftOut.map { ($0.rule, (count: $0.count, severity: $0.severity)) }
    var byRule: [String: (count: Int, severity: Severity)] = [:]
    for (rule, more) in all {
      let found = byRule[rule]
      byRule[rule] = found.map { ($0.count + more.count, max($0.severity, more.severity)) } ?? more
    }
    return byRule
  }
}
