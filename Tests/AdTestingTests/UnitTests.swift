import AdTesting
import Testing

@testable import ReferenceManagers

/// Ad units of any network, whose names have many forms.
@Suite struct UnitTests {
  @Test func `a unit of any network is requested and shown under its own name`() throws {
    final class Named: InterstitialAds {
      nonisolated(unsafe) static var units: Set<String> = []
      override func adDismissed(_ ad: SimulatedFullScreenAd) {
        Self.units.insert(ad.placement.unit.name)
        super.adDismissed(ad)
      }
    }
    let units: Set = ["level_end", "4f8e2a0b9c1d7e36", "ca-app-pub-1/2"]
    for unit in units {
      try AdManagerTest(.interstitial(unit)) { Named($0) }.check(sessions: 60)
    }
    #expect(Named.units == units)
  }

  @Test func `an app is a debug build by default if all of its units are test units`() {
    #expect(TestedApp.interstitial().isDebug && TestedApp(units: []).isDebug)
    #expect(!TestedApp.rewarded("level_end").isDebug)
  }
}
