internal import AdTesting

/// What the managers of banners and native ads have in common: the state of the app.
class ViewAds: TestedAdManager {
  let phone: SimulatedPhone
  let units = UnitHealth()
  var isAllowed = false, isStarted = false, isTerminating = false, isInBackground = false
  /// The views on the screen.
  var visible: Set<AdPlacement> = []

  required init(_ phone: SimulatedPhone) { self.phone = phone }

  var now: Int64 { phone.milliseconds }
  var canLoad: Bool { isAllowed && isStarted && !isTerminating }

  func canLoad(_ reason: LoadReason) -> Bool { canLoad }

  func loader(_ placement: AdPlacement) -> ViewLoader {
    let loader = ViewLoader(phone, placement, units)
    loader.canLoad = { [unowned self] in canLoad($0) }
    return loader
  }

  /// Requests the ads that are missing in the views on the screen.
  func fill(_ reason: LoadReason) {}

  func consentChanged(canRequestAds: Bool) {
    isAllowed = canRequestAds
    fill(.launch)
  }
  func sdkStarted() {
    isStarted = true
    fill(.launch)
  }
  func appBecameActive() { fill(.foreground) }
  func appEnteredBackground() { isInBackground = true }
  func appEnteringForeground() { isInBackground = false }
  func appTerminating() { isTerminating = true }
  func viewAppeared(_ placement: AdPlacement) { visible.insert(placement) }
  func viewDisappeared(_ placement: AdPlacement) { visible.remove(placement) }
  func viewRemoved(_ placement: AdPlacement) {}
  func windowOpened(_ window: AdWindow) {}
  func windowResized(_ window: AdWindow) {}
  func windowClosed(_ window: AdWindow) {}
  func adRecordedImpression(_ ad: SimulatedViewAd) {}
  func adRecordedClick(_ ad: SimulatedViewAd) {}

  // For subclasses with full-screen ads as well.
  func appResignedActive() {}
  func contentShown() {}
  func userActed() {}
  func consentFormAppeared() {}
  func consentFormClosed() {}
  func wantsToShow(_ placement: AdPlacement) {}
  func adWillPresent(_ ad: SimulatedFullScreenAd) {}
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {}
  func adDismissed(_ ad: SimulatedFullScreenAd) {}
  func adExpired(_ ad: SimulatedFullScreenAd) {}
}
