internal import AdSession

extension Moment {
  /// Whether the background span that lasts is real: no lock explains it, now or in the time that a
  /// lock may come late.
  var isInRealBackground: Truth {
    guard let span = run.session.app.openSpan else { return .no }
    switch span.cause {
    case .lock: return .no
    case .unknown: return .unknown(.gap)
    case .real: return run.staysReal(span)
    }
  }
}

extension Run {
  /// Whether no lock within its first seconds explains a span, or comes to do so.
  ///
  /// A gap can hide a lock, and that the app was back before the one that comes.
  fileprivate func staysReal(_ span: BackgroundSpan) -> Truth {
    guard session.captured.contains(ClassSet(.lock)) else { return .yes(span.begin) }
    guard let window = session.policy.milliseconds(.lockWindowSeconds) else {
      return .unknown(.unknown)
    }
    let limit = trace.events[span.begin].t + window
    if let known = notes.lateLock, known.begin == span.begin { return known.isReal }
    var isReal = Truth.unknown(.pending)
    for next in span.begin..<trace.events.count {
      if session.time.hasGap(after: span.begin, before: next) { isReal = .unknown(.gap) }
      if trace.events[next].t > limit || trace.events[next].kind == .appEnteringForeground {
        if case .unknown(.pending) = isReal { isReal = .yes(span.begin) }
      } else if case .unknown(.pending) = isReal, trace.events[next].kind == .deviceLocked {
        isReal = .no
      }
      if isReal != .unknown(.pending) { break }
    }
    notes.lateLock = (span.begin, isReal)
    return isReal
  }
}
