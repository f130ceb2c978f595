import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/accidental-click`.
  public static let accidentalClick = Rule(
    "accidental-click", .impressionsRewardsRevenue, .info, .fullScreen,
    observes: [.present, .revenue], policy: [.accidentalClickSeconds],
    "A click right after the ad appears is suspect.",
    precise: "at the first ad.clicked(A): t − t(ad.will_present A) ≥ accidental_click_s",
    source: "incident",
    .at(.kind(.adClicked)) { moment in
      if moment.first(.clicked) != nil { return nil }
      if moment.hasGapSinceBirth { return .undecided(.gap) }
      guard let limit = moment.milliseconds(.accidentalClickSeconds),
        let shown = moment.last(.shown)
      else { return .undecided(.unknown) }
      let after = moment.elapsed(since: shown)
      if after >= limit { return .kept }
      let limitText = "(limit \(Duration.text(limit)), accidental_click_s)"
      return moment.violation(
        "\(moment.adName) was clicked \(Duration.text(after)) after it appeared \(limitText)",
        witness: [shown], policy: [.accidentalClickSeconds], measured: Double(after) / 1000)
    }
  )
}
