import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-present-from-load-callback`.
  public static let noPresentFromLoadCallback = Rule(
    "no-present-from-load-callback", .presentation, .warning,
    [.interstitial, .rewarded, .rewardedInterstitial],
    observes: [.load, .present],
    "The callback of a load does not present the ad.",
    precise: "at ad.present_requested(A): trigger ≠ loaded",
    actor: .app,
    remedy: """
      Only store the ad in the load completion. Present it later, at a natural break that the \
      user expects.
      """,
    links: [.interstitialGuidance], namesCause: true,
    .at(.kind(.adPresentRequested)) { context in
      if context.event.trigger != .loaded { return .kept }
      return context.violation("\(context.adName) was presented by the callback of its load")
    }
  )
}
