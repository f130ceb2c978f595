internal import AdRules
internal import AdSession

/// Why a journal breaks a rule, without the values: what stays the same while it is made smaller.
///
/// Two journals break a rule for the same reason when the witnesses are of the same kinds in the same
/// order, the same event is missing, and the same thresholds are exceeded.
struct Reason: Equatable {
  private let witness: [EventKind]
  private let missing: EventKind?
  private let thresholds: [PolicyKey]
  private let isMeasured: Bool

  init(_ violation: Violation, in trace: Trace) {
    // Any record behind a deadline shows that it has passed, so its kind is no part of the reason.
    let shown = violation.witness.filter {
      violation.missing == nil || $0 != violation.certainAt
    }
    witness = shown.map { trace.events[$0].kind }
    missing = violation.missing?.kind
    thresholds = violation.policy.map(\.key)
    isMeasured = violation.measured != nil
  }
}
