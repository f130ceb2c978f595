import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/content-shown-once`.
  public static let contentShownOnce = Rule(
    "content-shown-once", .coldStart, .warning, .all,
    observes: [.splash], timed: true,
    "The main content is shown only once after a launch or a return.",
    precise: """
      at content.shown: no earlier one of the scene since the last app.entering_foreground of a \
      real span (or since the beginning)
      """,
    notes: "Only a `content.shown` of the same scene counts.",
    actor: .app,
    remedy: """
      Route every way out of the loading screen (ad dismissed, ad failed, no ad, timeout) \
      through one function that runs once.
      """,
    links: [.appOpenAdsIOS],
    .at(.kind(.contentShown)) { context in
      context.isContentShownTwice.forbids { earlier in
        context.violation(
          "the main content\(context.inScene) was shown twice", witness: [earlier])
      }
    }
  )
}
