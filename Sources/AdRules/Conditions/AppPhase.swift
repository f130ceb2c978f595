import AdSession

extension EvaluationContext {
  /// Whether the app is in the background; yes has the `app.entered_background`.
  ///
  /// After a gap that is unknown until the next event of the app's life cycle, unless only an app
  /// in the foreground has that event.
  public var isInBackground: Truth {
    let entered = session.app.enteredBackground
    let left = session.app.enteringForeground
    let used = max(session.app.becameActive, session.app.resignedActive)
    if hasGap(since: max(entered, left, used)) {
      return isForegroundShownNext ? .no : .unknown(.gap)
    }
    if entered.isAbsent || hasGap(since: entered) { return .no }
    return entered > left ? .yes(entered) : .no
  }

  /// Whether the next event of the app's life cycle, with no gap before it, is one that only an app
  /// in the foreground has.
  private var isForegroundShownNext: Bool {
    if let known = evaluation.cache.phaseAhead, known.searched.contains(index) {
      return known.isForeground
    }
    let events = evaluation.trace.events
    let end = session.time.firstGap(after: index) ?? events.count
    let next = events[index..<end].firstIndex { $0.showsPhase }
    let isForeground = next.map { events[$0].kind != .appEnteringForeground } ?? false
    evaluation.cache.phaseAhead = (index...max(index, (next ?? end) - 1), isForeground)
    return isForeground
  }
}

extension Event {
  /// Whether it shows if the app is in the foreground.
  fileprivate var showsPhase: Bool {
    switch kind {
    case .appEnteredBackground, .appEnteringForeground, .appBecameActive, .appResignedActive: true
    default: false
    }
  }
}
