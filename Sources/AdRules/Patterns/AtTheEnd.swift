import AdSession

extension Pattern {
  /// Universality at the end: one activation at `session.ended`, if the session had the trigger.
  ///
  /// In a cut session the check sees the last record, and a violation is undecided. If a gap can
  /// hide the trigger, only a doubt is reported.
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

/// Keys and values of the memory of the end.
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
    // Without a recorded trigger, only a gap can make the end an activation.
    guard known == End.isAwaited || context.hasGaps else { return }
    let judgement = check()
    if known == End.isAwaited { return report(judgement, of: context) }
    if case .undecided = judgement { report(judgement, of: context) }
  }
}
