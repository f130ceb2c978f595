import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-present-while-same-ad-shown`.
  public static let noPresentWhileSameAdShown = Rule(
    "no-present-while-same-ad-shown", .presentation, .error, .fullScreen,
    observes: [.present],
    "An ad that is on screen is not presented again.",
    precise: "at ad.present_requested(A): A is not shown", source: "000",
    .at(.kind(.adPresentRequested)) { context in
      context.hasItsAdOnScreen.forbids { shown in
        context.violation(
          "\(context.adName) was presented again while it was on screen",
          witness: [shown.known] + context.longestWitness(since: shown.known))
      }
    }
  )
}
