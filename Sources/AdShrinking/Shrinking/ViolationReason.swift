internal import AdRules
internal import AdSession

/// Why a journal violates a rule, without values; shrinking keeps it constant.
///
/// Two violations have the same reason if their witnesses contain the same kinds in the same order,
/// the same event is missing or late, and the same thresholds are exceeded.
struct ViolationReason: Equatable {
  private let witness: [EventKind]
  private let missing: EventKind?
  private let isLate: Bool
  private let thresholds: [PolicyKey]
  private let isMeasured: Bool

  init(_ violation: Violation, in trace: Trace) {
    witness = violation.decidingRecords.map { trace.events[$0].kind }
    isLate = violation.late != nil
    missing = violation.missing?.kind
    thresholds = violation.policy.map(\.key)
    isMeasured = violation.measured != nil
  }
}
