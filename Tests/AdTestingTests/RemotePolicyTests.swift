import AdSimulator
import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// A policy of the server repairs misconfigured units, which a manager need not notice.
@Suite struct RemotePolicyTests {
  /// Leaves a misconfigured unit alone until the process ends, whatever the server sends.
  final class Resigned: InterstitialAds {
    nonisolated(unsafe) static var policiesAfterErrors = 0
    override func policyChanged(_ policy: AdPolicy) {
      if !units.misconfigured.isEmpty { Self.policiesAfterErrors += 1 }
    }
  }

  /// Shows no ad in the first launches, by the policy in force at the call of present.
  final class Patient: AppOpenAds {
    override var isUnderCap: Bool {
      super.isUnderCap && phone.launchCount >= phone.policy.firstAdMinimumLaunches ?? 0
    }
  }

  private func launches<Manager: TestedAdManager>(
    _ make: @escaping (SimulatedPhone) -> Manager
  ) -> AdManagerTest<Manager> {
    var app = AppOpenAds.app
    app.policy.firstAdMinimumLaunches = 2
    app.remotePolicies = [AdPolicy(firstAdMinimumLaunches: 4)]
    var test = AdManagerTest(app, make: make)
    test.faultPacks = [
      FaultPack(name: "late policies", faults: FaultSet([.latePresent, .policyChanges]))
    ]
    return test
  }

  @Test func `a policy that arrives after the call of present is too late for the ad`() throws {
    try launches { Patient($0) }.check(sessions: 6_000)
  }

  @Test func `a manager that ignores a policy of the server fails`() {
    final class Deaf: AppOpenAds {
      override var isUnderCap: Bool { super.isUnderCap && phone.launchCount >= 2 }
    }
    let failure = #expect(throws: AdTestFailure.self) {
      try launches { Deaf($0) }.check(sessions: 2_000)
    }
    #expect(failure?.rule == "first-ad-waits")
  }

  @Test func `a manager may keep to a configuration error after the policy changed`() throws {
    var app = InterstitialAds.app
    app.remotePolicies = [AdPolicy(interstitialMinimumGapSeconds: 30)]
    var test = AdManagerTest(app) { Resigned($0) }
    test.faultPacks = [
      FaultPack(
        name: "errors and policies", faults: FaultSet([.configurationError, .policyChanges]))
    ]
    try test.check(sessions: 1_000)
    #expect(Resigned.policiesAfterErrors > 10)
  }
}
