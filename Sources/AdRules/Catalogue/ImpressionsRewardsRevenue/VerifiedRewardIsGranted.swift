import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/verified-reward-is-granted`.
  public static let verifiedRewardIsGranted = Rule(
    "verified-reward-is-granted", .impressionsRewardsRevenue, .error,
    [.rewarded, .rewardedInterstitial],
    observes: [.verification, .grant], policy: [.rewardGraceSeconds],
    "A reward that the server verified is granted.",
    precise: """
      reward.verified(A) with valid = true ⇒ ad.reward_granted(A) before it, or within \
      reward_grace_s
      """,
    notes: """
      Any earlier grant of the ad keeps it: an app can grant first and verify later. The type and \
      the amount of the grant do not matter.
      """,
    actor: .app,
    remedy: """
      Grant as soon as your server reports the reward as verified, also if the ad is closed by \
      then. Store a verified reward, so that it is granted at the next launch if the app dies \
      before.
      """,
    links: [.rewardVerificationIOS, .rewardedAdsIOS],
    .response(
      to: .kind(.rewardVerified), where: { $0.event.valid == true }, correlation: .ad,
      answers: [.adRewardGranted], within: { _ in .rewardGraceSeconds },
      unless: { Exemption(if: $0.earlier(.rewardGranted)) },
      message: { "\($0.adName) has a verified reward that was not granted\($1)" })
  )
}
