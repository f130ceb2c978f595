import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/reward-in-time`.
  public static let rewardInTime = Rule(
    "reward-in-time", .impressionsRewardsRevenue, .warning, [.rewarded, .rewardedInterstitial],
    observes: [.present, .reward], policy: [.rewardGraceSeconds],
    "No reward is earned long after the ad was dismissed.",
    precise: """
      at ad.reward_earned(A) after ad.dismissed(A): active time since the dismissal ≤ \
      reward_grace_s
      """,
    notes: "Activated only if the ad was dismissed before; active time since its first dismissal.",
    actor: .network,
    remedy: """
      Wait a few seconds after the dismissal before you decide that there is no reward. Report \
      an adapter whose rewards come later.
      """,
    links: [.rewardOrder],
    .at(.kind(.adRewardEarned)) {
      $0.comesSoon(after: .dismissed, within: .rewardGraceSeconds, "earned a reward")
    }
  )
}
