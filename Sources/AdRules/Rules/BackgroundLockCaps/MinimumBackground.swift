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
    .at(.attempt, failureOnly: false) { moment in
      let lastAttempt = moment.session.shows.appOpenAttempt
      guard let span = moment.session.app.lastEndedSpan, span.end > lastAttempt else {
        return moment.hasGap(since: lastAttempt) ? .undecided(.gap) : nil
      }
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
