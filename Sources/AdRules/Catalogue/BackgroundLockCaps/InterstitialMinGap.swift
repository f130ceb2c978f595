import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/interstitial-min-gap`.
  public static let interstitialMinGap = Rule(
    "interstitial-min-gap", .backgroundLockCaps, .warning, .interstitial,
    observes: [.present], policy: [.interstitialMinGapSeconds],
    "Two interstitials are separated by a minimum pause.",
    precise: """
      t between ad.dismissed of one and ad.will_present of the next ≥ interstitial_min_gap_s
      """,
    notes: """
      Activated at an interstitial show if an interstitial was dismissed since the last \
      interstitial show. Plain `t` since that dismissal; exactly `interstitial_min_gap_s` is \
      kept.
      """,
    actor: .app,
    remedy: """
      Store the time of the last dismissal, and present no interstitial until the pause that \
      your app has set is over.
      """,
    links: [.interstitialGuidance, .frequencyCapping],
    .at(.show) { context in
      if context.isUnset(.interstitialMinGapSeconds) { return nil }
      let shows = context.session.shows
      guard let limit = context.milliseconds(.interstitialMinGapSeconds) else {
        return context.mayFollowInterstitial ? .undecided(.unknown) : nil
      }
      guard shows.interstitialDismissed > shows.interstitialShown else {
        let isUnsure =
          shows.mayFollowDismissal
          && context.elapsed(since: shows.interstitialDismissed) < limit
        let canHide = context.mayFollowInterstitial && context.canHide(within: limit)
        return isUnsure || canHide ? .undecided(.gap) : nil
      }
      let pause = context.elapsed(since: shows.interstitialDismissed)
      if context.hasGap(since: shows.interstitialDismissed) {
        return pause < limit || context.canHide(within: limit) ? .undecided(.gap) : .kept
      }
      if pause >= limit { return .kept }
      if shows.unsure.interstitial > shows.interstitialDismissed { return .undecided(.gap) }
      let limitText = "(limit \(ReadableDuration.text(limit)), interstitial_min_gap_s)"
      return context.violation(
        "\(context.adName) was shown \(ReadableDuration.text(pause)) after the last interstitial \(limitText)",
        witness: [shows.interstitialDismissed], policy: [.interstitialMinGapSeconds],
        measured: Double(pause) / 1000)
    }
  )
}

extension EvaluationContext {
  /// Whether the dismissal of an interstitial, seen or hidden in a gap, may be the last that came
  /// before this show.
  fileprivate var mayFollowInterstitial: Bool {
    let shows = session.shows
    if shows.interstitialDismissed > shows.interstitialShown || shows.mayFollowDismissal {
      return true
    }
    guard shows.interstitialShown.isPresent else { return hasGap(since: .none) }
    // The last show may itself be the content of one that a gap hides.
    let ad = session.adNumber(event(at: shows.interstitialShown).ad)
    let isCertain = ad.map { !session.ads[$0].hasUnsureShow } ?? false
    return hasGap(since: isCertain ? shows.interstitialShown : .none)
  }
}
