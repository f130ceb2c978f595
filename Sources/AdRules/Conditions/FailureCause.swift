import AdSession

extension EvaluationContext {
  /// Whether the load failed for another cause; unknown if its cause is undetermined.
  func failedToLoadForAnotherCause(than excluded: Word) -> Truth {
    switch session.cause(ofFailure: event, at: index) {
    case .absent: .unknown(.unknown)
    case excluded: .no
    default: .yes(.none)
    }
  }
}
