import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/grant-matches-earn`.
  public static let grantMatchesEarn = Rule(
    "grant-matches-earn", .impressionsRewardsRevenue, .error, [.rewarded, .rewardedInterstitial],
    observes: [.reward, .grant], policy: [.rewardGraceSeconds],
    "Every earned reward is granted, and no other reward is granted.",
    precise: """
      ad.reward_earned(A) ⇒ ad.reward_granted(A) with equal type and amount, or \
      reward.verified(A), within reward_grace_s; at ad.reward_granted(A): an earlier ad.reward_earned(A)
      """,
    notes: """
      Two kinds of activations: each `ad.reward_earned` (answered by a grant of the same ad with \
      equal `type` and equal `amount`; both absent is equal) and each `ad.reward_granted` (an \
      earlier `ad.reward_earned` of the ad, of whatever amount). After the answer of the server, \
      `verified-reward-is-granted` and `refused-reward-not-granted` judge the grant.
      """,
    actor: .app,
    remedy: """
      Grant in the handler of `present(from:userDidEarnRewardHandler:)` only, with the type and \
      amount of `adReward`, once per ad.
      """,
    links: [.rewardedAdsIOS],
    .grantMatchesEarn()
  )
}
