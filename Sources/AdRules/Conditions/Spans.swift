public import AdSession

extension EvaluationContext {
  /// At an `app.entering_foreground`, the background span that it ends; nil where none is open.
  public var returningSpan: BackgroundSpan? { session.returningSpan(at: index) }

  /// At an `app.entering_foreground`, whether a gap hides the beginning of the span that it ends, and no
  /// later lock explains the span.
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
    guard let span = session.app.lastEndedSpan else {
      return hasGap(since: .none) ? .unknown(.gap) : .no
    }
    if hasGap(since: span.end) { return .unknown(.gap) }
    switch span.cause {
    case .real: return .no
    case .unknown: return .unknown(.gap)
    case .lock: return .yes(span.lock)
    }
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
