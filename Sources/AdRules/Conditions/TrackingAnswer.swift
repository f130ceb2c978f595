import AdSession

extension EvaluationContext {
  /// Whether a `tracking.answered` has this status, in the system's terms.
  func isTrackingAnswer(_ status: String) -> Bool { text(event.text) == status }
}
