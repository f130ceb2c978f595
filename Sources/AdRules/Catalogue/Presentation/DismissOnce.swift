import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/dismiss-once`.
  public static let dismissOnce = Rule(
    "dismiss-once", .presentation, .error, .fullScreen,
    observes: [.present],
    "An ad is dismissed at most once.",
    precise: "count of ad.dismissed(A) ≤ 1", source: "incident",
    .atMostOnce(.adDismissed, message: "was dismissed")
  )
}
