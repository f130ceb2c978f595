import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/impression-once`.
  public static let impressionOnce = Rule(
    "impression-once", .impressionsRewardsRevenue, .error, [.fullScreen, .native],
    observes: [.revenue],
    "An ad has at most one impression.",
    precise: "count of ad.impression(A) ≤ 1",
    notes: """
      Every event beyond the first of its kind and ad is a violation, with the first as its \
      witness.
      """,
    actor: .sdk,
    remedy: """
      Count an impression once per ad object. Report a second one to the SDK or to the adapter \
      that sent it.
      """,
    links: [.fullScreenDelegateIOS],
    .atMostOnce(.adImpression, message: "had an impression")
  )
}
