import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/dismiss-once`.
  public static let dismissOnce = Rule(
    "dismiss-once", .presentation, .error, .fullScreen,
    observes: [.present],
    "An ad is dismissed at most once.",
    precise: "count of ad.dismissed(A) ≤ 1",
    notes: """
      Every event beyond the first of its kind and ad is a violation, with the first as its \
      witness.
      """,
    actor: .sdk,
    remedy: """
      Run the code that follows an ad once per ad, and from `adDidDismissFullScreenContent` \
      only. Report a second dismissal to the SDK or to its adapter.
      """,
    links: [.fullScreenDelegateIOS, .rewardTwice],
    .atMostOnce(.adDismissed, message: "was dismissed")
  )
}
