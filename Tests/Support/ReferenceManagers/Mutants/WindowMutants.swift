internal import AdTesting

extension ClientMutant {
  private static func windows<Ads: InterstitialAds & SendableMetatype>(
    _ name: String, _ causes: [String], _ make: @escaping @Sendable (SimulatedPhone) -> Ads
  ) -> ClientMutant {
    ClientMutant(name, WindowAds.windowApp, causes, make)
  }

  static let windows: [ClientMutant] = [
    windows(
      "keeps the ads of a closed window",
      ["closed-scene-requests-nothing", "closed-scene-shows-nothing"]
    ) { KeepsClosedWindows($0) },
    windows("shows the ad of a closed window", ["closed-scene-shows-nothing"]) {
      ShowsInClosedWindow($0)
    },
    windows("requests for a closed window", ["closed-scene-requests-nothing"]) {
      RequestsForClosedWindow($0)
    },
    windows("does not look at a resize", ["fit-checked-after-resize"]) { IgnoresResize($0) },
    windows("keeps an ad that no longer fits", ["misfit-reloaded", "misfit-not-presented"]) {
      KeepsMisfit($0)
    },
    windows(
      "presents an ad that does not fit", ["misfit-not-presented", "misfit-reloaded"]
    ) { PresentsMisfit($0) },
    windows("requests in a shared landscape window", ["landscape-split-screen"]) {
      IgnoresSharedScreen($0)
    },
    windows("requests without a window", ["scene-set-on-request"]) { ForgetsWindow($0) },
    windows(
      "shows in two windows at once", ["interstitial-min-gap", "interstitial-per-user-actions"]
    ) { ShowsInTwoWindows($0) },
    windows("does not fill a window that was opened later", ["shows-when-it-can"]) {
      FirstWindowOnly($0)
    },
    windows(
      "takes an invalid size of one window for all windows",
      ["reload-after-dismiss", "shows-when-it-can"]
    ) { OneSizeForAll($0) },
    windows("presents in the first window", ["shown-in-its-own-scene"]) { FirstWindowShows($0) },
    windows("presents in the window that was opened last", ["shown-in-its-own-scene"]) {
      LastWindowShows($0)
    },
    windows(
      "loads the next ad of a closed window when its ad is dismissed",
      ["closed-scene-requests-nothing"]
    ) { ReloadsClosedWindow($0) },
    windows("retries a failed load for a closed window", ["closed-scene-requests-nothing"]) {
      RetriesForClosedWindow($0)
    },
  ]
}

private final class KeepsClosedWindows: WindowAds {
  private var all: [AdPlacement] = []
  override func add(_ placement: AdPlacement) -> AdSlot {
    all.append(placement)
    return super.add(placement)
  }
  override func windowClosed(_ window: AdWindow) {}
  override func loadAll(_ reason: LoadReason) {
    for placement in all { slots[placement]?.load(reason) }
  }
}
private final class ShowsInClosedWindow: WindowAds {
  private var closed: [AdPlacement] = []
  override func windowClosed(_ window: AdWindow) { closed += placements(in: window) }
  override func wantsToShow(_ placement: AdPlacement) {
    let old = closed.first { slots[$0]?.freshAd != nil }
    super.wantsToShow(old ?? placement)
  }
}
private final class RequestsForClosedWindow: WindowAds {
  override func windowClosed(_ window: AdWindow) {
    for placement in placements(in: window) {
      slots[placement]?.giveUp(.sceneClosed)
      slots[placement]?.load(.notReady)
      slots[placement] = nil
    }
  }
}
private final class IgnoresResize: WindowAds {
  override func check(_ placement: AdPlacement) {}
}
private final class KeepsMisfit: WindowAds {
  override func check(_ placement: AdPlacement) {
    if let ad = slots[placement]?.ad { _ = ad.checkFit() } else { slots[placement]?.load(.resized) }
  }
}
private final class PresentsMisfit: WindowAds {
  override func check(_ placement: AdPlacement) {
    if let ad = slots[placement]?.ad { _ = ad.checkFit() } else { slots[placement]?.load(.resized) }
  }
  override func present(_ placement: AdPlacement, _ trigger: ShowTrigger) -> Bool {
    guard canPresent, let ad = slots[placement]?.take() else { return false }
    (shownSince, hasAppeared) = (activeTime, false)
    ad.present(trigger)
    return true
  }
}
private final class IgnoresSharedScreen: WindowAds {
  override func canLoad(_ placement: AdPlacement) -> Bool {
    isAllowed && isStarted && !isTerminating && !isInBackground
  }
}
private final class ForgetsWindow: WindowAds {
  override func makeSlot(_ placement: AdPlacement) -> AdSlot {
    AdSlot(phone, AdPlacement(placement.unit), maximumAge: maximumAge) { [unowned self] in
      activeTime
    }
  }
}
private final class ShowsInTwoWindows: WindowAds {
  override func wantsToShow(_ placement: AdPlacement) {
    super.wantsToShow(placement)
    for other in phone.placements where other != placement {
      guard let ad = slots[other]?.take() else { continue }
      ad.present(.transition)
    }
  }
}
private final class OneSizeForAll: WindowAds {
  private final class Slot: AdSlot {
    override var isMisconfigured: Bool {
      get { units.misconfigured.contains { $0.unit == placement.unit } }
      set { super.isMisconfigured = newValue }
    }
  }
  override func makeSlot(_ placement: AdPlacement) -> AdSlot {
    Slot(phone, placement, maximumAge: maximumAge) { [unowned self] in activeTime }
  }
}
private final class FirstWindowShows: WindowAds {
  override func show(_ ad: SimulatedFullScreenAd, _ trigger: ShowTrigger) {
    if let window = phone.windows.first { ad.present(trigger, in: window) }
  }
}
private final class LastWindowShows: WindowAds {
  override func show(_ ad: SimulatedFullScreenAd, _ trigger: ShowTrigger) {
    if let window = phone.windows.last { ad.present(trigger, in: window) }
  }
}
private final class ReloadsClosedWindow: WindowAds {
  private func reload(_ placement: AdPlacement, _ reason: LoadReason) {
    guard slots[placement] == nil else { return }
    add(placement).canLoad = { [unowned self] in isAllowed && isStarted && !isTerminating }
    slots[placement]?.load(reason)
  }
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    super.adDismissed(ad)
    reload(ad.placement, .dismissed)
  }
}
private final class RetriesForClosedWindow: WindowAds {
  private var closed: [AdSlot] = []
  override func windowClosed(_ window: AdWindow) {
    for placement in placements(in: window) {
      guard let slot = slots[placement], slot.failures > 0 else { continue }
      slot.canLoad = { [unowned self] in isAllowed && isStarted && !isTerminating }
      closed.append(slot)
    }
    super.windowClosed(window)
  }
}
private final class FirstWindowOnly: WindowAds {
  override func windowOpened(_ window: AdWindow) {
    if slots.isEmpty { super.windowOpened(window) }
  }
}
