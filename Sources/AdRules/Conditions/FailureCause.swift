public import AdSession

extension EvaluationContext {
  /// Why the load or the presentation failed; `absent` if that is undetermined.
  public var cause: Word { session.cause(of: event) }

  /// Whether it failed for another cause; unknown if its cause is undetermined.
  func failedForAnotherCause(than excluded: Word) -> Truth {
    switch cause {
    case .absent: .unknown(.unknown)
    case excluded: .no
    default: .yes(.none)
    }
  }
}
