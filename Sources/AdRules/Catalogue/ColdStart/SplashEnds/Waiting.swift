internal import AdSession

extension Pattern {
  /// Response by a clock that stops while an ad or a consent form is shown, since the user decides
  /// how long these last.
  static func response(
    to trigger: EventKind, correlation: CorrelationKey, answer: EventKind,
    notCountingAdsWithin key: PolicyKey,
    message: @escaping MissedMessage
  ) -> Pattern {
    // What the user does can show that an ad is over; until then it counts as shown.
    let interruptions: [EventKind] = [
      .adDismissed, .adFailedToPresent, .consentFormShown, .consentFormClosed, .configChanged,
      .userActed, .adShowDecided,
    ]
    let interrupting = Visit(
      interruptions.map(Trigger.kind) + [.kind(answer)], filtersFormat: false, need: .awake
    ) { context, state in
      state.waiting.advance(in: context.evaluation, to: context.index)
      if context.event.kind == answer && context.isSceneUnsure {
        state.doubtAll(correlation, context)
      } else if context.event.kind == answer {
        state.answerWaits(correlation.key(context), context)
      }
      state.watches = state.waiting.isRunning
    }
    let asking = Visit([.show, .kind(trigger)], filtersFormat: false) { context, state in
      state.waiting.advance(in: context.evaluation, to: context.index)
      if context.event.kind == trigger {
        if context.isSceneUnsure { return state.report(.undecided(.gap), of: context) }
        state.waiting.start(at: context.index)
        state.open(context, correlation.key(context), key, .none, missing: answer)
      } else {
        state.waiting.shows.append(context.index)
      }
      state.watches = state.waiting.isRunning
    }
    return Pattern(visits: [interrupting, asking], needsFinish: .awake) { evaluation, state in
      state.settleWaits(in: evaluation, message: message)
    }
  }
}

extension RuleState {
  fileprivate var waiting: WaitingClock { mutating get { own(WaitingClock.self) } }

  /// Settles answers that are certainly in time; the clock runs only while an obligation is open.
  fileprivate mutating func answerWaits(_ correlation: UInt64, _ context: EvaluationContext) {
    if waiting.isPlain && context.evaluation.isPlain {
      activations &+=
        open.takeAnswered(correlation, by: context.index, in: context.evaluation).count
    }
    for obligation in open.take(correlation) {
      let passed = waiting.greatest(
        from: obligation.trigger, to: context.index, in: context.evaluation)
      if passed <= obligation.limitMs {
        report(.kept, of: obligation.trigger, in: context.evaluation)
      } else {
        waiting.answered.append((obligation, context.index))
      }
    }
    if open.isEmpty && waiting.answered.isEmpty { waiting.stop() }
  }

  fileprivate mutating func settleWaits(
    in evaluation: Evaluation, message: MissedMessage
  ) {
    guard waiting.isRunning else { return }
    waiting.advance(in: evaluation, to: evaluation.trace.events.count - 1)
    let clock = waiting.clock(in: evaluation)
    let unanswered = open.takeAll().map { (obligation: $0, answer: Int?.none) }
    let answered = waiting.answered
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
