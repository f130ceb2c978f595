import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/forwarded-was-paid`.
  public static let forwardedWasPaid = Rule(
    "forwarded-was-paid", .impressionsRewardsRevenue, .error, .all,
    observes: [.revenue, .forwarding],
    "The app forwards only revenue that was paid, and to each service once.",
    precise: """
      at revenue.forwarded(A) to a service: count of revenue.forwarded(A) to this service, this \
      one included, ≤ count of earlier ad.paid(A)
      """,
    notes: """
      The service is `to`. With a gap since the load of the ad it is undecided. `other`, and each \
      value that the vocabulary does not list, can be two services: where an earlier `ad.paid` \
      exists, and more was forwarded to that `to` than was paid, it is undecided (`unknown`). All \
      unlisted values count as one `to`.
      """,
    actor: .app,
    remedy: """
      Forward revenue only in `paidEventHandler`, and to each service in one place. Do not log \
      `ad_impression` yourself if AdMob is linked to Firebase, which then logs it.
      """,
    links: [.measureAdRevenue, .revenueIOS],
    .forwardsOnlyWhatWasPaid()
  )
}
