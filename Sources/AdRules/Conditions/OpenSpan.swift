internal import AdSession

extension EvaluationContext {
  /// Whether the open background span is real: no lock explains it, not even a lock that comes
  /// late.
  var isInRealBackground: Truth {
    guard let span = session.app.openSpan else { return .no }
    switch span.cause {
    case .lock: return .no
    case .unknown: return .unknown(.gap)
    case .real: return evaluation.staysReal(span)
    }
  }

  /// The judgement, certain only at the late lock that explains the open span, if there is one.
  func certainOnceLocked(_ judgement: Judgement) -> Judgement {
    guard case .violated(var violation) = judgement, let span = session.app.openSpan,
      span.cause == .real, let late = evaluation.cache.lateLock, late.begin == span.begin,
      late.isReal == .no
    else { return judgement }
    violation.certainAt = max(violation.certainAt, late.at)
    return .violated(violation)
  }
}

extension Evaluation {
  /// The first `app.entered_background` that is certainly real; the number of records where there
  /// is none, or where the threshold of late locks changes.
  var firstRealBackground: Int {
    if let known = cache.firstRealBackground { return known }
    let found = findRealBackground() ?? trace.events.count
    cache.firstRealBackground = found
    return found
  }

  private func findRealBackground() -> Int? {
    if !isLockWindowSteady { return nil }
    let seesLocks = session.captured.contains(ClassSet(.lock))
    var (active, locked, begin) = (EventIndex.none, EventIndex.none, EventIndex.none)
    for (index, event) in trace.events.enumerated() {
      switch event.kind {
      case .appBecameActive: active = EventIndex(index)
      case .deviceLocked: locked = EventIndex(index)
      case .appEnteringForeground: begin = .none
      case .appEnteredBackground:
        if begin.isPresent && !session.time.hasGap(after: begin, before: index) { continue }
        begin = EventIndex(index)
        if !seesLocks { return index }
        let isUnexplained = locked <= active && !session.time.hasGap(after: active, before: index)
        if isUnexplained, case .yes = whatBecomes(ofSpanFrom: index).isReal { return index }
      default: break
      }
    }
    return nil
  }

  private var isLockWindowSteady: Bool {
    if trace.policyChanges.isEmpty { return true }
    return !trace.events.indices.contains { index in
      trace.policyChanges[index]?.contains { $0.key == .lockWindowSeconds } ?? false
    }
  }

  /// Whether no lock explains a span, including one that comes within its first seconds.
  ///
  /// A gap can hide a lock, or a return before the lock that follows.
  fileprivate func staysReal(_ span: BackgroundSpan) -> Truth {
    guard session.captured.contains(ClassSet(.lock)) else { return .yes(span.begin) }
    if let known = cache.lateLock, known.begin == span.begin { return known.isReal }
    let found = whatBecomes(ofSpanFrom: span.begin)
    cache.lateLock = (span.begin, found.isReal, found.at)
    return found.isReal
  }

  /// Whether later records show a span to be real, and the record that decides it.
  ///
  /// While the threshold is unknown, a lock can explain the span at any time.
  private func whatBecomes(ofSpanFrom begin: Int) -> (isReal: Truth, at: Int) {
    let window = session.policy.milliseconds(.lockWindowSeconds)
    let start = trace.events[begin].t
    for next in begin..<trace.events.count {
      let event = trace.events[next]
      if session.time.hasGap(after: begin, before: next) { return (.unknown(.gap), next) }
      if event.kind == .appEnteringForeground { return (.yes(begin), next) }
      if let window, event.t - start > window { return (.yes(begin), next) }
      if event.kind != .deviceLocked { continue }
      let isExplained = window != nil || event.t == start
      return (isExplained ? .no : .unknown(.unknown), next)
    }
    return (.unknown(window == nil ? .unknown : .pending), trace.events.count - 1)
  }
}
