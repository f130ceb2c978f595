import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/dismissal-leads-to-no-other-ad`.
  public static let dismissalLeadsToNoOtherAd = Rule(
    "dismissal-leads-to-no-other-ad", .presentation, .warning, .fullScreen,
    observes: [.present, .user], policy: [.quietAfterDismissSeconds],
    "No full-screen ad is presented right after another one was dismissed.",
    precise: """
      at attempt(B): the last ad.dismissed of another ad is more than quiet_after_dismiss_s \
      (t) ago, or a user.acted lies between
      """,
    notes: """
      Activated at every attempt. "Another ad": the last dismissal of any full-screen ad except \
      B. Exactly `quiet_after_dismiss_s` ago is too near.
      """,
    actor: .app,
    remedy: """
      Remember the time of the last dismissal. Present another full-screen ad only after the \
      user acted, or after a pause.
      """,
    links: [.interstitialGuidance, .appOpenAdGuidance],
    .at(.attempt, failureOnly: false) { context in
      guard let quiet = context.milliseconds(.quietAfterDismissSeconds) else {
        return .undecided(.unknown)
      }
      return context.justDismissed(within: quiet).forbids { dismissed in
        context.violation(
          tooSoon: .quietAfterDismissSeconds, since: dismissed,
          "after \(context.adName(at: dismissed.known)) was dismissed")
      }
    }
  )
}
