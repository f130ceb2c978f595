import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/minimum-background`.
  public static let minimumBackground = Rule(
    "minimum-background", .backgroundLockCaps, .warning, .appOpen,
    observes: [.present], policy: [.minBackgroundSeconds],
    "A short absence shows no ad.",
    precise: """
      at attempt(A) with a span before it since the last attempt: t(app.entering_foreground) − \
      t(app.entered_background) > min_background_s
      """, source: "004",
    .sinceLastAttempt { moment, certainAttempt in
      guard let span = moment.session.app.lastEndedSpan,
        moment.canEnd(span, after: moment.session.shows.appOpenAttempt)
      else { return moment.mayFollowAbsence(since: certainAttempt) ? .undecided(.gap) : nil }
      guard let limit = moment.milliseconds(.minBackgroundSeconds) else {
        return .undecided(.unknown)
      }
      if moment.hasGap(since: span.begin) { return .undecided(.gap) }
      let absence = moment.event(at: span.end).t - moment.event(at: span.begin).t
      if absence > limit { return .kept }
      let limitText = "(limit more than \(Duration.text(limit)), min_background_s)"
      return moment.violation(
        "\(moment.adName) was presented after an absence of \(Duration.text(absence)) \(limitText)",
        witness: [span.begin, span.end], policy: [.minBackgroundSeconds],
        measured: Double(absence) / 1000)
    }
  )
}

extension Moment {
  /// Whether a span may have ended after a record: in a gap, or before what may be no attempt.
  fileprivate func mayFollowAbsence(since start: Int) -> Bool {
    let isSeen = run.session.app.lastEndedSpan.map { canEnd($0, after: start) } ?? false
    return isSeen || hasGap(since: start) || hasReturnedUnseen(since: start)
  }

  /// Whether a background span ended after a record, or can have: where a gap hides the end, it lies
  /// before what was seen behind the gap.
  fileprivate func canEnd(_ span: BackgroundSpan, after start: Int) -> Bool {
    if span.end <= start || event(at: span.end).kind == .appEnteringForeground {
      return span.end > start
    }
    return run.session.time.lastGap(before: span.end).map { $0 > start } ?? true
  }

  /// Whether the app came back after a record from a span whose beginning a gap hides.
  fileprivate func hasReturnedUnseen(since start: Int) -> Bool {
    run.session.app.unknownReturn > start
  }
}
