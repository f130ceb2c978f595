import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/impression-follows-present`.
  public static let impressionFollowsPresent = Rule(
    "impression-follows-present", .impressionsRewardsRevenue, .warning, .fullScreen,
    observes: [.present, .revenue], policy: [.impressionSeconds],
    "Every ad that is shown has an impression.",
    precise: "ad.will_present(A) ⇒ ad.impression(A) within impression_s, before or after it",
    notes: """
      The last `ad.impression` of the ad at most the threshold of active time before answers, or \
      one at most the threshold after.
      """,
    actor: .sdk,
    remedy: """
      Compare the networks of the ads without an impression. Report the SDK or the adapter that \
      counts none, because those shows earn nothing.
      """,
    links: [.fullScreenDelegateIOS],
    .response(
      to: .show, correlation: .ad, answers: [.adImpression], within: { _ in .impressionSeconds },
      orBefore: .impression,
      message: { "\($0.adName) was shown but had no impression\($1)" })
  )
}
