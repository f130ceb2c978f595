import AdSession

extension Pattern {
  /// Bounded number: each service gets at most as many values of an ad as were paid for it.
  static func forwardsOnlyWhatWasPaid() -> Pattern {
    Pattern([.kind(.revenueForwarded)]) { context, state in
      let key = UInt64(context.event.ad.id) << 8 | UInt64(context.event.to.byte)
      let forwarded = 1 + (state.memory[key] ?? 0)
      state.memory[key] = forwarded
      state.report(context.judge(forwarded: forwarded), of: context)
    }
  }
}

extension EvaluationContext {
  /// `forwarded` is how often revenue of its ad was forwarded to its service, this time included.
  fileprivate func judge(forwarded: Int) -> Judgement {
    if hasGapSinceLoad { return .undecided(.gap) }
    let paid = ad.map { session.facts.count(.paid, of: $0) } ?? 0
    if forwarded <= paid { return .kept }
    if paid == 0 {
      return violation("\(adName) was not paid for, but its revenue was forwarded \(toService)")
    }
    if !namesOneService { return .undecided(.unknown) }
    return violation(
      "\(adName) was paid for \(Self.often(paid)), but its revenue was forwarded \(toService) "
        + Self.often(forwarded))
  }

  private var namesOneService: Bool { event.to != .other && event.to != .unrecognised }

  private static func often(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}
