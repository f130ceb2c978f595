import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/paid-is-sane`.
  public static let paidIsSane = Rule(
    "paid-is-sane", .impressionsRewardsRevenue, .warning, .all,
    observes: [.revenue],
    "A paid event has a valid value, currency and precision.",
    precise: """
      value_micros ≥ 0, currency three capital letters A–Z, precision one of its four values
      """,
    notes: "A precision outside the four listed values breaks it.",
    actor: .sdk,
    remedy: """
      Check the conversion of `AdValue.value` to micros and the source of the currency code. \
      Report values that the SDK itself delivers wrong.
      """,
    links: [.revenueIOS],
    .at(.kind(.adPaid)) { context in
      let micros = context.event.valueMicros ?? 0
      if micros < 0 {
        return context.violation(
          "\(context.adName) has a paid event with the negative value \(micros) micros",
          measured: Double(micros))
      }
      if !context.isCurrencyCode {
        let currency = context.text(context.event.text)
        return context.violation(
          "\(context.adName) has a paid event in '\(currency)', which is no ISO 4217 currency")
      }
      if context.event.precision == .unrecognised {
        return context.violation("\(context.adName) has a paid event with an unknown precision")
      }
      return .kept
    }
  )
}
