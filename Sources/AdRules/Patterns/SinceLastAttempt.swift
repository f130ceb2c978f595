import AdSession

extension Pattern {
  /// Comparison at each attempt to show an app-open ad.
  ///
  /// The check also gets the index of the last earlier attempt that is certain (-1: none): those since
  /// may be none, where a gap can hide that the app called present before.
  static func sinceLastAttempt(
    check: @escaping @Sendable (EvaluationContext, _ certainAttempt: Int) -> Judgement?
  ) -> Pattern {
    Pattern([.attempt], judgesFailureOnly: false) { context, state in
      let last = context.session.shows.appOpenAttempt
      let certain = state.memory.removeValue(forKey: UInt64(bitPattern: Int64(last))) ?? last
      if context.facts.isAttemptUncertain { state.memory[UInt64(context.index)] = certain }
      if let judgement = check(context, certain) { state.report(judgement, of: context) }
    }
  }
}
