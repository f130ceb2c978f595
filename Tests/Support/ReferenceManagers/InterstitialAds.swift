internal import AdTesting

/// Shows an interstitial at transitions of the app: after two user actions, and 30 seconds apart.
class InterstitialAds: FullScreenAds {
  var actions = 2

  class var app: TestedApp {
    var app = TestedApp.interstitial()
    app.policy = AdPolicy(interstitialMinimumGapSeconds: 30)
    return app
  }

  override func userActed() { actions += 1 }
  var isTooSoon: Bool { dismissedAt.map { now - $0 < 30_000 } ?? false }

  override func wantsToShow(_ placement: AdPlacement) {
    guard hasContent, actions >= 2, !isTooSoon else { return }
    if present(placement, .transition) { actions = 0 }
  }

  override func adWillPresent(_ ad: SimulatedFullScreenAd) {
    super.adWillPresent(ad)
    actions = 0
  }
}

/// The same with slots of another kind, such as one with a bug.
class SlotAds<Slot: AdSlot>: InterstitialAds {
  override func makeSlot(_ placement: AdPlacement) -> AdSlot {
    let ads = self
    return Slot(phone, placement, maximumAge: maximumAge) { [unowned ads] in ads.activeTime }
  }
}
