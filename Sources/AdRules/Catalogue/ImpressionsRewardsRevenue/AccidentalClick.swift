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
      guard let shown = moment.last(.shown) else {
        return .undecided(moment.hasGapSinceBirth ? .gap : .unknown)
      }
      guard let limit = moment.milliseconds(.accidentalClickSeconds) else {
        return .undecided(.unknown)
      }
      let after = moment.elapsed(since: shown)
      if after >= limit {
        return moment.canFollowHiddenShow(since: shown, within: limit) ? .undecided(.gap) : .kept
      }
      // A gap can hide the first click, or that the ad came up before.
      if moment.hasGapSinceBirth { return .undecided(.gap) }
      let limitText = "(limit \(Duration.text(limit)), accidental_click_s)"
      return moment.violation(
        "\(moment.adName) was clicked \(Duration.text(after)) after it appeared \(limitText)",
        witness: [shown], policy: [.accidentalClickSeconds], measured: Double(after) / 1000)
    }
  )
}

extension Moment {
  /// Whether its ad can have come up less than `limit` ago, after it was seen to: in a gap, or by what
  /// may be the content of a click.
  fileprivate func canFollowHiddenShow(since shown: Int, within limit: Int64) -> Bool {
    let vague = adState?.vagueShow ?? -1
    if vague > shown && elapsed(since: vague) < limit { return true }
    return hasGap(since: shown) && canHide(within: limit)
  }
}
