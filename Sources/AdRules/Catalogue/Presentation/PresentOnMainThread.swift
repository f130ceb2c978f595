import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/present-on-main-thread`.
  public static let presentOnMainThread = Rule(
    "present-on-main-thread", .presentation, .error, .fullScreen,
    observes: [.present],
    "Ads are presented on the main thread.",
    precise: "at ad.failed_to_present: code is not 21", source: "API",
    .at(.kind(.adFailedToPresent)) { context in
      context.event.errorCode == 21
        ? context.violation("\(context.adName) was presented off the main thread (code 21)") : .kept
    }
  )
}
