import AdTesting
import Testing

/// The worked example of the README: an app's own manager of interstitials.
final class LevelAds: TestedAdManager, SimulatedAdDelegate {
  let phone: SimulatedPhone
  var ad: SimulatedFullScreenAd?
  var isLoading = false, isUp = false, isAllowed = false

  init(_ phone: SimulatedPhone) { self.phone = phone }

  func consentChanged(canRequestAds: Bool) { isAllowed = canRequestAds }
  func sdkStarted() { load() }
  func readyToGoOn() { phone.goOn() }

  func load() {
    guard isAllowed, !isLoading, let place = phone.placements.first else { return }
    isLoading = true
    phone.load(place) { [self] result in
      isLoading = false
      ad = try? result.get()
      ad?.delegate = self
    }
  }

  func wantsToShow(_ placement: AdPlacement) {
    guard !isUp, let ad else { return load() }
    isUp = true
    self.ad = nil
    ad.present(.transition)
  }

  func adDismissed(_ ad: SimulatedFullScreenAd) {
    isUp = false
    load()
  }
}

struct ExampleTests {
  @Test func `The example finds that the manager does not look at the age of its ad`() throws {
    let app = TestedApp(units: [AdUnit("ca-app-pub-3940256099942544/4411468910", .interstitial)])
    let failure = #expect(throws: AdTestFailure.self) {
      try AdManagerTest(app) { LevelAds($0) }.verify(sessions: 10_000)
    }
    #expect(failure?.rule == "full-screen-max-age")
  }
}
