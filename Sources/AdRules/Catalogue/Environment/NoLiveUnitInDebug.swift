import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-live-unit-in-debug`.
  public static let noLiveUnitInDebug = Rule(
    "no-live-unit-in-debug", .environment, .error, .all,
    observes: [.load],
    "A debug build does not request live units.",
    precise: """
      sdk = google-mobile-ads, build = debug, not test_device: at ad.requested with test ≠ true: \
      a test unit (as above)
      """,
    notes: """
      `sdk` and `build` are those of the header; without a header the request is undecided \
      (`unknown`). See test unit. A request with `test: true`, or a header with `test_device: \
      true`, is no activation.
      """,
    actor: .app,
    remedy: """
      Use the public test ad unit IDs in debug builds, or register the device in \
      `testDeviceIdentifiers`.
      """,
    links: [.testAdsIOS, .invalidActivity],
    .at(.kind(.adRequested)) { context in
      if context.event.flag(Flag.test) == true { return nil }
      guard let isDebug = context.isGoogle(build: .debug) else { return .undecided(.unknown) }
      if !isDebug || context.session.header?.testDevice == true { return nil }
      if context.isTestUnit { return .kept }
      return context.violation(
        "\(context.slotName) is a live unit but was requested by a debug build")
    }
  )
}
