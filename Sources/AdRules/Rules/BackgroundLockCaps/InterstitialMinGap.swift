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
      guard let limit = moment.milliseconds(.interstitialMinGapSeconds) else {
        return .undecided(.unknown)
      }
      let shows = moment.session.shows
      guard shows.interstitialDismissed > shows.interstitialShown else {
        let isVague =
          shows.mayFollowDismissal
          && moment.elapsed(since: shows.interstitialDismissed) < limit
        return isVague || moment.canHide(within: limit) ? .undecided(.gap) : nil
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
