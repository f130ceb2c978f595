internal import AdSession

extension Pattern {
  /// Response of the whole session: the third impression that can be paid is followed by revenue.
  static func paysAtLast() -> Pattern {
    let message: MissedMessage = {
      "three ads with a paid event handler had an impression, and no revenue was reported\($1)"
    }
    let paying = Visit([.kind(.adPaid)]) { context, state in
      state.memory[Key.paid] = context.index
      state.answer(0, by: context.index, in: context.evaluation, message: message)
    }
    let asking = Visit([.kind(.adImpression)]) { $1.openPayment($0) }
    return Pattern(visits: [paying, asking], needsFinish: .awake) { evaluation, state in
      state.settleAll(in: evaluation, message: message)
    }
  }
}

/// The keys of the memory: two impressions, and the last `ad.paid`.
private enum Key {
  static let first: UInt64 = 0
  static let second: UInt64 = 1
  static let third: UInt64 = 2
  static let paid: UInt64 = 3
}

extension RuleState {
  /// Waits for revenue after the third impression, or after one that a gap can make the third.
  fileprivate mutating func openPayment(_ context: EvaluationContext) {
    guard context.first(.paidHandlerSet) != nil, memory[Key.third] == nil else { return }
    let isThird = memory[Key.second] != nil
    let key = isThird ? Key.third : memory[Key.first] == nil ? Key.first : Key.second
    memory[key] = context.index
    let isLost = context.hasGap(since: .none)
    if !isThird && !isLost { return }
    let isPaid = memory[Key.paid] != nil
    if !isThird && isPaid { return }
    let exemption: Exemption =
      isPaid ? .exempt : !isLost ? .none : isThird ? .unknown(.gap) : .onlyIfBroken(.gap)
    guard let wait = wait(context, .paidSeconds, exemption, missing: .adPaid) else { return }
    open.append(
      Obligation(wait: wait, witness: paidImpressions(before: context)), correlation: 0)
  }

  /// The earlier impressions and the handlers of all three ads.
  private func paidImpressions(before context: EvaluationContext) -> [Int] {
    let earlier = [memory[Key.first], memory[Key.second]].compactMap { $0 }
    let handlers = (earlier + [context.index]).compactMap { impression in
      context.session.adNumber(context.event(at: impression).ad).flatMap {
        context.session.facts.first(.paidHandlerSet, of: $0)
      }
    }
    return earlier + handlers
  }
}
