import AdSession

extension Pattern {
  /// Response and precedence at once: every reward earned is granted as it was, and none else.
  static func grantMatchesEarn() -> Pattern {
    let says: @Sendable (Moment) -> String = { "\($0.adName) earned a reward that was not granted" }
    return Pattern(
      [.kind(.adRewardEarned), .kind(.adRewardGranted)],
      visit: { moment, monitor in
        if moment.event.kind == .adRewardEarned {
          monitor.open(
            moment, moment.reward.tie, .rewardGraceSeconds, .none,
            missing: .adRewardGranted, unfitProof: .adRewardGranted)
        } else {
          monitor.answer(moment.reward.tie, by: moment.index, in: moment.run, says: says) {
            $0.reward == moment.reward
          }
          monitor.report(moment.judgeGrant(), of: moment)
        }
      },
      needsFinish: .awake, finish: { run, monitor in monitor.settleAll(in: run, says: says) })
  }
}

/// What ties a grant to a reward.
private struct Reward: Equatable {
  var ad: Symbol
  var type: Symbol
  var amount: Double?

  /// A number for it, which others may have by chance.
  var tie: UInt64 {
    let amount = amount.map(\.bitPattern) ?? 0
    return UInt64(ad.id) << 32 ^ UInt64(type.id) << 16 ^ amount &* 0x9E37_79B9_7F4A_7C15
  }
}

extension Moment {
  fileprivate var reward: Reward { Reward(ad: event.ad, type: event.text, amount: event.amount) }

  fileprivate func judgeGrant() -> Judgement {
    if first(.rewardEarned) != nil { return .kept }
    return hasGapSinceBirth
      ? .undecided(.gap) : violation("\(adName) was granted a reward that it had not earned")
  }

  /// An event after the first `fact` of its ad comes within a threshold of active time after it.
  @inline(__always)
  func comesSoon(
    after fact: AdFact, within key: PolicyKey, _ says: @autoclosure () -> String
  ) -> Judgement? {
    guard let end = first(fact) else {
      return hasGapSinceBirth && mayComeLate(within: key) ? .undecided(.gap) : nil
    }
    return comesSoon(since: end, within: key, says)
  }

  /// Whether a gap can hide an end of the ad that is longer ago than the threshold.
  ///
  /// Nothing of an ad lies before its load, and so before the first seen one neither.
  private func mayComeLate(within key: PolicyKey) -> Bool {
    guard let gap = run.session.time.firstGap(after: birth), gap <= index else { return false }
    if event.kind == .adLoaded && birth < 0 { return false }
    guard let limit = milliseconds(key) else { return true }
    if gap == 0 { return run.session.time.greatest(from: 0, to: index) + run.event(0).t > limit }
    return run.session.time.greatest(from: gap - 1, to: index) > limit
  }

  private func comesSoon(
    since end: Int, within key: PolicyKey, _ says: () -> String
  ) -> Judgement {
    guard let limit = milliseconds(key) else { return .undecided(.unknown) }
    let passed = run.session.time.least(from: end, to: index)
    if passed > limit {
      let limitText = "(limit \(Duration.text(limit)), \(key.name))"
      return violation(
        "\(adName) \(says()) \(Duration.text(passed)) after it was dismissed \(limitText)",
        witness: [end], policy: [key], measured: Double(passed) / 1000)
    }
    let isHidden = run.session.time.hasGap(after: birth, before: end)
    let isLate = run.session.time.greatest(from: end, to: index) > limit
    return isLate || isHidden && mayComeLate(within: key) ? .undecided(.gap) : .kept
  }

  /// The excuse of an impression: its ad was attempted before.
  var unlessAttempted: Excuse {
    let isAttempted =
      first(.presentRequested) != nil || first(.shown) != nil || first(.failedToPresent) != nil
    if isAttempted { return .excused }
    return hasGapSinceBirth ? .unknown(.gap) : .none
  }

  /// The excuse that an event of its ad lies at most a threshold of active time before it.
  func unless(_ fact: AdFact, liesWithin key: PolicyKey) -> Excuse {
    guard let limit = milliseconds(key) else { return .unknown(.unknown) }
    if let last = last(fact), run.session.time.greatest(from: last, to: index) <= limit {
      return .excused
    }
    if let last = last(fact), run.session.time.least(from: last, to: index) <= limit {
      return .unknown(.gap)
    }
    guard let gap = run.session.time.lastGap(before: index), gap > birth else { return .none }
    return run.session.time.least(from: gap, to: index) <= limit ? .unknown(.gap) : .none
  }
}
