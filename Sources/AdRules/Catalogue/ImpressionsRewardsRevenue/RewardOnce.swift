import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/reward-once`.
  public static let rewardOnce = Rule(
    "reward-once", .impressionsRewardsRevenue, .error, [.rewarded, .rewardedInterstitial],
    observes: [.reward],
    "One show earns at most one reward.",
    precise: "count of ad.reward_earned(A) ≤ 1, and of ad.reward_granted(A)",
    notes: """
      Every event beyond the first of its kind and ad is a violation, with the first as its \
      witness. Earned and granted rewards are counted on their own.
      """,
    actor: .app,
    remedy: """
      Grant the reward once per ad object and add no listener at each show. If the SDK calls the \
      reward handler twice, report it.
      """,
    links: [.rewardTwice, .rewardedAdsIOS],
    .atMostOnce(.adRewardEarned, .adRewardGranted, message: "gave its reward")
  )
}
