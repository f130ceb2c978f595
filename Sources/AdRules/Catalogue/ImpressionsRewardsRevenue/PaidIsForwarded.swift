import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/paid-is-forwarded`.
  public static let paidIsForwarded = Rule(
    "paid-is-forwarded", .impressionsRewardsRevenue, .warning, .all,
    observes: [.revenue, .forwarding], policy: [.forwardSeconds],
    "The app passes the revenue of each impression on to its analytics service.",
    precise: "ad.paid(A) with value_micros > 0 ⇒ revenue.forwarded(A) within forward_s",
    notes: """
      An `ad.paid` without revenue is no activation. One `revenue.forwarded`, to whatever service \
      and of whatever value, answers every `ad.paid` of the ad that waits.
      """,
    actor: .app,
    remedy: """
      Forward the value in `paidEventHandler` itself, for example with \
      `Analytics.logEvent(AnalyticsEventAdImpression, parameters:)`, and set the handler on each \
      ad object. Where AdMob is linked to Firebase, record that Firebase logs the event by itself.
      """,
    links: [.revenueIOS, .measureAdRevenue],
    .response(
      to: .kind(.adPaid), where: { ($0.event.valueMicros ?? 0) > 0 }, correlation: .ad,
      answers: [.revenueForwarded], within: { _ in .forwardSeconds },
      message: { "\($0.adName) was paid for, but its revenue was not forwarded\($1)" })
  )
}
