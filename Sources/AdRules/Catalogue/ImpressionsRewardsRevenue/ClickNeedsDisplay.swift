import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/click-needs-display`.
  public static let clickNeedsDisplay = Rule(
    "click-needs-display", .impressionsRewardsRevenue, .warning, .all,
    observes: [.load, .revenue],
    "Clicks belong to an ad that was seen.",
    precise: "at ad.clicked(A): an earlier ad.impression(A) or ad.will_present(A)", source: "API",
    .at(.kind(.adClicked)) { moment in
      if moment.first(.impression) != nil || moment.first(.shown) != nil { return .kept }
      return moment.hasGapSinceBirth
        ? .undecided(.gap) : moment.violation("\(moment.adName) was clicked before it was seen")
    }
  )
}
