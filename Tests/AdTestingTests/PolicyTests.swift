import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// The app states its thresholds, and the simulator invents none.
@Suite struct PolicyTests {
  private func applied(_ rule: String, _ app: TestedApp) throws -> Int {
    var test = AdManagerTest(app) { AppOpenAds($0) }
    test.excludedRules = ["shows-when-it-can"]
    let report = try test.check(sessions: 150)
    return report.activated.first { $0.rule == rule }?.sessions ?? 0
  }

  @Test func `a rule about a threshold applies only if the app sets the threshold`() throws {
    var app = AppOpenAds.app
    #expect(try applied("daily-cap", app) > 25)
    #expect(try applied("minimum-background", app) > 25)
    app.policy = AdPolicy()
    #expect(try applied("daily-cap", app) == 0)
    #expect(try applied("minimum-background", app) == 0)
    #expect(try applied("app-open-max-age", app) > 25)
  }

  /// A manager that counts the changes of its policy in all processes.
  final class Listening: AppOpenAds {
    nonisolated(unsafe) static var policies: [AdPolicy] = []
    nonisolated(unsafe) static var isConsistent = true
    override func policyChanged(_ policy: AdPolicy) {
      Self.policies.append(policy)
      Self.isConsistent = Self.isConsistent && phone.policy == policy
      super.policyChanged(policy)
    }
    override var isUnderCap: Bool { showsToday < Int64(phone.policy.dailyCap ?? .max) }
    override var isAwayLongEnough: Bool {
      let limit = Int64((phone.policy.minimumBackgroundSeconds ?? 0) * 1_000)
      return leftAt.map { returnedAt - $0 > limit } ?? false
    }
  }

  @Test func `the policy changes only if the app has remote policies, which reach the manager`()
    throws
  {
    var app = AppOpenAds.app
    try AdManagerTest(app) { Listening($0) }.check(sessions: 400)
    #expect(Listening.policies.isEmpty)
    app.remotePolicies = [AdPolicy(dailyCap: 2), AdPolicy(minimumBackgroundSeconds: 60)]
    try AdManagerTest(app) { Listening($0) }.check(sessions: 600)
    #expect(Listening.isConsistent)
    let changed = AdPolicy(dailyCap: 2, minimumBackgroundSeconds: 60)
    #expect(Listening.policies.contains(changed), "both changes in one process")
    #expect(Set(Listening.policies).count == 3)
  }

  /// A test of ``Hasty`` that shrinks little.
  private var hasty: AdManagerTest<Hasty> {
    var test = AdManagerTest(InterstitialAds.app) { Hasty($0) }
    test.shrinkingRecords = 10_000
    return test
  }

  @Test func `a rule can be excluded`() throws {
    var test = hasty
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(sessions: 500) })
    #expect(failure.rule == "interstitial-min-gap")
    test.excludedRules = ["interstitial-min-gap"]
    try test.check(sessions: 300)
  }

  @Test func `a test can be about some rules only`() throws {
    var test = hasty
    test.onlyRules = ["full-screen-max-age", "single-use-ad"]
    let report = try test.check(sessions: 500)
    #expect(report.activated.map(\.rule) == ["full-screen-max-age", "single-use-ad"])
    test.onlyRules = ["interstitial-min-gap"]
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 500) }
    #expect(failure?.rule == "interstitial-min-gap")
  }

  @Test func `warnings count unless the minimum severity is error`() throws {
    var test = hasty
    test.minimumSeverity = .error
    try test.check(sessions: 500)
    test.severities = ["interstitial-min-gap": .error]
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 500) }
    #expect(failure?.rule == "interstitial-min-gap")
  }

  @Test func `a failure has the thresholds in force`() throws {
    let test = hasty
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(sessions: 500) })
    let threshold = try #require(failure.thresholds.first)
    #expect(threshold.name == "interstitial_min_gap_s" && threshold.value == 30)
    #expect(failure.description.contains("\n  thresholds in force: interstitial_min_gap_s 30\n"))
    #expect(failure.because.hasSuffix("(limit 30 s, interstitial_min_gap_s)"), "\(failure.because)")
  }

  /// A manager that pauses for eleven seconds instead of thirty.
  final class Hasty: InterstitialAds {
    override var isTooSoon: Bool { dismissedAt.map { now - $0 < 11_000 } ?? false }
  }
}
