import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/refused-reward-not-granted`.
  public static let refusedRewardNotGranted = Rule(
    "refused-reward-not-granted", .impressionsRewardsRevenue, .error,
    [.rewarded, .rewardedInterstitial],
    observes: [.verification, .grant],
    "A reward that the server refused is not granted.",
    precise: """
      at ad.reward_granted(A) with an earlier reward.verified(A): the last such reward.verified \
      has valid = true
      """,
    notes: """
      Without an earlier `reward.verified` of the ad there is no activation: an app may grant first \
      and verify later. With a gap since the last one (since the load of the ad, if there is none) \
      it is undecided.
      """,
    actor: .app,
    remedy: """
      Wait for the answer of your server before you grant, and drop the reward that \
      `userDidEarnRewardHandler` reported if the server refuses it. The server refuses a callback \
      of server-side verification with a wrong `signature`, or with a `transaction_id` that it has \
      seen.
      """,
    links: [.rewardVerificationIOS],
    .grantsNoRefusedReward()
  )
}
