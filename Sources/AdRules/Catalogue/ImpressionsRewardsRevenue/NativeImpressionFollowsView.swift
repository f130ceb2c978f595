import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/native-impression-follows-view`.
  public static let nativeImpressionFollowsView = Rule(
    "native-impression-follows-view", .impressionsRewardsRevenue, .warning, .native,
    observes: [.load, .revenue, .visibility], policy: [.impressionSeconds],
    "A native ad that is in view has an impression.",
    precise: """
      first view.appeared(A) ⇒ ad.impression(A), view.hidden(A) or ad.discarded(A) within \
      impression_s, unless an earlier ad.impression(A)
      """,
    notes: """
      An ad that leaves the view in time need not have an impression. With a gap since the ad's \
      load, only an answer in time decides: another `view.appeared`, or the impression, may be lost.
      """,
    actor: .app,
    remedy: """
      Set the `nativeAd` of the `NativeAdView` after its asset views, and show the ad only inside \
      this view. Report the adapter if only its ads have no impression.
      """,
    links: [.nativeAdsIOS],
    .response(
      to: .kind(.viewAppeared), where: { $0.first(.viewAppeared) == nil }, correlation: .ad,
      answers: [.adImpression, .viewHidden, .adDiscarded], within: { _ in .impressionSeconds },
      unless: { Exemption(if: $0.earlier(.impression)) },
      message: { "\($0.adName) came into view but had no impression\($1)" })
  )
}
