import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/single-use-ad`.
  public static let singleUseAd = Rule(
    "single-use-ad", .freshness, .error, .fullScreen,
    observes: [.present],
    "A loaded ad is presented at most once.",
    precise: """
      count of ad.present_requested(A) ≤ 1 and count of ad.will_present(A) ≤ 1, overlays left out
      """,
    notes: """
      Every `ad.present_requested` and every show is an activation of its own; a call and its \
      show are no pair. The 2nd call of an ad breaks the rule, and so does its 2nd show, whatever \
      lies between. A certain overlay is no activation.
      """,
    actor: .app,
    remedy: """
      Present each ad object once. Set the reference to nil in `adDidDismissFullScreenContent` \
      and after a failure to present, and load a new object.
      """,
    links: [.presentErrorCodesIOS, .interstitialAdsIOS],
    .at(.kind(.adPresentRequested), .kind(.adWillPresent)) { context in
      if context.facts.overlay == .yes { return nil }
      if context.facts.overlay == .unknown {
        return .undecided(context.captures(.revenue) ? .gap : .unknown)
      }
      guard let fact = context.event.kind.adFact else { return nil }
      if let earlier = context.first(fact) {
        let witness = [earlier] + context.endOfShow(earlier)
        return context.violation("\(context.adName) was presented twice", witness: witness)
      }
      return context.hasGapSinceLoad ? .undecided(.gap) : .kept
    }
  )
}
