internal import AdTesting

extension ClientMutant {
  private static func interstitial<Ads: InterstitialAds & SendableMetatype>(
    _ name: String, _ causes: [String], _ make: @escaping @Sendable (SimulatedPhone) -> Ads
  ) -> ClientMutant {
    ClientMutant(name, InterstitialAds.app, causes, make)
  }

  static let interstitials: [ClientMutant] = [
    interstitial("shows after one action", ["interstitial-per-user-actions"]) { OneAction($0) },
    interstitial("counts a moment as an action", ["interstitial-per-user-actions"]) {
      MomentIsAction($0)
    },
    interstitial("resets the actions at the dismissal only", ["interstitial-per-user-actions"]) {
      ResetsLate($0)
    },
    interstitial(
      "keeps no pause between two ads", ["interstitial-min-gap", "dismissal-leads-to-no-other-ad"]
    ) { NoPause($0) },
    interstitial("pauses 20 seconds", ["interstitial-min-gap"]) { ShortPause($0) },
    interstitial("pauses 29.5 seconds", ["interstitial-min-gap"]) { AlmostPause($0) },
    interstitial(
      "pauses from the call of present", ["interstitial-min-gap", "dismissal-leads-to-no-other-ad"]
    ) { PausesFromPresent($0) },
    interstitial(
      "measures the pause on the wall clock",
      ["interstitial-min-gap", "shows-when-it-can", "dismissal-leads-to-no-other-ad"]
    ) { WallPause($0) },
    interstitial("shows before the content", ["no-interstitial-on-launch-or-exit"]) {
      ShowsAtLaunch($0)
    },
    interstitial("shows at every return", ["no-interstitial-on-return"]) { ShowsOnReturn($0) },
    interstitial("shows in the completion of a load", ["no-present-from-load-callback"]) {
      ShowsInCompletion($0)
    },
    interstitial(
      "shows the next ad when one is dismissed",
      ["dismissal-leads-to-no-other-ad", "interstitial-per-user-actions", "interstitial-min-gap"]
    ) { ShowsNextAd($0) },
  ]
}

private final class OneAction: InterstitialAds {
  override func userActed() { actions += 2 }
}
private final class MomentIsAction: InterstitialAds {
  override func wantsToShow(_ placement: AdPlacement) {
    actions += 1
    super.wantsToShow(placement)
  }
}
private final class ResetsLate: InterstitialAds {
  override func wantsToShow(_ placement: AdPlacement) {
    let counted = actions
    super.wantsToShow(placement)
    actions = counted
  }
  override func adWillPresent(_ ad: SimulatedFullScreenAd) {
    let counted = actions
    super.adWillPresent(ad)
    actions = counted
  }
}
private final class NoPause: InterstitialAds {
  override var isTooSoon: Bool { false }
}
private final class ShortPause: InterstitialAds {
  override var isTooSoon: Bool { dismissedAt.map { now - $0 < 20_000 } ?? false }
}
private final class AlmostPause: InterstitialAds {
  override var isTooSoon: Bool { dismissedAt.map { now - $0 < 29_500 } ?? false }
}
private final class PausesFromPresent: InterstitialAds {
  private var presentedAt: Int64?
  override func show(_ ad: SimulatedFullScreenAd, _ trigger: ShowTrigger) {
    presentedAt = now
    super.show(ad, trigger)
  }
  override var isTooSoon: Bool { presentedAt.map { now - $0 < 30_000 } ?? false }
}
private final class WallPause: InterstitialAds {
  private var wall: Int64?
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    super.adDismissed(ad)
    wall = phone.wallMilliseconds
  }
  override var isTooSoon: Bool { wall.map { phone.wallMilliseconds - $0 < 30_000 } ?? false }
}
private final class ShowsAtLaunch: InterstitialAds {
  override func sdkStarted() {
    hasContent = true
    super.sdkStarted()
  }
  override var isActive: Bool {
    get { true }
    set {}
  }
}
private final class ShowsOnReturn: InterstitialAds {
  override func appBecameActive() {
    super.appBecameActive()
    if timeAway > 0, let placement = phone.placements.first { wantsToShow(placement) }
  }
}
private final class ShowsInCompletion: InterstitialAds {
  private var wants = false
  override func wantsToShow(_ placement: AdPlacement) {
    wants = slots[placement]?.freshAd == nil
    super.wantsToShow(placement)
  }
  override func makeSlot(_ placement: AdPlacement) -> AdSlot {
    let slot = super.makeSlot(placement)
    slot.onReady = { [unowned self] in if wants { wantsToShow(placement) } }
    return slot
  }
}
private final class ShowsNextAd: InterstitialAds {
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    super.adDismissed(ad)
    phone.after(milliseconds: 5_000) { [self] in
      if isActive { _ = present(ad.placement, .transition) }
    }
  }
}
