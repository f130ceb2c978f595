import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/app-open-not-after-other-ad`.
  public static let appOpenNotAfterOtherAd = Rule(
    "app-open-not-after-other-ad", .presentation, .error, .appOpen,
    observes: [.present], timed: true,
    "No app-open ad is presented because another full-screen ad was dismissed.",
    precise: """
      at attempt(A): since the last ad.dismissed of another full-screen ad there was an \
      app.resigned_active or the app.entering_foreground of a real span; activated where there \
      was such a dismissal
      """,
    notes: """
      Activated only if another full-screen ad was dismissed before. A real return, or any \
      `app.resigned_active`, since that dismissal keeps it.
      """,
    actor: .app,
    remedy: """
      Show an app open ad only after a real stay in the background. Skip the activation that \
      follows the dismissal of another ad.
      """,
    links: [.appOpenAfterInterstitial, .appOpenAdGuidance],
    .at(.attempt, failureOnly: false) { context in
      context.followsDismissal?.forbids { dismissed in
        let other = context.adName(at: dismissed.known)
        return context.violation(
          "\(context.adName) was presented after \(other) was dismissed, without a return to the app",
          witness: [dismissed])
      }
    }
  )
}
