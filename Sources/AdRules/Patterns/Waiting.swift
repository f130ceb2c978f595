internal import AdSession

extension Pattern {
  /// Response by a clock that stands still while an ad is shown or a consent form is up: what waits
  /// for the user is not late.
  static func response(
    to trigger: EventKind, tie: Tie, answer: EventKind, notCountingAdsWithin key: PolicyKey,
    says: @escaping @Sendable (Moment) -> String
  ) -> Pattern {
    let interruptions: [EventKind] = [
      .adDismissed, .adFailedToPresent, .consentFormShown, .consentFormClosed, .configChanged,
    ]
    let interrupting = Visit(
      interruptions.map(Trigger.kind) + [.kind(answer)], filtersFormat: false, need: .awake
    ) { moment, monitor in
      monitor.waiting.advance(in: moment.run, to: moment.index)
      if moment.event.kind == answer { monitor.answerWaits(tie.key(moment), moment) }
      monitor.watches = monitor.waiting.isRunning
    }
    let asking = Visit([.show, .kind(trigger)], filtersFormat: false) { moment, monitor in
      monitor.waiting.advance(in: moment.run, to: moment.index)
      if moment.event.kind == trigger {
        monitor.waiting.start(at: moment.index)
        monitor.open(moment, tie.key(moment), key, .none, missing: answer)
      } else {
        monitor.waiting.shows.append(moment.index)
      }
      monitor.watches = monitor.waiting.isRunning
    }
    return Pattern(visits: [interrupting, asking], needsFinish: .awake) { run, monitor in
      monitor.settleWaits(in: run, says: says)
    }
  }
}

extension Monitor {
  /// What is certainly in time is kept at once; the clock runs only while something waits.
  fileprivate mutating func answerWaits(_ tie: UInt64, _ moment: Moment) {
    if waiting.isPlain && moment.run.state.pointee.isPlain {
      activations &+= open.takeAnswered(tie, by: moment.index, in: moment.run).count
    }
    for obligation in open.take(tie) {
      let passed = waiting.greatest(
        from: obligation.trigger, to: moment.index, in: moment.run)
      if passed <= obligation.limitMs {
        report(.kept, of: obligation.trigger, in: moment.run)
      } else {
        waiting.answered.append((obligation, moment.index))
      }
    }
    if open.isEmpty && waiting.answered.isEmpty { waiting.stop() }
  }

  fileprivate mutating func settleWaits(in run: Run, says: @Sendable (Moment) -> String) {
    guard waiting.isRunning else { return }
    waiting.advance(in: run, to: run.trace.events.count - 1)
    let clock = waiting.clock(in: run)
    let unanswered = open.takeAll().map { (obligation: $0, answer: Int?.none) }
    let all = waiting.answered.map { (obligation: $0.obligation, answer: $0.answer) } + unanswered
    for wait in all.sorted(by: { $0.obligation.trigger < $1.obligation.trigger }) {
      let outcome = run.outcome(of: wait.obligation, answer: wait.answer, clock: clock, says: says)
      report(
        outcome.judgement, of: wait.obligation.trigger, in: run, remainingMs: outcome.remainingMs)
    }
  }
}
