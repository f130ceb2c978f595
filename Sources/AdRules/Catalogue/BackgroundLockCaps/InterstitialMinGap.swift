import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/interstitial-min-gap`.
  public static let interstitialMinGap = Rule(
    "interstitial-min-gap", .backgroundLockCaps, .warning, .interstitial,
    observes: [.present], policy: [.interstitialMinGapSeconds],
    "Interstitials keep their distance.",
    precise: """
      t between ad.dismissed of one and ad.will_present of the next ≥ interstitial_min_gap_s
      """, source: "guide",
    .at(.show) { moment in
      let shows = moment.session.shows
      guard let limit = moment.milliseconds(.interstitialMinGapSeconds) else {
        return moment.mayFollowInterstitial ? .undecided(.unknown) : nil
      }
      guard shows.interstitialDismissed > shows.interstitialShown else {
        let isVague =
          shows.mayFollowDismissal
          && moment.elapsed(since: shows.interstitialDismissed) < limit
        let canHide = moment.mayFollowInterstitial && moment.canHide(within: limit)
        return isVague || canHide ? .undecided(.gap) : nil
      }
      let pause = moment.elapsed(since: shows.interstitialDismissed)
      if moment.hasGap(since: shows.interstitialDismissed) {
        return pause < limit || moment.canHide(within: limit) ? .undecided(.gap) : .kept
      }
      if pause >= limit { return .kept }
      if shows.vagueInterstitial > shows.interstitialDismissed { return .undecided(.gap) }
      let limitText = "(limit \(Duration.text(limit)), interstitial_min_gap_s)"
      return moment.violation(
        "\(moment.adName) was shown \(Duration.text(pause)) after the last interstitial \(limitText)",
        witness: [shows.interstitialDismissed], policy: [.interstitialMinGapSeconds],
        measured: Double(pause) / 1000)
    }
  )
}

extension Moment {
  /// Whether the dismissal of an interstitial, seen or hidden in a gap, may be the last that came
  /// before this show.
  fileprivate var mayFollowInterstitial: Bool {
    let shows = run.session.shows
    if shows.interstitialDismissed > shows.interstitialShown || shows.mayFollowDismissal {
      return true
    }
    guard shows.interstitialShown >= 0 else { return hasGap(since: -1) }
    // The last show may itself be the content of one that a gap hides.
    let ad = run.session.adNumber(event(at: shows.interstitialShown).ad)
    let isCertain = ad.map { !run.session.ads[$0].hasUncertainShow } ?? false
    return hasGap(since: isCertain ? shows.interstitialShown : -1)
  }
}
