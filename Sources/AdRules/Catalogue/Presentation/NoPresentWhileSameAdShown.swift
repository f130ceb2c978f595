import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-present-while-same-ad-shown`.
  public static let noPresentWhileSameAdShown = Rule(
    "no-present-while-same-ad-shown", .presentation, .error, .fullScreen,
    observes: [.present], timed: true,
    "An ad that is on screen is not presented again.",
    precise: "at ad.present_requested(A): A is not shown",
    actor: .app,
    remedy: """
      Check a flag such as `isShowingAd` before `present(from:)`. A return to the app while the \
      ad is up must not present it again.
      """,
    links: [.appOpenAdsIOS],
    .at(.kind(.adPresentRequested)) { context in
      context.hasItsAdOnScreen.forbids { shown in
        context.violation(
          "\(context.adName) was presented again while it was on screen",
          witness: [shown.known] + context.longestWitness(since: shown.known))
      }
    }
  )
}
