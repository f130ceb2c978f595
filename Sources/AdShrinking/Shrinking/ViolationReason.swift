internal import AdRules
internal import AdSession

/// Why a journal violates a rule, without values; shrinking keeps it constant.
///
/// Two violations have the same reason if their witnesses contain the same kinds in the same order,
/// the same event is missing, and the same thresholds are exceeded.
struct ViolationReason: Equatable {
  private let witness: [EventKind]
  private let missing: EventKind?
  private let thresholds: [PolicyKey]
  private let isMeasured: Bool

  init(_ violation: Violation, in trace: Trace) {
    // Any record after a deadline shows that the deadline passed, so its kind is not part of the
    // reason.
    let shown = violation.witness.filter {
      violation.missing == nil || $0 != violation.certainAt
    }
    witness = shown.map { trace.events[$0].kind }
    missing = violation.missing?.kind
    thresholds = violation.policy.map(\.key)
    isMeasured = violation.measured != nil
  }
}
