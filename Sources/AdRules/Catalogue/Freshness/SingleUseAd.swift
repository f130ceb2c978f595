import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/single-use-ad`.
  public static let singleUseAd = Rule(
    "single-use-ad", .freshness, .error, .fullScreen,
    observes: [.present],
    "A loaded ad is presented at most once.",
    precise: """
      count of ad.present_requested(A) ≤ 1 and count of ad.will_present(A) ≤ 1, overlays left out
      """, source: "incident",
    .at(.kind(.adPresentRequested), .kind(.adWillPresent)) { moment in
      if moment.facts.overlay == .yes { return nil }
      if moment.facts.overlay == .unknown {
        return .undecided(moment.captures(.revenue) ? .gap : .unknown)
      }
      guard let fact = moment.event.kind.adFact else { return nil }
      if let earlier = moment.first(fact) {
        let witness = [earlier] + moment.endOfShow(earlier)
        return moment.violation("\(moment.adName) was presented twice", witness: witness)
      }
      return moment.hasGapSinceBirth ? .undecided(.gap) : .kept
    }
  )
}
