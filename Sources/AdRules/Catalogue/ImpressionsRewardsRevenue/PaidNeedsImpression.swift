import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/paid-needs-impression`.
  public static let paidNeedsImpression = Rule(
    "paid-needs-impression", .impressionsRewardsRevenue, .warning, .all,
    observes: [.revenue], policy: [.paidSeconds],
    "Only an ad with an impression is paid for.",
    precise: "ad.paid(A) ⇒ ad.impression(A) within paid_s, before or after it",
    notes: """
      The last `ad.impression` of the ad at most the threshold of active time before answers, or \
      one at most the threshold after.
      """,
    actor: .sdk,
    remedy: """
      Record revenue only in `paidEventHandler`. Report revenue without an impression to the SDK \
      or to its adapter.
      """,
    links: [.revenueIOS],
    .response(
      to: .kind(.adPaid), correlation: .ad, answers: [.adImpression], within: { _ in .paidSeconds },
      orBefore: .impression,
      message: { "\($0.adName) was paid for but had no impression\($1)" })
  )
}
