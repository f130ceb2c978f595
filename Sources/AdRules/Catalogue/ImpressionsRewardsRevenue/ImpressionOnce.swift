import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/impression-once`.
  public static let impressionOnce = Rule(
    "impression-once", .impressionsRewardsRevenue, .error, [.fullScreen, .native],
    observes: [.revenue],
    "An ad has at most one impression.",
    precise: "count of ad.impression(A) ≤ 1", source: "API",
    .atMostOnce(.adImpression, message: "had an impression")
  )
}
