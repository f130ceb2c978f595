import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/no-test-unit-in-release`.
  public static let noTestUnitInRelease = Rule(
    "no-test-unit-in-release", .environment, .error, .all,
    observes: [.load],
    "A release build does not request public test units.",
    precise: """
      sdk = google-mobile-ads and build = release: at ad.requested: not a test unit (publisher \
      3940256099942544, or path /21775744923/)
      """,
    notes: """
      `sdk` and `build` are those of the header; without a header the request is undecided \
      (`unknown`). See test unit.
      """,
    actor: .app,
    remedy: """
      Replace the public test ad unit IDs with your own ones in the release configuration. Test \
      ads earn nothing.
      """,
    links: [.testAdsIOS],
    .at(.kind(.adRequested)) { context in
      guard let isRelease = context.isGoogle(build: .release) else { return .undecided(.unknown) }
      if !isRelease { return nil }
      if !context.isTestUnit { return .kept }
      return context.violation(
        "\(context.slotName) is a test unit but was requested by a release build")
    }
  )
}
