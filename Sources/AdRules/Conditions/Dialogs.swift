import AdSession

extension EvaluationContext {
  /// Whether the launch span is certainly over: the loading screen is gone, the main content is up,
  /// or the app was in the background for real.
  public var isOutsideLaunch: Bool {
    if session.app.launchEnded >= 0 { return true }
    guard let span = session.app.openSpan, span.cause == .real,
      let window = milliseconds(.lockWindowSeconds)
    else { return false }
    return elapsed(since: span.begin) > window
  }

  /// Whether the launch span was over: what comes later may show that the background was real.
  public var turnsOutOutsideLaunch: Bool {
    if case .yes = isInRealBackground { return true }
    return isOutsideLaunch
  }

  /// The record at which the launch span ended; that of the background that ended it, while that lasts.
  var endOfLaunch: Int {
    let ended = session.app.launchEnded
    return ended >= 0 ? ended : session.app.openSpan?.begin ?? -1
  }

  /// Whether the launch span is over, or its end may lie in a gap.
  public var canBeOutsideLaunch: Bool { isOutsideLaunch || hasGap(since: -1) }

  /// Whether the app is active again after a dialog or a sheet alone.
  ///
  /// Yes names the last `app.resigned_active`; nil where there was none.
  public var followsDialog: Truth? {
    let (resigned, left) = (session.app.resignedActive, session.app.enteredBackground)
    let returned = session.app.lastRealReturn?.end ?? -1
    if hasReturned(within: .decisionSeconds, of: returned) { return resigned < 0 ? nil : .no }
    if hasGap(since: max(resigned, left)) { return .unknown(.gap) }
    if resigned < 0 { return nil }
    if left > resigned { return .no }
    if milliseconds(.decisionSeconds) == nil { return .unknown(.unknown) }
    let mayHaveReturned =
      hasReturned(within: .decisionSeconds, of: session.app.unknownReturn)
      || canHideReturn(within: .decisionSeconds)
    return mayHaveReturned ? .unknown(.gap) : .yes(resigned)
  }

  /// Whether a record (-1: none) is certainly at most a threshold of active time ago.
  private func hasReturned(within key: PolicyKey, of start: Int) -> Bool {
    guard start >= 0, let limit = milliseconds(key) else { return false }
    return session.time.greatest(from: start, to: index) <= limit
  }

  /// Whether a return that a gap hides can be at most a threshold of active time ago.
  private func canHideReturn(within key: PolicyKey) -> Bool {
    guard let limit = milliseconds(key), let gap = session.time.lastGap(before: index) else {
      return false
    }
    return session.time.least(from: gap, to: index) <= limit
  }
}
