import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/nothing-after-main-content`.
  public static let nothingAfterMainContent = Rule(
    "nothing-after-main-content", .coldStart, .error, .appOpen,
    observes: [.present, .splash], timed: true,
    "No app-open ad is presented after the main content was shown.",
    precise: """
      at attempt(A): no content.shown since the last app.entering_foreground of a real span (or \
      since the beginning)
      """,
    notes: "A `content.shown` of any scene counts, since the last real return (or the beginning).",
    actor: .app,
    remedy: """
      Check before `present(from:)` whether the main content is already visible. If it is, keep \
      the ad for the next return to the app.
      """,
    links: [.maxAppOpenIOS, .appOpenAdGuidance],
    .at(.attempt, failureOnly: false) { context in
      context.isSinceRealReturn(context.session.screen.contentShown).forbids { shown in
        context.violation(
          "\(context.adName) was presented after the main content had been shown",
          witness: [shown])
      }
    }
  )
}
