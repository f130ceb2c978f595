import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/paid-once`.
  public static let paidOnce = Rule(
    "paid-once", .impressionsRewardsRevenue, .warning, [.fullScreen, .native],
    observes: [.revenue],
    "An ad is paid for at most once.",
    precise: "count of ad.paid(A) ≤ 1", source: "API",
    .atMostOnce(.adPaid, message: "was paid for")
  )
}
