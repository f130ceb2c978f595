import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/accidental-click`.
  public static let accidentalClick = Rule(
    "accidental-click", .impressionsRewardsRevenue, .info, .fullScreen,
    observes: [.present, .revenue], policy: [.accidentalClickSeconds],
    "The first click does not come right after the ad appeared.",
    precise: "at the first ad.clicked(A): t − t(ad.will_present A) ≥ accidental_click_s",
    notes: """
      Only the first click of the ad is judged, by plain `t` since its last show. If no show was \
      seen, it is an activation only if a gap since the load, whose first record after it is less \
      than the threshold ago, can hide one; then undecided (`gap`). `click-needs-display` reports \
      a click on an ad that was not shown.
      """,
    actor: .user,
    remedy: """
      Show the ad at a break, a short pause after the last tap, and never where the user is \
      about to tap.
      """,
    links: [.interstitialGuidance, .invalidActivity],
    .at(.kind(.adClicked)) { context in
      if context.first(.clicked) != nil { return nil }
      let shown = context.last(.shown)
      if shown == nil && !context.hasGapSinceLoad { return nil }
      guard let limit = context.milliseconds(.accidentalClickSeconds) else {
        return .undecided(.unknown)
      }
      guard let shown else { return context.canHide(within: limit) ? .undecided(.gap) : nil }
      let after = context.elapsed(since: shown)
      if after >= limit {
        return context.canFollowHiddenShow(since: shown, within: limit) ? .undecided(.gap) : .kept
      }
      // A gap can hide the first click, or that the ad came up before.
      if context.hasGapSinceLoad { return .undecided(.gap) }
      let limitText = "(limit \(ReadableDuration.text(limit)), accidental_click_s)"
      return context.violation(
        "\(context.adName) was clicked \(ReadableDuration.text(after)) after it appeared \(limitText)",
        witness: [shown], policy: [.accidentalClickSeconds], measured: Double(after) / 1000)
    }
  )
}

extension EvaluationContext {
  /// Whether its ad can have come up less than `limit` ago, after it was seen to: in a gap, or by
  /// what may be the content of a click.
  fileprivate func canFollowHiddenShow(since shown: Int, within limit: Int64) -> Bool {
    let unsure = adState?.unsureShow ?? .none
    if unsure > shown && elapsed(since: unsure) < limit { return true }
    return hasGap(since: shown) && canHide(within: limit)
  }
}
