import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/click-counted-once`.
  public static let clickCountedOnce = Rule(
    "click-counted-once", .impressionsRewardsRevenue, .warning, .all,
    observes: [.revenue], policy: [.sameTapSeconds],
    "One tap counts as one click.",
    precise: """
      at ad.clicked(A) with an earlier ad.clicked(A): t − t(the last of these) ≥ same_tap_s
      """,
    notes: """
      Activated from the second click of the ad on. A lost click less than `same_tap_s` (t) before: \
      undecided.
      """,
    actor: .network,
    remedy: """
      Let either the adapter or the SDK report a click, and only one handler of the view. Report a \
      network whose ads count one tap twice: such clicks can count as invalid activity.
      """,
    links: [.invalidActivity, .mediationNativeAdIOS],
    .at(.kind(.adClicked)) { context in
      let last = EventIndex(context.last(.clicked))
      guard let limit = context.milliseconds(.sameTapSeconds) else {
        return last.isPresent || context.hasGapSinceLoad ? .undecided(.unknown) : nil
      }
      if last.isPresent, context.elapsed(since: last) < limit {
        let after = context.elapsed(since: last)
        return context.violation(
          "\(context.adName) was clicked again \(ReadableDuration.text(after)) after its last click "
            + "(limit \(ReadableDuration.text(limit)), same_tap_s)",
          witness: [last], policy: [.sameTapSeconds], measured: Double(after) / 1000)
      }
      let isHidden =
        context.hasGap(since: max(last, context.loadedIndex)) && context.canHide(within: limit)
      return isHidden ? .undecided(.gap) : last.isPresent ? .kept : nil
    }
  )
}
