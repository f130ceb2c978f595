import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/impression-while-visible`.
  public static let impressionWhileVisible = Rule(
    "impression-while-visible", .impressionsRewardsRevenue, .warning, .native,
    observes: [.load, .revenue, .visibility], policy: [.lateEventSeconds],
    "A native ad has its impression while it is in view.",
    precise: """
      at ad.impression(A) with an earlier view.*(A): the last view.* of A is view.appeared, or \
      view.hidden at most late_event_s ago
      """,
    notes: """
      An impression on its way when the ad left the view is kept; the limit is active time. \
      Without an earlier `view.*` of the ad: no activation, or undecided (`gap`) with a gap since \
      its load.
      """,
    actor: .network,
    remedy: """
      Check that the view which shows the ad is the `NativeAdView` of its `nativeAd`. Report an \
      adapter that counts impressions of ads out of view.
      """,
    links: [.nativeAdsIOS, .invalidActivity],
    .at(.kind(.adImpression)) { context in
      let appeared = EventIndex(context.last(.viewAppeared))
      let hidden = EventIndex(context.last(.viewHidden))
      let isLost = context.hasGap(since: max(appeared, hidden, context.loadedIndex))
      if isLost { return .undecided(.gap) }
      guard let hidden = hidden > appeared ? hidden.index : nil else {
        return appeared.isPresent ? .kept : nil
      }
      return context.comesSoon(sinceHidden: hidden)
    }
  )
}

extension EvaluationContext {
  /// The judgement of an impression after its ad left the view.
  fileprivate func comesSoon(sinceHidden hidden: Int) -> Judgement {
    guard let limit = milliseconds(.lateEventSeconds) else { return .undecided(.unknown) }
    let passed = session.time.least(from: hidden, to: index)
    if passed > limit {
      return violation(
        "\(adName) had an impression \(ReadableDuration.text(passed)) after it left the view (limit \(ReadableDuration.text(limit)), late_event_s)",
        witness: [hidden], policy: [.lateEventSeconds], measured: Double(passed) / 1000)
    }
    return session.time.greatest(from: hidden, to: index) > limit ? .undecided(.gap) : .kept
  }
}
