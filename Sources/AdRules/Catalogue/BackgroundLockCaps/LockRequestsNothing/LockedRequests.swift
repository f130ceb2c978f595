import AdSession

extension Pattern {
  /// Exclusion: nothing is requested between a lock and the end of the span that it causes.
  ///
  /// A request after a lock is undecided until `app.entered_background` shows that the lock caused
  /// a span, or `app.became_active` shows that it did not.
  static func requestsWhileLocked(message: String) -> Pattern {
    let asking = Visit([.kind(.adRequested)]) { context, state in
      if context.event.reason == .background { state.requestWhileLocked(context, message) }
    }
    let leaving = Visit([.kind(.appEnteredBackground)], need: .awake) { context, state in
      state.settleRequests(context, message)
    }
    let staying = Visit([.kind(.appBecameActive)], need: .awake) { context, state in
      state.releaseRequests(context)
    }
    return Pattern(visits: [asking, leaving, staying], needsFinish: .awake) { evaluation, state in
      for waiting in state.open.take(0) {
        let isHidden = evaluation.session.time.firstGap(after: waiting.trigger) != nil
        let why = waiting.doubt ?? (isHidden ? .gap : .pending)
        state.report(.undecided(why), of: waiting.trigger, in: evaluation)
      }
    }
  }
}

extension RuleState {
  fileprivate mutating func requestWhileLocked(_ context: EvaluationContext, _ message: String) {
    let app = context.session.app
    if let span = app.openSpan {
      let lock = Self.lock(of: span, context)
      if case .yes(let lock) = lock {
        return report(
          context.lockViolation(lock.known, span.begin, context.index, message), of: context)
      }
      if case .unknown(let why) = lock { return report(.undecided(why), of: context) }
      return report(.kept, of: context)
    }
    let hidesLock = context.hasGap(since: app.becameActive)
    if app.locked <= app.becameActive && !hidesLock { return report(.kept, of: context) }
    let key = PolicyKey.lockWindowSeconds
    let isSeen = app.locked > app.becameActive
    open.append(
      Obligation(
        trigger: context.index, limitMs: 0, key: key, doubt: hidesLock ? .gap : nil,
        witness: isSeen ? [app.locked].present : []), correlation: 0)
  }

  /// Whether a lock before this event caused the open span.
  private static func lock(of span: BackgroundSpan, _ context: EvaluationContext) -> Truth {
    if span.cause == .lock {
      return context.hasGap(since: span.begin) ? .unknown(.gap) : .yes(span.lock)
    }
    let start = context.session.app.becameActive
    if context.hasGap(since: start) { return .unknown(.gap) }
    // Without a gap, the cause is unknown only if the threshold is.
    return span.cause == .unknown ? .unknown(.unknown) : .no
  }

  fileprivate mutating func settleRequests(_ context: EvaluationContext, _ message: String) {
    for waiting in open.take(0) {
      let judgement: Judgement =
        if let lock = waiting.witness.first, !context.hasGap(since: lock) {
          context.lockViolation(lock, context.index, waiting.trigger, message)
        } else {
          .undecided(.gap)
        }
      report(judgement, of: waiting.trigger, in: context.evaluation)
    }
  }

  /// Settles requests when the app becomes active: no span came, unless a gap hides one.
  fileprivate mutating func releaseRequests(_ context: EvaluationContext) {
    let isHidden = context.hasGap(since: context.session.app.becameActive)
    for waiting in open.take(0) {
      report(isHidden ? .undecided(.gap) : .kept, of: waiting.trigger, in: context.evaluation)
    }
  }
}

extension EvaluationContext {
  fileprivate func lockViolation(
    _ lock: Int, _ background: Int, _ request: Int, _ message: String
  ) -> Judgement {
    let event = event(at: request)
    return .violated(
      Violation(
        witness: Evaluation.sorted([lock, background, request]),
        certainAt: max(background, request),
        because: "\(event.format.text ?? "") unit \(text(event.unit)) was \(message)"))
  }
}
