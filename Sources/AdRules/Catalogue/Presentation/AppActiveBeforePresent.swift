import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/app-active-before-present`.
  public static let appActiveBeforePresent = Rule(
    "app-active-before-present", .presentation, .error, .fullScreen,
    observes: [.present, .app], policy: [.coverSeconds],
    "No presentation fails because it came before the app was active.",
    precise: """
      at ad.failed_to_present(A): the last call of A did not come at most cover_s (t) after the last \
      app.entering_foreground before it, with no app.became_active between
      """,
    notes: """
      Without a call, or without an `app.entering_foreground` before it, the failure is kept. A gap \
      since the last `app.entering_foreground` or `app.became_active` before the call (none: since \
      the beginning; without a call: since the load): undecided. Calls in the background break \
      `no-present-in-background`.
      """,
    actor: .app,
    remedy: """
      Present at `applicationDidBecomeActive` or when the scene is active, not while it is about to \
      enter the foreground.
      """,
    links: [.lifeCycleUIKit, .appOpenAdsIOS],
    .callsWhenActive()
  )
}
