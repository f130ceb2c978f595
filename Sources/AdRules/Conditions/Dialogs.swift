import AdSession

extension EvaluationContext {
  /// Whether the launch span is certainly over: the loading screen closed, the main content was
  /// shown, or the user left the app.
  public var isOutsideLaunch: Bool {
    if session.app.launchEnded.isPresent { return true }
    guard let span = session.app.openSpan, span.cause == .real,
      let window = milliseconds(.lockWindowSeconds)
    else { return false }
    return elapsed(since: span.begin) > window
  }

  /// Whether the launch span was over, including spans that later events show to be real.
  public var turnsOutOutsideLaunch: Bool {
    if case .yes = isInRealBackground { return true }
    return isOutsideLaunch
  }

  /// The record at which the launch span ended; while a background span lasts, its first record.
  var endOfLaunch: EventIndex {
    let ended = session.app.launchEnded
    return ended.isPresent ? ended : EventIndex(session.app.openSpan?.begin)
  }

  /// Whether the app may have resigned active outside the launch span: a gap can hide the end of
  /// that span, and needs a second lost record to hide the `app.resigned_active`.
  public var canBeOutsideLaunch: Bool {
    if isOutsideLaunch { return true }
    // The lock that caused a background span may be lost, or not.
    let isAnySeen = session.app.resignedActive.isPresent || !session.app.spans.isEmpty
    let needed = isAnySeen ? 1 : 2
    return lostRecords(since: .none, atMost: needed) == needed
  }

  /// Whether the app became active again after only a dialog or a sheet.
  ///
  /// Yes has the last `app.resigned_active`; nil where there was none.
  public var followsDialog: Truth? {
    let (resigned, left) = (session.app.resignedActive, session.app.enteredBackground)
    let returned = session.app.lastRealReturn?.end ?? .none
    if hasReturned(within: .decisionSeconds, of: returned) { return resigned.isAbsent ? nil : .no }
    if hasGap(since: max(resigned, left)) { return .unknown(.gap) }
    if resigned.isAbsent { return nil }
    if left > resigned { return .no }
    if milliseconds(.decisionSeconds) == nil { return .unknown(.unknown) }
    let mayHaveReturned =
      hasReturned(within: .decisionSeconds, of: session.app.unknownReturn)
      || canHideReturn(within: .decisionSeconds)
    return mayHaveReturned ? .unknown(.gap) : .yes(resigned)
  }

  /// Whether a record certainly lies at most a threshold of active time back.
  private func hasReturned(within key: PolicyKey, of start: EventIndex) -> Bool {
    guard start.isPresent, let limit = milliseconds(key) else { return false }
    return session.time.greatest(from: start, to: index) <= limit
  }

  /// Whether a return that a gap hides can lie at most a threshold of active time back.
  private func canHideReturn(within key: PolicyKey) -> Bool {
    guard let limit = milliseconds(key), let gap = session.time.lastGap(before: index) else {
      return false
    }
    return session.time.least(from: gap, to: index) <= limit
  }
}
