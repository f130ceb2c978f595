internal import AdSession

extension Pattern {
  /// Universality: no grant follows a verification that refused the reward.
  static func grantsNoRefusedReward() -> Pattern {
    let verifying = Visit([.kind(.rewardVerified)], filtersFormat: false) { context, state in
      state.memory[UInt64(context.event.ad.id)] = context.index
    }
    let granting = Visit([.kind(.adRewardGranted)]) { context, state in
      let verified = EventIndex(state.memory[UInt64(context.event.ad.id)])
      if let judgement = context.judgeGrant(verified) { state.report(judgement, of: context) }
    }
    return Pattern(visits: [verifying, granting])
  }
}

extension EvaluationContext {
  /// `verified` is the last `reward.verified` of the ad.
  fileprivate func judgeGrant(_ verified: EventIndex) -> Judgement? {
    if hasGap(since: verified.isPresent ? verified : loadedIndex) { return .undecided(.gap) }
    guard verified.isPresent else { return nil }
    if event(at: verified).valid == true { return .kept }
    return violation(
      "\(adName) was granted a reward that the server had refused", witness: [verified])
  }
}
