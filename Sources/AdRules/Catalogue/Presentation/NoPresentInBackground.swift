import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-present-in-background`.
  public static let noPresentInBackground = Rule(
    "no-present-in-background", .presentation, .error, .fullScreen,
    observes: [.present],
    "No ad is presented while the app is in the background.",
    precise: "at attempt: not between app.entered_background and app.entering_foreground",
    notes: """
      The app is in the background between `app.entered_background` and the next \
      `app.entering_foreground`, whatever the cause.
      """,
    actor: .app,
    remedy: """
      Call `present(from:)` only while the scene is in the foreground. Keep an ad that arrives \
      in the background for the next return.
      """,
    links: [.interstitialGuidance, .presentErrorCodesAndroid],
    .at(.attempt, failureOnly: false) { context in
      context.isInBackground.forbids { entered in
        context.violation(
          "\(context.adName) was presented while the app was in the background", witness: [entered])
      }
    }
  )
}
