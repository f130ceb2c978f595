import AdSession

extension Pattern {
  /// One activation at the end of a session that had an event of this kind: at `session.ended`.
  ///
  /// In a cut session the check sees the last record; nobody knows what came after, so that what it
  /// finds broken is undecided. Where no such event was seen, but a gap can hide one that matters,
  /// the activation is undecided, too.
  public static func atTheEnd(
    after trigger: Trigger, check: @escaping @Sendable (EvaluationContext) -> Judgement
  ) -> Pattern {
    let awaiting = Visit([trigger]) { context, state in
      if state.memory[End.key] == nil { state.memory[End.key] = End.isAwaited }
    }
    let ending = Visit([.kind(.sessionEnded)]) { context, state in
      state.judgeEnd(of: context) { check(context) }
    }
    return Pattern(visits: [awaiting, ending]) { evaluation, state in
      let last = evaluation.trace.events.count - 1
      guard last >= 0 else { return }
      let context = evaluation.context(last)
      state.judgeEnd(of: context) {
        let judgement = check(context)
        if case .violated = judgement { return .undecided(.cut) }
        return judgement
      }
    }
  }
}

/// What a monitor remembers of the end.
private enum End {
  static let key: UInt64 = 0
  static let isAwaited = 1
  static let isJudged = 2
}

extension RuleState {
  fileprivate mutating func judgeEnd(of context: EvaluationContext, _ check: () -> Judgement) {
    let known = memory[End.key]
    if known == End.isJudged { return }
    memory[End.key] = End.isJudged
    // Without such an event only what a gap hides can make the end an activation.
    guard known == End.isAwaited || context.hasGaps else { return }
    let judgement = check()
    if known == End.isAwaited { return report(judgement, of: context) }
    if case .undecided(.gap) = judgement { report(judgement, of: context) }
  }
}
