import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// Managers that fill one place in the app from several ad units.
@Suite struct WaterfallTests {
  private var app: TestedApp {
    var app = TestedApp(units: [AdUnit("high", .interstitial), AdUnit("low", .interstitial)])
    app.policy = InterstitialAds.app.policy
    return app
  }

  private var appOpen: TestedApp {
    var app = TestedApp(units: [AdUnit("high", .appOpen), AdUnit("low", .appOpen)])
    app.policy = AppOpenAds.app.policy
    app.hasSplash = true
    return app
  }

  @Test func `a manager may show the best of two ads at each moment`() throws {
    final class Waterfall: InterstitialAds {
      nonisolated(unsafe) static var shown: Set<String> = []
      override func wantsToShow(_ placement: AdPlacement) {
        let best = phone.placements.first { slots[$0]?.freshAd != nil }
        super.wantsToShow(best ?? placement)
      }
      override func adDismissed(_ ad: SimulatedFullScreenAd) {
        super.adDismissed(ad)
        Self.shown.insert(ad.placement.unit.name)
      }
    }
    try AdManagerTest(app) { Waterfall($0) }.check(sessions: 1_000)
    #expect(Waterfall.shown == ["high", "low"])
  }

  @Test func `a manager that leaves the moments of one unit unused fails, and the unit is named`()
    throws
  {
    final class Deaf: InterstitialAds {
      override func wantsToShow(_ placement: AdPlacement) {
        if placement.unit.name != "low" { super.wantsToShow(placement) }
      }
    }
    let test = AdManagerTest(app) { Deaf($0) }
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(sessions: 1_000) })
    #expect(failure.rule == "shows-when-it-can")
    #expect(
      failure.because
        == "no interstitial was presented at 6 moments of unit 'low' after all faults had ended, "
        + "though loads succeed and no threshold of the app forbids it")
  }

  @Test func `an app-open manager may show the best of two ads at each return`() throws {
    final class Waterfall: AppOpenAds {
      override func present(_ placement: AdPlacement, _ trigger: ShowTrigger) -> Bool {
        let best = phone.placements.first { slots[$0]?.freshAd != nil }
        return super.present(best ?? placement, trigger)
      }
    }
    try AdManagerTest(appOpen) { Waterfall($0) }.check(sessions: 1_000)
  }

  @Test func `an app-open manager that never falls back to its second unit fails`() {
    let test = AdManagerTest(appOpen) { AppOpenAds($0) }
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 1_000) }
    #expect(failure?.rule == "shows-when-it-can")
  }
}
