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
    witness = violation.decidingRecords.map { draft.origins[$0] }
  }
}

/// A violation of a changed session and what identifies it.
struct FoundViolation {
  let signature: ViolationSignature
  let violation: Violation

  /// The violations of all results, in the order of the rules.
  static func all(_ results: RuleResults, in draft: SessionDraft) -> [FoundViolation] {
    results.enumerated().flatMap { rule, result in
      result.violations.map {
        FoundViolation(signature: ViolationSignature($0, of: rule, in: draft), violation: $0)
      }
    }
  }
}
