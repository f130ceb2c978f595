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
      let terminating = context.session.app.terminating
      if terminating.isPresent {
        return context.violation(
          "\(context.adName) was presented while the app was terminating", witness: [terminating])
      }
      return context.isBeforeContent.forbids { opened in
        context.violation(
          "\(context.adName) was presented on launch, before the main content was shown",
          witness: [opened])
      }
    }
  )
}
