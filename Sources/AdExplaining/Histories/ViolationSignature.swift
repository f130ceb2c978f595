internal import AdRules
internal import AdSession

/// What identifies a violation in a changed session: the rule and the records of the witness.
///
/// The record that shows that a deadline was missed is left out, because any later record shows it.
struct ViolationSignature: Hashable {
  let rule: Int
  private let witness: [Origin]

  init(_ violation: Violation, of rule: Int, in draft: SessionDraft) {
    self.rule = rule
    let shown = violation.witness.filter {
      violation.missing == nil || $0 != violation.certainAt
    }
    witness = shown.map { draft.origins[$0] }
  }

  /// The violations of all results.
  static func all(_ results: RuleResults, in draft: SessionDraft) -> [ViolationSignature: Violation]
  {
    var found: [ViolationSignature: Violation] = [:]
    for (rule, result) in results.enumerated() {
      for violation in result.violations {
        found[ViolationSignature(violation, of: rule, in: draft)] = violation
      }
    }
    return found
  }
}
