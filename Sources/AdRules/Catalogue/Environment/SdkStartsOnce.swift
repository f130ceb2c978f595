import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/sdk-starts-once`.
  public static let sdkStartsOnce = Rule(
    "sdk-starts-once", .environment, .warning, .all,
    observes: [.consent],
    "The SDK is started only once.",
    precise: "count of sdk.started ≤ 1",
    actor: .app,
    remedy: """
      Call `MobileAds.shared.start` in one place, guarded by a flag, after consent is settled.
      """,
    links: [.quickStartIOS, .consentIOS],
    .at(.kind(.sdkStarted)) { context in
      context.seen(context.session.consent.sdkStarted).forbids { started in
        context.violation("the SDK was started twice", witness: [started])
      }
    }
  )
}
