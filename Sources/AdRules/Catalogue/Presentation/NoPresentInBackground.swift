import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-present-in-background`.
  public static let noPresentInBackground = Rule(
    "no-present-in-background", .presentation, .error, .fullScreen,
    observes: [.present],
    "No ad is presented while the app is in the background.",
    precise: "at attempt: not between app.entered_background and app.entering_foreground",
    source: "incident",
    .at(.attempt, failureOnly: false) { context in
      context.isInBackground.forbids { entered in
        context.violation(
          "\(context.adName) was presented while the app was in the background", witness: [entered])
      }
    }
  )
}
