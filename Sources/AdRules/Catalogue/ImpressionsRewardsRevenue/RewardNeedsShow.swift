import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/reward-needs-show`.
  public static let rewardNeedsShow = Rule(
    "reward-needs-show", .impressionsRewardsRevenue, .error, [.rewarded, .rewardedInterstitial],
    observes: [.present, .reward],
    "Only an ad that was shown earns a reward.",
    precise: "at ad.reward_earned(A): an earlier ad.will_present(A)",
    actor: .network,
    remedy: "Grant no reward for an ad that was not shown, and report the adapter to its network.",
    links: [.rewardedAdsIOS],
    .each(
      .kind(.adRewardEarned), needsEarlier: .shown, message: "earned a reward without being shown")
  )
}
