import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/interstitial-per-user-actions`.
  public static let interstitialPerUserActions = Rule(
    "interstitial-per-user-actions", .backgroundLockCaps, .error, .interstitial,
    observes: [.present, .user], policy: [.interstitialMinActions],
    "There is at most one interstitial per two user actions.",
    precise: """
      at the 2nd and later ad.will_present (interstitial): at least interstitial_min_actions \
      user.acted since the one before
      """,
    notes: """
      Activated from the second interstitial show of the session on, of whatever unit and scene.
      """,
    actor: .app,
    remedy: """
      Count the user's actions since the last interstitial, and present the next one only after \
      at least two of them.
      """,
    links: [.interstitialGuidance],
    .interstitialPerUserActions()
  )
}
