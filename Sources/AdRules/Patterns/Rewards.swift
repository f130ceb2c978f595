import AdSession

extension Pattern {
  /// Response and precedence: every earned reward is granted unchanged, and no other is granted.
  static func grantMatchesEarn() -> Pattern {
    let message: @Sendable (EvaluationContext) -> String = {
      "\($0.adName) earned a reward that was not granted"
    }
    return Pattern(
      [.kind(.adRewardEarned), .kind(.adRewardGranted)],
      visit: { context, state in
        if context.event.kind == .adRewardEarned {
          state.open(
            context, context.reward.correlation, .rewardGraceSeconds, .none,
            missing: .adRewardGranted, unfitProof: .adRewardGranted)
        } else {
          state.answer(
            context.reward.correlation, by: context.index, in: context.evaluation, message: message
          ) {
            $0.reward == context.reward
          }
          state.report(context.judgeGrant(), of: context)
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

  /// A hash of the values.
  var correlation: UInt64 {
    let amount = amount.map { $0.bitPattern } ?? 0
    return UInt64(ad.id) << 32 ^ UInt64(type.id) << 16 ^ amount &* 0x9E37_79B9_7F4A_7C15
  }
}

extension EvaluationContext {
  fileprivate var reward: Reward { Reward(ad: event.ad, type: event.text, amount: event.amount) }

  fileprivate func judgeGrant() -> Judgement {
    if first(.rewardEarned) != nil { return .kept }
    return hasGapSinceLoad
      ? .undecided(.gap) : violation("\(adName) was granted a reward that it had not earned")
  }

  /// The judgement that an event comes within a threshold of active time after the first `fact` of its ad.
  @inline(__always)
  func comesSoon(
    after fact: AdFact, within key: PolicyKey, _ message: @autoclosure () -> String
  ) -> Judgement? {
    guard let end = first(fact) else {
      return hasGapSinceLoad && mayComeLate(within: key) ? .undecided(.gap) : nil
    }
    return comesSoon(since: end, within: key, message)
  }

  /// Whether a gap can hide an end of the ad that is too far back.
  ///
  /// An ad has no events before its load.
  private func mayComeLate(within key: PolicyKey) -> Bool {
    guard let gap = session.time.firstGap(after: loadedIndex), gap <= index else { return false }
    if event.kind == .adLoaded && loadedIndex.isAbsent { return false }
    guard let limit = milliseconds(key) else { return true }
    if gap == 0 { return session.time.greatest(from: 0, to: index) + evaluation.event(0).t > limit }
    return session.time.greatest(from: gap - 1, to: index) > limit
  }

  private func comesSoon(
    since end: Int, within key: PolicyKey, _ message: () -> String
  ) -> Judgement {
    guard let limit = milliseconds(key) else { return .undecided(.unknown) }
    let passed = session.time.least(from: end, to: index)
    if passed > limit {
      let limitText = "(limit \(ReadableDuration.text(limit)), \(key.name))"
      return violation(
        "\(adName) \(message()) \(ReadableDuration.text(passed)) after it was dismissed \(limitText)",
        witness: [end], policy: [key], measured: Double(passed) / 1000)
    }
    let isHidden = session.time.hasGap(after: loadedIndex, before: end)
    let isLate = session.time.greatest(from: end, to: index) > limit
    return isLate || isHidden && mayComeLate(within: key) ? .undecided(.gap) : .kept
  }

  /// The exemption of an impression whose ad was attempted before.
  var unlessAttempted: Exemption {
    let isAttempted =
      first(.presentRequested) != nil || first(.shown) != nil || first(.failedToPresent) != nil
    if isAttempted { return .exempt }
    return hasGapSinceLoad ? .unknown(.gap) : .none
  }

  /// The exemption of an event with a `fact` of its ad at most a threshold of active time before.
  func unless(_ fact: AdFact, liesWithin key: PolicyKey) -> Exemption {
    guard let limit = milliseconds(key) else { return .unknown(.unknown) }
    if let last = last(fact), session.time.greatest(from: last, to: index) <= limit {
      return .exempt
    }
    if let last = last(fact), session.time.least(from: last, to: index) <= limit {
      return .unknown(.gap)
    }
    guard let gap = session.time.lastGap(before: index), gap > loadedIndex else { return .none }
    return session.time.least(from: gap, to: index) <= limit ? .unknown(.gap) : .none
  }
}
