extension Session {
  @inline(never)
  mutating func evolveApp(_ event: Event, at index: Int) {
    switch event.kind {
    case .appLaunched: evolveLaunch(event, at: index)
    case .appBecameActive:
      endHiddenSpan(at: index)
      app.becameActive = EventIndex(index)
      app.phase = .active
    case .appResignedActive:
      endHiddenSpan(at: index)
      app.resignedActive = EventIndex(index)
      if app.phase != .background { app.phase = .inactive }
    case .appEnteredBackground: enterBackground(event, at: index)
    case .appEnteringForeground: enterForeground(at: index)
    case .appTerminating:
      if app.terminating.isAbsent { app.terminating = EventIndex(index) }
      app.phase = .terminating
    case .appTimeChanged: if let offset = event.utcOffsetMin { utcOffsetMinutes = offset }
    default: break
    }
  }

  private mutating func evolveLaunch(_ event: Event, at index: Int) {
    app.lastLaunched = EventIndex(index)
    guard app.launched.isAbsent else { return }
    app.launched = EventIndex(index)
    app.isCold = event.flag(Flag.cold)
  }

  private mutating func enterBackground(_ event: Event, at index: Int) {
    app.enteredBackground = EventIndex(index)
    app.phase = .background
    endHiddenSpan(at: index)
    guard app.openSpan == nil else { return }
    var span = BackgroundSpan(begin: index, beginT: event.t, cause: .real)
    if captured.contains(ClassSet(.lock)) {
      if app.locked > app.becameActive { span.lock = app.locked }
      span.cause = lockCause(of: span, before: index)
    }
    _ = app.spans.append(span)
  }

  /// Ends a span whose end a gap hides, at the first later record that proves the return.
  ///
  /// The app leaves the foreground or becomes active, so it had returned to the foreground before.
  private mutating func endHiddenSpan(at index: Int) {
    guard var span = app.openSpan, time.hasGap(after: span.begin, before: index) else { return }
    span.end = EventIndex(index)
    span.cause = .unknown
    app.spans[app.spans.count - 1] = span
    app.possibleReturns.append(Int32(app.spans.count - 1))
    // The end lies in that gap, before all later records.
    app.unknownReturn = EventIndex(time.lastGap(before: index) ?? index)
  }

  /// Whether a lock explains the span, judged by the records before `index`.
  private func lockCause(of span: BackgroundSpan, before index: Int) -> BackgroundSpan.Cause {
    if span.lock.isPresent {
      return time.hasGap(after: span.lock, before: span.begin) ? .unknown : .lock
    }
    return time.hasGap(after: app.becameActive, before: index) ? .unknown : .real
  }

  private mutating func enterForeground(at index: Int) {
    let span = returningSpan(at: index)
    let front = max(app.enteringForeground, app.becameActive, app.resignedActive)
    let isHidden = span == nil && time.hasGap(after: front, before: index)
    app.enteringForeground = EventIndex(index)
    app.phase = .inactive
    if isHidden || span?.cause == .unknown { app.unknownReturn = EventIndex(index) }
    guard let span else { return }
    app.spans[app.spans.count - 1] = span
    if span.cause != .lock { app.possibleReturns.append(Int32(app.spans.count - 1)) }
    guard span.cause == .real else { return }
    app.realReturns.append(Int32(app.spans.count - 1))
    if app.launchEnded.isAbsent { app.launchEnded = EventIndex(span.begin) }
  }

  /// The open span, ended by an `app.entering_foreground` at this record.
  ///
  /// After a gap in the span, its cause is unknown, because the gap can hide the beginning of
  /// another span.
  public func returningSpan(at index: Int) -> BackgroundSpan? {
    guard var span = app.openSpan else { return nil }
    span.end = EventIndex(index)
    if time.hasGap(after: span.begin, before: index) { span.cause = .unknown }
    return span
  }

  mutating func evolveLock(_ event: Event, at index: Int) {
    app.locked = EventIndex(index)
    // A lock before a gap possibly explains the span, and one in the span certainly does.
    guard let span = app.openSpan, span.lock.isAbsent || span.cause == .unknown else { return }
    let passed = event.t - span.beginT
    guard let window = policy.milliseconds(.lockWindowSeconds) ?? (passed > 0 ? nil : 0) else {
      // If the threshold is lost, it is unknown whether the lock explains the span.
      app.spans[app.spans.count - 1].cause = .unknown
      return
    }
    guard passed <= window else { return }
    let isCertain = !time.hasGap(after: span.begin, before: index)
    if isCertain || span.lock.isAbsent { app.spans[app.spans.count - 1].lock = EventIndex(index) }
    app.spans[app.spans.count - 1].cause = isCertain ? .lock : .unknown
  }
}
