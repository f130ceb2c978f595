import AdSession

extension Pattern {
  /// Comparison at each attempt to show an app-open ad.
  ///
  /// The check also gets the last earlier attempt that is certain. Later ones are unsure if a gap
  /// can hide an earlier call of present.
  static func sinceLastAttempt(
    check: @escaping @Sendable (EvaluationContext, _ certainAttempt: EventIndex) -> Judgement?
  ) -> Pattern {
    Pattern([.attempt], judgesFailureOnly: false) { context, state in
      let last = context.session.shows.appOpenAttempt
      let known = state.memory.removeValue(forKey: UInt64(last.next))
      let certain = known.map { $0 == Self.noAttempt ? .none : EventIndex($0) } ?? last
      if context.facts.unsure.contains(.attempt) {
        state.memory[UInt64(EventIndex(context.index).next)] = certain.index ?? Self.noAttempt
      }
      if let judgement = check(context, certain) { state.report(judgement, of: context) }
    }
  }

  /// The mark of an attempt without a certain attempt before it.
  private static var noAttempt: Int { .max }
}
