import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// What a test says about ad managers of public repositories.
@Suite struct PortedManagerTests {
  /// Checks that a manager breaks some rules and keeps others, each tested alone.
  private func expect<Manager: TestedAdManager>(
    _ app: TestedApp, breaks broken: [String], keeps kept: [String],
    _ make: @escaping (SimulatedPhone) -> Manager
  ) throws {
    var test = AdManagerTest(app, make: make)
    test.shrinkingRecords = 0
    for rule in broken {
      test.onlyRules = [rule]
      let failure = #expect(throws: AdTestFailure.self, "\(rule)") {
        try test.check(sessions: 2_000)
      }
      #expect(failure?.rule == rule)
    }
    test.onlyRules = Set(kept)
    try test.check(sessions: 500)
  }

  private var appOpen: TestedApp { .appOpen() }

  @MainActor @Test func `the iOS sample shows after a lock and retries a failed present forever`()
    throws
  {
    try expect(
      appOpen,
      breaks: [
        "lock-is-not-background", "app-open-not-after-system-dialog",
        "reload-storm-after-present-failure", "suppression-respected",
        "paid-handler-set-before-present", "expired-ad-not-shown",
      ],
      keeps: ["delegate-set-before-present"]
    ) { GoogleSampleAds($0) }
  }

  @Test func `the Flutter sample loads before consent and throws ads away`() throws {
    try expect(
      appOpen,
      breaks: [
        "no-load-before-consent", "one-load-in-flight", "lock-is-not-background",
        "reload-after-present-failure", "expired-ad-not-shown", "app-open-max-age",
      ],
      keeps: ["delegate-set-before-present", "reload-after-dismiss"]
    ) { FlutterSampleAds($0) }
  }

  @Test func `a manager that shows in the callback of a load shows in the background`() throws {
    try expect(
      appOpen,
      breaks: [
        "no-present-in-background", "nothing-after-main-content", "cold-start-only-on-splash",
        "one-load-in-flight",
      ],
      keeps: ["delegate-set-before-present"]
    ) { OpenAppAds($0) }
  }

  @Test func `a manager without expiry shows ads that are too old`() throws {
    try expect(
      appOpen,
      breaks: [
        "app-open-max-age", "single-use-ad", "lock-is-not-background", "expired-ad-not-shown",
      ],
      keeps: ["delegate-set-before-present", "paid-handler-set-before-present"]
    ) { AdMobManagerAppOpenAds($0) }
  }

  @Test func `an interstitial loader without retry falls silent, and shows an ad twice`() throws {
    try expect(
      InterstitialAds.app,
      breaks: [
        "load-failure-does-not-silence-slot", "single-use-ad", "full-screen-max-age",
        "interstitial-per-user-actions", "interstitial-min-gap", "shows-when-it-can",
      ],
      keeps: ["delegate-set-before-present", "reload-after-dismiss"]
    ) { EasyInterstitials($0) }
  }

  @Test func `a manager that loads as it is created loads before the SDK started`() throws {
    try expect(
      InterstitialAds.app,
      breaks: ["no-load-before-sdk-start", "load-failure-does-not-silence-slot", "single-use-ad"],
      keeps: ["delegate-set-before-present"]
    ) { SoundboardAds($0) }
  }

  @Test func `a manager that loads a rewarded ad for each tap presents it in the background`()
    throws
  {
    try expect(
      RewardedAds.app,
      breaks: [
        "one-load-in-flight", "one-grant-per-show", "no-present-in-background",
        "no-load-before-consent", "paid-handler-set-before-present",
      ],
      keeps: ["delegate-set-before-present"]
    ) { CryptfolioRewards($0) }
  }
}
