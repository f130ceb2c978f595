import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/impression-not-before-view`.
  public static let impressionNotBeforeView = Rule(
    "impression-not-before-view", .impressionsRewardsRevenue, .warning, [.banner, .native],
    observes: [.load, .revenue, .visibility], policy: [.lateEventSeconds],
    "An ad does not count as seen before it comes into view.",
    precise: """
      at the first view.appeared(A) after an ad.impression(A): active time since the first \
      ad.impression(A) ≤ late_event_s
      """,
    notes: """
      A few seconds are kept: the app may notice late that the ad is in view. An ad that never comes \
      into view is no activation. With a gap since the load of the ad, a violation is undecided: an \
      earlier `view.appeared` can be lost. So is an appearance if an impression can lie far enough \
      before it in the gap.
      """,
    actor: .network,
    remedy: """
      Put the view of the ad on screen before it counts: `visible` means inside the window, not under \
      another view and not transparent. Report the adapter if it counts ads as they are loaded.
      """,
    links: [.invalidActivity, .bannerAdsIOS],
    .at(.kind(.viewAppeared)) { context in
      if context.first(.viewAppeared) != nil { return nil }
      let judgement = context.comesSoon(
        after: .impression, "it was counted as seen", within: .lateEventSeconds, "came into view")
      return judgement?.isViolated == true && context.hasGapSinceLoad
        ? .undecided(.gap) : judgement
    }
  )
}
