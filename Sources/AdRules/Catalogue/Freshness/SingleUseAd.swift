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
      switch context.isOverlay {
      case .yes: return nil
      case .unknown(let why): return .undecided(why)
      case .no: break
      }
      guard let fact = context.event.kind.adFact else { return nil }
      return context.earlier(fact).forbids { earlier in
        context.violation(
          "\(context.adName) was presented \(context.times(fact))",
          witness: [earlier.known] + context.endOfShow(earlier.known))
      }
    }
  )
}
