import AdTesting
import Testing

@testable import ReferenceManagers

/// Tests and apps that make no sense are refused with a sentence.
@Suite struct RefusalTests {
  private func message(
    _ change: (inout AdManagerTest<InterstitialAds>) -> Void = { _ in },
    app changeApp: (inout TestedApp) -> Void = { _ in }
  ) -> String? {
    var app = InterstitialAds.app
    changeApp(&app)
    var test = AdManagerTest(app) { InterstitialAds($0) }
    change(&test)
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 10) }
    return failure?.description
  }

  @Test func `an app without units is refused`() {
    #expect(message(app: { $0.units = [] }) == "the app has no ad unit; add one to 'units'")
  }

  @Test func `a unit without a name, or with two formats, is refused`() {
    #expect(
      message(app: { $0.units = [AdUnit("", .rewarded)] })
        == "an ad unit of the app has an empty name")
    let test = "ca-app-pub-3940256099942544/4411468910"
    #expect(
      message(app: { $0.units = [AdUnit(test, .rewarded), AdUnit(test, .interstitial)] })
        == "the app has the ad unit '\(test)' twice; each unit has one format")
  }

  @Test func `a live unit in a debug build, or a test unit in a release build, is refused`() {
    #expect(
      message(app: { $0.units = [AdUnit("ca-app-pub-1/2", .interstitial)] })
        == "'ca-app-pub-1/2' is a live ad unit, but the app is a debug build; set 'isDebug' to "
        + "false, or use a test unit")
    #expect(
      message(app: { $0.isDebug = false })
        == "'ca-app-pub-3940256099942544/4411468910' is a test unit, but the app is a release "
        + "build; set 'isDebug' to true, or use a live unit")
  }

  @Test func `a policy with an impossible value is refused`() {
    #expect(
      message(app: { $0.policy.dailyCap = -1 })
        == "invalid value -1 for 'daily_cap' in the policy (whole numbers, 0 to 1000000)")
    #expect(
      message(app: { $0.remotePolicies = [AdPolicy(minimumBackgroundSeconds: -0.5)] })
        == "invalid value -0.5 for 'min_background_s' in the policy (0 to 31536000)")
    #expect(
      message(app: { $0.policy.others = ["cap": 1] })
        == "unknown threshold 'cap' in the policy; 'adjournal rules ID' lists thresholds")
    #expect(
      message(app: { $0.policy.others = ["interstitial_min_gap_s": 1] })
        == "the policy sets 'interstitial_min_gap_s' twice, as a property and in 'others'")
  }

  @Test func `an unknown rule is refused`() {
    #expect(message({ $0.excludedRules = ["daily-caps"] }) == "unknown rule 'daily-caps'")
    #expect(message({ $0.severities = ["no-such": .error] }) == "unknown rule 'no-such'")
  }

  @Test func `a test in which no rule counts is refused`() {
    #expect(
      message({ $0.onlyRules = [] })
        == "'onlyRules' is empty; name at least one rule, or use nil for all")
  }

  @Test func `a command that is never drawn and a timeout of zero are refused`() {
    #expect(
      message({ $0.commands = [TestCommand("tap", weight: 0) { _, _ in }] })
        == "the weight of the command 'tap' is not positive")
    #expect(message({ $0.callTimeoutSeconds = 0 }) == "'callTimeoutSeconds' is not positive")
  }

  @Test func `a run without sessions or seeds is refused`() {
    let test = AdManagerTest(InterstitialAds.app) { InterstitialAds($0) }
    let none = #expect(throws: AdTestFailure.self) { try test.check(sessions: 0) }
    #expect(none?.sentence == "'sessions' is 0; at least 1")
    let seedless = #expect(throws: AdTestFailure.self) { try test.check(seeds: []) }
    #expect(seedless?.sentence == "'seeds' is empty; pass at least one")
  }
}
