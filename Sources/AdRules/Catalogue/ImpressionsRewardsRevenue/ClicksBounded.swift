import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/clicks-bounded`.
  public static let clicksBounded = Rule(
    "clicks-bounded", .impressionsRewardsRevenue, .warning, .all,
    observes: [.revenue], policy: [.clicksPerShow, .clicksPerSession], needsOnePolicy: true,
    "A user does not click more ads than a person does.",
    precise: """
      at ad.clicked(A): count of ad.clicked(A), this one included ≤ clicks_per_show; and count of \
      ad.clicked of the session, this one included ≤ clicks_per_session
      """,
    notes: """
      One activation for each click at which one of the two thresholds is set; one that is not set \
      demands nothing. The rule needs one of them. A number that is not too great is undecided with \
      a gap since the load of A (`clicks_per_show`) or since the beginning (`clicks_per_session`).
      """,
    actor: .user,
    remedy: """
      Stop showing ads to a user who clicks like this, at least for the session, and look for \
      buttons that lie where the ad appears. Such clicks can count as invalid activity.
      """,
    links: [.invalidActivity, .interstitialGuidance],
    .clicksBounded()
  )
}
