import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/minimum-background`.
  public static let minimumBackground = Rule(
    "minimum-background", .backgroundLockCaps, .warning, .appOpen,
    observes: [.present], policy: [.minBackgroundSeconds],
    "No app-open ad is presented after a short absence.",
    precise: """
      at attempt(A) with a span before it since the last attempt: t(app.entering_foreground) − \
      t(app.entered_background) > min_background_s
      """,
    notes: """
      Activated if a span (of any cause) ended since the last app-open attempt (of any app-open \
      ad). The last such span counts. If a gap can hide its beginning or its end, or that there \
      was such a span, it is undecided (`gap`), however long the app was away for certain.
      """,
    actor: .app,
    remedy: """
      Store the time when the app enters the background. On return, show an ad only if more time \
      than the minimum of your app has passed.
      """,
    links: [.frequencyCapping, .appOpenAdGuidance],
    .sinceLastAttempt { context, certainAttempt in
      if context.isUnset(.minBackgroundSeconds) { return nil }
      guard let span = context.session.app.lastEndedSpan,
        context.canEnd(span, after: context.session.shows.appOpenAttempt)
      else { return context.mayFollowAbsence(since: certainAttempt) ? .undecided(.gap) : nil }
      guard let limit = context.milliseconds(.minBackgroundSeconds) else {
        return .undecided(.unknown)
      }
      if context.hasGap(since: span.begin) { return .undecided(.gap) }
      let absence = context.event(at: span.end).t - context.event(at: span.begin).t
      if absence > limit { return .kept }
      let limitText = "(limit more than \(ReadableDuration.text(limit)), min_background_s)"
      return context.violation(
        "\(context.adName) was presented after an absence of \(ReadableDuration.text(absence)) \(limitText)",
        witness: [EventIndex(span.begin), span.end], policy: [.minBackgroundSeconds],
        measured: Double(absence) / 1000)
    }
  )
}

extension EvaluationContext {
  /// Whether a span may have ended after a record: in a gap, or before what may be no attempt.
  fileprivate func mayFollowAbsence(since start: EventIndex) -> Bool {
    let isSeen = session.app.lastEndedSpan.map { canEnd($0, after: start) } ?? false
    return isSeen || hasGap(since: start) || hasReturnedUnseen(since: start)
  }

  /// Whether a background span ended after a record, or can have: where a gap hides the end, it
  /// lies before what was seen behind the gap.
  fileprivate func canEnd(_ span: BackgroundSpan, after start: EventIndex) -> Bool {
    if span.end <= start || event(at: span.end).kind == .appEnteringForeground {
      return span.end > start
    }
    return session.time.lastGap(before: span.end.known).map { $0 > start } ?? true
  }

  /// Whether the app came back after a record from a span whose beginning a gap hides.
  fileprivate func hasReturnedUnseen(since start: EventIndex) -> Bool {
    session.app.unknownReturn > start
  }
}
