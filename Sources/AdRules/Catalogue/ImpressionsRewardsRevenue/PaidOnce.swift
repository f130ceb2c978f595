import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/paid-once`.
  public static let paidOnce = Rule(
    "paid-once", .impressionsRewardsRevenue, .warning, [.fullScreen, .native],
    observes: [.revenue],
    "An ad is paid for at most once.",
    precise: "count of ad.paid(A) ≤ 1",
    notes: """
      Every event beyond the first of its kind and ad is a violation, with the first as its \
      witness.
      """,
    actor: .sdk,
    remedy: """
      Add the value of an ad object once to your totals. Report a second paid event to the SDK \
      or to its adapter.
      """,
    links: [.revenueIOS],
    .atMostOnce(.adPaid, message: "was paid for")
  )
}
