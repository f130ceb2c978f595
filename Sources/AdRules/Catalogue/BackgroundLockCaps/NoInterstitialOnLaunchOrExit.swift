import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-interstitial-on-launch-or-exit`.
  public static let noInterstitialOnLaunchOrExit = Rule(
    "no-interstitial-on-launch-or-exit", .backgroundLockCaps, .error, .interstitial,
    observes: [.present, .splash],
    "No interstitial is presented on launch or while the app terminates.",
    precise: """
      at attempt(A): not between an app.launched or splash.began and the next content.shown or \
      splash.finished, nor after app.terminating
      """,
    notes: """
      Activated at every interstitial attempt. Violated after any `app.terminating`; else \
      violated if the last of `app.launched`, `splash.began`, `content.shown` and \
      `splash.finished` (of any scene) is one of the first two.
      """,
    actor: .app,
    remedy: """
      Move the interstitial to a break between two pages of content. Use an app open ad on \
      launch, and show no ad on exit.
      """,
    links: [.interstitialGuidance],
    .at(.attempt, failureOnly: false) { context in
      let app = context.session.app
      let screen = context.session.screen
      if app.terminating.isPresent {
        return context.violation(
          "\(context.adName) was presented while the app was terminating",
          witness: [app.terminating])
      }
      let opened = max(app.lastLaunched, screen.splashBegan)
      let closed = max(screen.contentShown, screen.splashFinished)
      if context.hasGap(since: max(opened, closed)) { return .undecided(.gap) }
      // A gap can hide that the app was about to end.
      if opened <= closed { return context.hasGap(since: .none) ? .undecided(.gap) : .kept }
      // Where both are open the loading screen alone is enough.
      let began = screen.splashBegan
      let shown = began > closed && !context.hasGap(since: began) ? began : opened
      return context.violation(
        "\(context.adName) was presented on launch, before the main content was shown",
        witness: [shown])
    }
  )
}
