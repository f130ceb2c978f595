internal import AdSession

extension Pattern {
  /// Response by a clock that stops while an ad or a consent form is shown, since the user decides how
  /// long these last.
  static func response(
    to trigger: EventKind, correlation: CorrelationKey, answer: EventKind,
    notCountingAdsWithin key: PolicyKey,
    message: @escaping @Sendable (EvaluationContext) -> String
  ) -> Pattern {
    let interruptions: [EventKind] = [
      .adDismissed, .adFailedToPresent, .consentFormShown, .consentFormClosed, .configChanged,
    ]
    let interrupting = Visit(
      interruptions.map(Trigger.kind) + [.kind(answer)], filtersFormat: false, need: .awake
    ) { context, state in
      state.rare.waiting.advance(in: context.evaluation, to: context.index)
      if context.event.kind == answer { state.answerWaits(correlation.key(context), context) }
      state.watches = state.rare.waiting.isRunning
    }
    let asking = Visit([.show, .kind(trigger)], filtersFormat: false) { context, state in
      state.rare.waiting.advance(in: context.evaluation, to: context.index)
      if context.event.kind == trigger {
        state.rare.waiting.start(at: context.index)
        state.open(context, correlation.key(context), key, .none, missing: answer)
      } else {
        state.rare.waiting.shows.append(context.index)
      }
      state.watches = state.rare.waiting.isRunning
    }
    return Pattern(visits: [interrupting, asking], needsFinish: .awake) { evaluation, state in
      state.settleWaits(in: evaluation, message: message)
    }
  }
}

extension RuleState {
  /// Settles answers that are certainly in time; the clock runs only while an obligation is open.
  fileprivate mutating func answerWaits(_ correlation: UInt64, _ context: EvaluationContext) {
    if rare.waiting.isPlain && context.evaluation.isPlain {
      activations &+=
        open.takeAnswered(correlation, by: context.index, in: context.evaluation).count
    }
    for obligation in open.take(correlation) {
      let passed = rare.waiting.greatest(
        from: obligation.trigger, to: context.index, in: context.evaluation)
      if passed <= obligation.limitMs {
        report(.kept, of: obligation.trigger, in: context.evaluation)
      } else {
        rare.waiting.answered.append((obligation, context.index))
      }
    }
    if open.isEmpty && rare.waiting.answered.isEmpty { rare.waiting.stop() }
  }

  fileprivate mutating func settleWaits(
    in evaluation: Evaluation, message: @Sendable (EvaluationContext) -> String
  ) {
    guard rare.waiting.isRunning else { return }
    rare.waiting.advance(in: evaluation, to: evaluation.trace.events.count - 1)
    let clock = rare.waiting.clock(in: evaluation)
    let unanswered = open.takeAll().map { (obligation: $0, answer: Int?.none) }
    let answered = rare.waiting.answered
    let all = answered.map { (obligation: $0.obligation, answer: Int?($0.answer)) } + unanswered
    for wait in all.sorted(by: { $0.obligation.trigger < $1.obligation.trigger }) {
      let outcome = evaluation.outcome(
        of: wait.obligation, answer: wait.answer, clock: clock, message: message)
      report(
        outcome.judgement, of: wait.obligation.trigger, in: evaluation,
        remainingMs: outcome.remainingMs)
    }
  }
}
