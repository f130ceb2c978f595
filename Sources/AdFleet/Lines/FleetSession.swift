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
    /// The problem; nil for a violation that follows from another one.
    package var problem: (id: String, identity: ProblemIdentity)?
    /// The number of violations: with those that are not listed and count as this one.
    package var count = 1
    /// The violation that this one follows from.
    package var follows: (rule: String, seq: Int64)?
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
  /// Without a rule set, the rules that applied at least once.
  package var activatedRules: [String] = []
  package var violations: [Violation] = []
  /// The number of damaged locations.
  package var damage = 0
  /// Whether it is the first session with damage of its journal.
  package var isFirstDamaged = false
  /// Whether the line counts violations without their details.
  package var leavesViolationsOut = false
}
