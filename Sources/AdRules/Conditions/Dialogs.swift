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

  /// Whether the app may have resigned active outside the launch span: a gap, or an unknown cause
  /// of a background span, can hide the end of the launch span.
  public var canBeOutsideLaunch: Bool {
    isOutsideLaunch || lastGap.isPresent || session.app.unknownReturn.isPresent
      || session.app.openSpan?.cause == .unknown
  }

  /// The same outside the launch span; nil within it.
  var followsDialogOutsideLaunch: Truth? {
    let follows = followsDialog
    switch follows {
    case nil: return nil
    case .no: return turnsOutOutsideLaunch ? .no : nil
    case .unknown: return canBeOutsideLaunch ? follows : nil
    case .yes: return canBeOutsideLaunch ? follows?.unless(!isOutsideLaunch) : nil
    }
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
    let hidden = max(session.app.unknownReturn, lastGap)
    return Truth.yes(resigned).unless(canLast(since: hidden, for: milliseconds(.decisionSeconds)))
  }

  /// Whether a record certainly lies at most a threshold of active time back.
  private func hasReturned(within key: PolicyKey, of start: EventIndex) -> Bool {
    guard start.isPresent, let limit = milliseconds(key) else { return false }
    return session.time.greatest(from: start, to: index) <= limit
  }
}
