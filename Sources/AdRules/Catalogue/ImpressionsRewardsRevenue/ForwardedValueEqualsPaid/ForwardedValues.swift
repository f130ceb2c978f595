internal import AdSession

extension Pattern {
  /// Comparison: what is forwarded of an ad was paid for it.
  static func forwardsTheValuePaid() -> Pattern {
    let paying = Visit([.kind(.adPaid)]) { context, state in
      state.own(PaidRevenue.self).values.insert(context.revenue)
    }
    let forwarding = Visit([.kind(.revenueForwarded)]) { context, state in
      let isPaid = state.own(PaidRevenue.self).values.contains(context.revenue)
      if let judgement = context.judgeValue(isPaid: isPaid) { state.report(judgement, of: context) }
    }
    return Pattern(visits: [paying, forwarding])
  }
}

/// What was paid for the ads so far.
private final class PaidRevenue: PatternState {
  var values: Set<Revenue> = []

  override func clear() { values.removeAll() }
}

/// The values that a forwarded revenue shares with the one that was paid.
private struct Revenue: Hashable {
  var ad: Symbol
  var currency: Symbol
  var micros: Int64?
}

extension EvaluationContext {
  fileprivate var revenue: Revenue {
    Revenue(ad: event.ad, currency: event.currency, micros: event.valueMicros)
  }

  /// `isPaid` says whether the same value was paid for the ad before.
  fileprivate func judgeValue(isPaid: Bool) -> Judgement? {
    if isPaid { return .kept }
    if hasGapSinceLoad { return .undecided(.gap) }
    guard let paid = last(.paid) else { return nil }
    return violation(
      """
      \(adName) was paid \(price(at: paid)), but \(price(at: index)) were forwarded \
      \(toService)\(mistake(at: paid))
      """, witness: [paid])
  }

  /// A value with its currency in a message: `1840 micros EUR`.
  private func price(at index: Int) -> String {
    let event = event(at: index)
    return "\(event.valueMicros ?? 0) micros \(text(event.currency))"
  }

  /// The end of the message: which mistake explains the difference.
  private func mistake(at index: Int) -> String {
    let paid = event(at: index)
    let (was, value) = (paid.valueMicros ?? 0, event.valueMicros ?? 0)
    if was == value { return ": the currency changed" }
    if was > 0 && value == was / Self.microsOfUnit {
      return ": a value in units was taken for micros"
    }
    let (product, isTooGreat) = was.multipliedReportingOverflow(by: Self.microsOfUnit)
    return product == value && !isTooGreat ? ": a value in micros was taken for units" : ""
  }

  private static var microsOfUnit: Int64 { 1_000_000 }
}
