public import AdSession

extension EvaluationContext {
  /// At an `app.entering_foreground`, the background span that it ends; nil where none is open.
  public var returningSpan: BackgroundSpan? { session.returningSpan(at: index) }

  /// At an `app.entering_foreground`, whether a gap hides the beginning of the span that it ends,
  /// and no later lock explains the span.
  var isReturnHidden: Bool {
    let app = session.app
    let front = max(app.enteringForeground, app.becameActive, app.resignedActive)
    guard hasGaps, app.openSpan == nil,
      let gap = session.time.firstGap(after: front), gap <= index
    else { return false }
    return !isLockSeen(sinceGap: gap)
  }

  /// Whether a lock follows all gaps, at most lock_window_s after any beginning that they can hide.
  private func isLockSeen(sinceGap first: Int) -> Bool {
    guard captures(.lock), first > 0, let last = session.time.lastGap(before: index),
      session.app.locked >= last, let window = milliseconds(.lockWindowSeconds)
    else { return false }
    return evaluation.event(firstLock(from: last)).t - evaluation.event(first - 1).t <= window
  }

  private func firstLock(from start: Int) -> Int {
    (start...evaluation.session.app.locked.known).first {
      evaluation.event($0).kind == .deviceLocked
    }
      ?? start
  }

  /// Whether a lock caused the last background span that ended; yes has its `device.locked`.
  public var lastSpanIsLockCaused: Truth {
    let last = session.app.lastEndedSpan
    if canHideReturn(since: last?.end ?? .none) { return .unknown(.gap) }
    guard let span = last else { return .no }
    switch span.cause {
    case .real: return .no
    case .unknown: return .unknown(.gap)
    case .lock: return .yes(span.lock)
    }
  }

  /// Whether gaps after a record can hide a background span that ended.
  ///
  /// Its beginning and its end are two records. One lost record is enough where the other half of a
  /// span was seen.
  func canHideReturn(since start: EventIndex) -> Bool {
    guard hasGap(since: start) else { return false }
    let app = session.app
    let returned = max(app.enteringForeground, app.unknownReturn, app.lastEndedSpan?.end ?? .none)
    if returned > start { return true }
    if let open = app.openSpan, hasGap(since: EventIndex(open.begin)) { return true }
    return lostRecords(since: start, atMost: 2) == 2
  }

  /// Whether a gap can hide a record that lies less than `limit` of `t` back.
  public func canHide(within limit: Int64) -> Bool {
    guard let gap = session.time.lastGap(before: index) else { return false }
    return elapsed(since: gap) < limit
  }
}

extension Evaluation {
  /// The first event of the app-open format.
  var firstAppOpenEvent: EventIndex {
    if let known = cache.firstAppOpenEvent { return known }
    let found = EventIndex(trace.events.firstIndex { $0.format == .appOpen && isSeen($0) })
    cache.firstAppOpenEvent = found
    return found
  }

  /// Whether the session has any event of the app-open format.
  var hasAppOpenEvent: Bool { firstAppOpenEvent.isPresent }

  /// Whether the session captures the class of the event.
  func isSeen(_ event: Event) -> Bool {
    event.kind.eventClass.map { session.captured.contains(ClassSet($0)) } ?? false
  }
}
