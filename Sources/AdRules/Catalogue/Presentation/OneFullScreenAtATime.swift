import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/one-full-screen-at-a-time`.
  public static let oneFullScreenAtATime = Rule(
    "one-full-screen-at-a-time", .presentation, .error, .fullScreen,
    observes: [.present], timed: true,
    "A scene shows at most one full-screen ad at a time.",
    precise: "at attempt(A): no other ad is shown or pending in the same scene",
    notes: """
      "Other" means another ad. An ad that is attempted again while it is itself shown is judged \
      by `no-present-while-same-ad-shown`.
      """,
    actor: .app,
    remedy: """
      Keep one flag for all full-screen ads of a scene, from `present(from:)` to the dismissal \
      or failure. Present nothing while it is set.
      """,
    links: [.appOpenAdsIOS, .appOpenAdGuidance],
    .at(.attempt, failureOnly: false) { context in
      context.hasOtherFullScreen.forbids { other in
        let isUp = context.event(at: other).kind == .adWillPresent
        let how = isUp ? "was on screen" : "was about to appear"
        return context.violation(
          "\(context.adName) was presented while \(context.adName(at: other.known)) \(how)",
          witness: [other.known] + context.longestWitness(since: other.known)
            + context.scenes(with: other.known))
      }
    }
  )
}
