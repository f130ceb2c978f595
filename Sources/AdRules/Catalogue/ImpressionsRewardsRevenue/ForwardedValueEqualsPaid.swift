import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/forwarded-value-equals-paid`.
  public static let forwardedValueEqualsPaid = Rule(
    "forwarded-value-equals-paid", .impressionsRewardsRevenue, .error, .all,
    observes: [.revenue, .forwarding],
    "The app forwards revenue as it was paid: the same value in the same currency.",
    precise: """
      at revenue.forwarded(A) with an earlier ad.paid(A): an earlier ad.paid(A) with equal \
      value_micros and equal currency
      """,
    notes: """
      Without an earlier `ad.paid` of the ad there is no activation; with a gap since the load of \
      the ad it is then undecided. An equal `ad.paid` that was seen keeps it, whatever a gap \
      hides. Currencies are compared letter by letter.
      """,
    actor: .app,
    remedy: """
      Pass on `AdValue.value`, which is in units of the currency, with `AdValue.currencyCode`: no \
      factor on iOS, and `valueMicros / 1_000_000.0` on Android. Do not convert currencies in the \
      app.
      """,
    links: [.revenueIOS, .paidValueInMicros],
    .forwardsTheValuePaid()
  )
}
