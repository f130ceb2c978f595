import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/nothing-after-the-discard`.
  public static let nothingAfterTheDiscard = Rule(
    "nothing-after-the-discard", .impressionsRewardsRevenue, .warning, [.banner, .native],
    observes: [.load], policy: [.lateEventSeconds],
    "A discarded ad is gone from the screen.",
    precise: """
      at ad.impression(A), ad.clicked(A), view.appeared(A) after the first ad.discarded(A): active \
      time since then ≤ late_event_s
      """,
    notes: """
      Impressions and clicks are seen only if `revenue` is captured, appearances only if \
      `visibility` is. After a gap, such an event is undecided if a discard can lie far enough \
      before it in the gap.
      """,
    actor: .app,
    remedy: """
      Remove the view of the ad from the screen when you discard the ad: `removeFromSuperview()`, and \
      release it. An ad that is still on screen was not discarded.
      """,
    links: [.bannerAdsIOS, .adsNotReleased],
    .at(.kind(.adImpression), .kind(.adClicked), .kind(.viewAppeared)) { context in
      context.comesSoon(
        after: .discarded, "it was discarded", within: .lateEventSeconds,
        "had the event \(context.event.kind.name)")
    }
  )
}
