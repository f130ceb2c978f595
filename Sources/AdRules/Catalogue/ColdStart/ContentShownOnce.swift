import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/content-shown-once`.
  public static let contentShownOnce = Rule(
    "content-shown-once", .coldStart, .warning, .all,
    observes: [.splash],
    "The main content is shown only once after a launch or a return.",
    precise: """
      at content.shown: no earlier one of the scene since the last app.entering_foreground of a \
      real span (or since the beginning)
      """, source: "sample",
    .at(.kind(.contentShown)) { context in
      context.forbidsSinceRealReturn(
        context.contentOfItsScene,
        "the main content\(context.inScene) was shown twice")
    }
  )
}
