public import AdSession

extension Moment {
  /// At an `app.entering_foreground`: the background span that it ends; nil where none was open.
  public var returningSpan: BackgroundSpan? { run.session.returningSpan(at: index) }

  /// Whether the last background span that ended was caused by a lock; yes names its `device.locked`.
  public var lastSpanIsLockCaused: Truth {
    guard let span = run.session.app.lastEndedSpan else {
      return hasGap(since: -1) ? .unknown(.gap) : .no
    }
    if hasGap(since: span.end) { return .unknown(.gap) }
    switch span.cause {
    case .real: return .no
    case .unknown: return .unknown(.gap)
    case .lock: return .yes(span.lock)
    }
  }

  /// Whether something hidden in a gap can lie less than `limit` of `t` before this event.
  public func canHide(within limit: Int64) -> Bool {
    guard let gap = run.session.time.lastGap(before: index) else { return false }
    return elapsed(since: gap) < limit
  }
}

extension Run {
  /// The index of the first event of the app-open format; -1: the session has none.
  var firstAppOpenEvent: Int {
    if let known = notes.firstAppOpenEvent { return known }
    let found = trace.events.firstIndex { $0.format == .appOpen && isSeen($0) } ?? -1
    notes.firstAppOpenEvent = found
    return found
  }

  /// Whether the session has any event of the app-open format.
  var hasAppOpenEvent: Bool { firstAppOpenEvent >= 0 }

  /// Whether rules see the event: its class is captured.
  func isSeen(_ event: Event) -> Bool {
    event.kind.eventClass.map { session.captured.contains(ClassSet($0)) } ?? false
  }
}
