import AdSession

extension Pattern {
  /// Exclusion between a lock and the end of its span, decided when the span is known.
  ///
  /// A request after a lock waits: `app.entered_background` makes the span lock-caused, and
  /// `app.became_active` shows that there was none.
  static func requestsWhileLocked(says: String) -> Pattern {
    let asking = Visit([.kind(.adRequested)]) { moment, monitor in
      if moment.event.reason == .background { monitor.requestWhileLocked(moment, says) }
    }
    let leaving = Visit([.kind(.appEnteredBackground)], need: .awake) { moment, monitor in
      monitor.settleRequests(moment, says)
    }
    let staying = Visit([.kind(.appBecameActive)], need: .awake) { moment, monitor in
      monitor.releaseRequests(moment)
    }
    return Pattern(visits: [asking, leaving, staying], needsFinish: .awake) { run, monitor in
      for waiting in monitor.open.take(0) {
        monitor.report(.undecided(waiting.doubt ?? .pending), of: waiting.trigger, in: run)
      }
    }
  }
}

extension Monitor {
  fileprivate mutating func requestWhileLocked(_ moment: Moment, _ says: String) {
    let app = moment.session.app
    if let span = app.openSpan {
      let lock = Self.lock(of: span, moment)
      if case .yes(let lock) = lock {
        return report(moment.lockViolation(lock, span.begin, moment.index, says), of: moment)
      }
      if case .unknown(let why) = lock { return report(.undecided(why), of: moment) }
      return report(.kept, of: moment)
    }
    let hidesLock = moment.hasGap(since: app.becameActive)
    if app.locked <= app.becameActive && !hidesLock { return report(.kept, of: moment) }
    let key = PolicyKey.lockWindowSeconds
    let isSeen = app.locked > app.becameActive
    open.append(
      Obligation(
        trigger: moment.index, limitMs: 0, key: key, doubt: isSeen ? nil : .gap,
        witness: isSeen ? [app.locked] : []), tie: 0)
  }

  /// Whether a lock before this moment causes the open span.
  private static func lock(of span: BackgroundSpan, _ moment: Moment) -> Truth {
    if span.cause == .lock {
      return moment.hasGap(since: span.begin) ? .unknown(.gap) : .yes(span.lock)
    }
    let start = moment.session.app.becameActive
    if moment.hasGap(since: start) { return .unknown(.gap) }
    // Without a gap the cause is unknown where the threshold is lost.
    return span.cause == .unknown ? .unknown(.unknown) : .no
  }

  fileprivate mutating func settleRequests(_ moment: Moment, _ says: String) {
    for waiting in open.take(0) {
      let lock = waiting.witness.first ?? -1
      let judgement: Judgement =
        moment.hasGap(since: lock)
        ? .undecided(.gap)
        : moment.lockViolation(lock, moment.index, waiting.trigger, says)
      report(judgement, of: waiting.trigger, in: moment.run)
    }
  }

  /// The app is active: no span came, but a gap since it last was can hide one around the request.
  fileprivate mutating func releaseRequests(_ moment: Moment) {
    let isHidden = moment.hasGap(since: moment.session.app.becameActive)
    for waiting in open.take(0) {
      report(isHidden ? .undecided(.gap) : .kept, of: waiting.trigger, in: moment.run)
    }
  }
}

extension Moment {
  fileprivate func lockViolation(
    _ lock: Int, _ background: Int, _ request: Int, _ says: String
  ) -> Judgement {
    let event = event(at: request)
    return .violated(
      Violation(
        witness: Run.sorted([lock, background, request]), certainAt: max(background, request),
        because: "\(event.format.text ?? "") unit \(text(event.unit)) was \(says)"))
  }
}
