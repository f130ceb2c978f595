import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/shown-ad-not-discarded`.
  public static let shownAdNotDiscarded = Rule(
    "shown-ad-not-discarded", .presentation, .error, .fullScreen,
    observes: [.load, .present],
    "An ad that is on screen is not discarded.",
    precise: "at ad.discarded(A) with reason ≠ shown: A is not shown",
    notes: """
      A discard with the reason `shown` is no activation: it says that the ad was used.
      """,
    actor: .app,
    remedy: """
      Keep a strong reference to the ad object until `adDidDismissFullScreenContent`. An object \
      that is released or disposed under its own ad reports no dismissal.
      """,
    links: [.fullScreenDelegateIOS, .frozenAfterAd],
    .at(.kind(.adDiscarded)) { context in
      if context.event.reason == .shown { return nil }
      return context.hasItsAdOnScreen.forbids { shown in
        context.violation(
          "\(context.adName) was discarded while it was on screen",
          witness: [shown.known] + context.longestWitness(since: shown.known))
      }
    }
  )
}
