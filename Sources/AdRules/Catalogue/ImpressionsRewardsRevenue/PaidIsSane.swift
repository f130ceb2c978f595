import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/paid-is-sane`.
  public static let paidIsSane = Rule(
    "paid-is-sane", .impressionsRewardsRevenue, .warning, .all,
    observes: [.revenue],
    "A paid value makes sense.",
    precise: """
      value_micros ≥ 0, currency three capital letters A–Z, precision one of its four values
      """, source: "API",
    .at(.kind(.adPaid)) { context in
      let micros = context.event.valueMicros ?? 0
      if micros < 0 {
        return context.violation(
          "\(context.adName) was paid \(micros) micros", measured: Double(micros))
      }
      if !context.isCurrencyCode {
        let currency = context.text(context.event.text)
        return context.violation("\(context.adName) was paid in no ISO 4217 currency: \(currency)")
      }
      if context.event.precision == .unrecognised {
        return context.violation("\(context.adName) was paid with a precision that nobody knows")
      }
      return .kept
    }
  )
}
