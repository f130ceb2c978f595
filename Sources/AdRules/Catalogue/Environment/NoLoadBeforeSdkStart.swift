import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-load-before-sdk-start`.
  public static let noLoadBeforeSdkStart = Rule(
    "no-load-before-sdk-start", .environment, .warning, .all,
    observes: [.load, .consent],
    "No ad is requested before the SDK is started.",
    precise: "at ad.requested: an earlier sdk.started; without one, undecided with a gap before it",
    notes: "An earlier `sdk.started` keeps every later request.",
    actor: .app,
    remedy: """
      Call `MobileAds.shared.start` before the first request, so that the mediation adapters are \
      ready.
      """,
    links: [.quickStartIOS],
    .at(.kind(.adRequested)) { context in
      context.seen(context.session.consent.sdkStarted).demands {
        context.violation("\(context.slotName) was requested before the SDK was started")
      }
    }
    .demanding(.sdkStarted)
  )
}
