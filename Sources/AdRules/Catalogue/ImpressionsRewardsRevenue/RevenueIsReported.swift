import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/revenue-is-reported`.
  public static let revenueIsReported = Rule(
    "revenue-is-reported", .impressionsRewardsRevenue, .warning, .all,
    observes: [.revenue, .handler], policy: [.paidSeconds],
    "An app that asks for revenue gets some.",
    precise: """
      the third ad.impression of an ad with an earlier ad.paid_handler_set(A) ⇒ ad.paid of any ad \
      within paid_s, unless an earlier ad.paid of any ad
      """,
    notes: """
      One activation in a session; with fewer than three such impressions none. With a gap before \
      it, the third one, and each such impression before it, is undecided unless an `ad.paid` \
      answers it or came before; without a gap, one before the third is no activation.
      """,
    actor: .sdk,
    remedy: """
      Turn on impression-level ad revenue for the account, and check that the handler belongs to \
      the ad that is shown. Then report the SDK or the adapter.
      """,
    links: [.revenueIOS],
    .paysAtLast()
      .demanding(.adPaid)
  )
}
