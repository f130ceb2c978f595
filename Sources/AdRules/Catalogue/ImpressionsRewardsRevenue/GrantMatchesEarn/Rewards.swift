import AdSession

extension Pattern {
  /// Response and precedence: every earned reward is granted unchanged, and no other is granted.
  static func grantMatchesEarn() -> Pattern {
    let message: MissedMessage = {
      "\($0.adName) earned a reward that was not granted\($1)"
    }
    return Pattern(
      [.kind(.adRewardEarned), .kind(.adRewardGranted), .kind(.rewardVerified)],
      visit: { context, state in
        switch context.event.kind {
        case .adRewardEarned: state.awaitGrant(context)
        case .adRewardGranted:
          state.answer(
            context.reward.correlation, by: context.index, in: context.evaluation, message: message
          ) {
            $0.reward == context.reward
          }
          state.report(context.judgeGrant(), of: context)
        default: state.answerAll(by: context, message)
        }
      },
      needsFinish: .awake,
      finish: { evaluation, state in state.settleAll(in: evaluation, message: message) })
  }
}

/// The values that a grant shares with its reward.
private struct Reward: Equatable {
  var ad: Symbol
  var type: Symbol
  var amount: Double?

  init(_ event: Event) {
    ad = event.ad
    type = event.text
    amount = event.amount
  }

  /// A hash of the values.
  var correlation: UInt64 {
    let amount = amount.map { $0.bitPattern } ?? 0
    return UInt64(ad.id) << 32 ^ UInt64(type.id) << 16 ^ amount &* 0x9E37_79B9_7F4A_7C15
  }
}

extension RuleState {
  fileprivate mutating func awaitGrant(_ context: EvaluationContext) {
    if context.captures(.verification) {
      lists[UInt64(context.event.ad.id), default: []].append(context.index)
    }
    open(
      context, context.reward.correlation, .rewardGraceSeconds, .none, missing: .adRewardGranted,
      unfitProof: .adRewardGranted)
  }

  /// Settles all rewards of an ad whose verification has an answer.
  fileprivate mutating func answerAll(by context: EvaluationContext, _ message: MissedMessage) {
    for earned in lists.removeValue(forKey: UInt64(context.event.ad.id)) ?? [] {
      answer(
        Reward(context.evaluation.trace.events[earned]).correlation, by: context.index,
        in: context.evaluation, message: message)
    }
  }
}

extension EvaluationContext {
  fileprivate var reward: Reward { Reward(event) }

  fileprivate func judgeGrant() -> Judgement {
    if first(.rewardEarned) != nil { return .kept }
    return hasGapSinceLoad
      ? .undecided(.gap) : violation("\(adName) was granted a reward that it had not earned")
  }
}
