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
