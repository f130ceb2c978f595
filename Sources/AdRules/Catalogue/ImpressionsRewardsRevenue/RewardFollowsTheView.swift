import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/reward-follows-the-view`.
  public static let rewardFollowsTheView = Rule(
    "reward-follows-the-view", .impressionsRewardsRevenue, .warning,
    [.rewarded, .rewardedInterstitial],
    observes: [.present, .reward], policy: [.fullViewSeconds, .rewardGraceSeconds],
    "A rewarded ad that was watched to the end earns its reward.",
    precise: """
      ad.dismissed(A) with active time since the last show of A ≥ full_view_s, or with a \
      video.ended(A) since that show ⇒ ad.reward_earned(A) before it, or within reward_grace_s
      """,
    notes: """
      Activated at such dismissals only; a `video.ended` is seen only if `video` is captured. Any \
      earlier reward of the ad keeps it. Where a lost record decides whether the ad was watched to \
      the end, a dismissal without a reward is undecided.
      """,
    actor: .network,
    remedy: """
      Report the adapter whose ads end without a reward. Until it is repaired, give the reward to \
      a user who watched the whole ad.
      """,
    links: [.rewardOrder, .rewardedAdsIOS],
    .response(
      to: .kind(.adDismissed),
      where: { context in
        switch context.isFullyViewed {
        case .no: false
        case .unknown: context.last(.rewardEarned) == nil
        case .yes: true
        }
      },
      correlation: .ad, answers: [.adRewardEarned],
      within: { _ in .rewardGraceSeconds },
      unless: { context in
        if case .unknown(let why) = context.isFullyViewed { return .onlyIfBroken(why) }
        return Exemption(if: context.earlier(.rewardEarned))
      },
      shownBy: { context in
        guard case .yes(let shows) = context.isFullyViewed else { return (.none, .none) }
        let shown = EventIndex(context.last(.shown))
        return shows == shown ? (shown, .none) : (shown, shows)
      },
      message: { "\($0.adNameWithAdapter) was watched to the end and earned no reward\($1)" })
  )
}

extension EvaluationContext {
  /// At a dismissal, whether the ad was watched to the end; yes has the show, or the end of the
  /// video.
  fileprivate var isFullyViewed: Truth {
    let shown = EventIndex(last(.shown))
    if shown.isAbsent { return Truth.no.unless(hasGapSinceLoad) }
    let ended = EventIndex(last(.videoEnded))
    if ended > shown && !hasGap(since: ended) { return .yes(ended) }
    guard let limit = milliseconds(.fullViewSeconds) else { return .unknown(.unknown) }
    let last = max(shown, lastGap)
    if session.time.least(from: last, to: index) >= limit { return .yes(shown) }
    return Truth.no.unless(hasGap(since: shown) || adState?.hasUnsureShow == true)
  }
}
