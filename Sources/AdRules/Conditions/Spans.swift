public import AdSession

extension EvaluationContext {
  /// At an `app.entering_foreground`, the background span that it ends; nil where none is open.
  public var returningSpan: BackgroundSpan? { session.returningSpan(at: index) }

  /// At an `app.entering_foreground`, whether it ends a background span that no lock caused.
  var isRealReturn: Truth {
    switch returningSpan?.cause {
    case .real: .yes(.none)
    case .lock: .no
    case .unknown: .unknown(.gap)
    case nil: Truth.no.unless(isReturnHidden)
    }
  }

  /// At an `app.entering_foreground`, whether a gap hides the beginning of the span that it ends.
  private var isReturnHidden: Bool {
    let app = session.app
    return app.openSpan == nil
      && hasGap(since: max(app.enteringForeground, app.becameActive, app.resignedActive))
  }

  /// Whether a lock caused the last background span that ended; yes has its `device.locked`.
  public var lastSpanIsLockCaused: Truth {
    let last = session.app.lastEndedSpan
    if hasGap(since: last?.end ?? .none) { return .unknown(.gap) }
    return switch last?.cause {
    case nil, .real: .no
    case .unknown: .unknown(.gap)
    case .lock: .yes(last?.lock ?? .none)
    }
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
