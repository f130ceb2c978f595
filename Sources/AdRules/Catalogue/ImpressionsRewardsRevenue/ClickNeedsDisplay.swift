import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/click-needs-display`.
  public static let clickNeedsDisplay = Rule(
    "click-needs-display", .impressionsRewardsRevenue, .warning, .all,
    observes: [.load, .revenue],
    "Only an ad that was seen is clicked.",
    precise: "at ad.clicked(A): an earlier ad.impression(A) or ad.will_present(A)",
    actor: .network,
    remedy: """
      Report the adapter to its network: it sends clicks of ads that nobody saw. Such clicks can \
      count as invalid activity.
      """,
    links: [.invalidActivity, .fullScreenDelegateIOS],
    .at(.kind(.adClicked)) { context in
      context.earlier(.impression).or(context.earlier(.shown)).demands {
        context.violation("\(context.adName) was clicked before it was seen")
      }
    }
  )
}
