internal import AdTesting

/// What the reference managers have in common: the state of the app, and one ad on the screen at a
/// time.
///
/// It implements every method of the protocol that a subclass overrides: a default implementation
/// of a protocol cannot be overridden.
class FullScreenAds: TestedAdManager {
  let phone: SimulatedPhone
  var slots: [AdPlacement: AdSlot] = [:]
  let units = UnitHealth()
  var isAllowed = false, isStarted = false, isActive = false, isTerminating = false
  var isInBackground = false, hasContent = false, isFormUp = false
  var timeAway: Int64 = 0, awaySince: Int64 = 0
  /// The time of the last call of present; nil when the ad is gone.
  var shownSince: Int64?
  /// Whether the presented ad appeared.
  var hasAppeared = false
  /// The ad that was presented or appeared last; the dismissal of an earlier one can come twice.
  weak var shownAd: SimulatedFullScreenAd?
  var dismissedAt: Int64?
  var presentFailures: [Int64] = []

  init(_ phone: SimulatedPhone) {
    self.phone = phone
    for placement in phone.placements where placement.unit.format.isFullScreen { add(placement) }
  }

  var now: Int64 { phone.milliseconds }
  /// Deadlines do not run in the background.
  var activeTime: Int64 { now - timeAway - (isInBackground ? now - awaySince : 0) }
  var maximumAge: Int64 { 3_600_000 }
  /// Whether the loads of a placement make sense now.
  func canLoad(_ placement: AdPlacement) -> Bool { isAllowed && isStarted && !isTerminating }

  @discardableResult func add(_ placement: AdPlacement) -> AdSlot {
    let slot = makeSlot(placement)
    slot.units = units
    slot.delegate = self
    slot.canLoad = { [unowned self] in canLoad(placement) }
    slots[placement] = slot
    return slot
  }

  func makeSlot(_ placement: AdPlacement) -> AdSlot {
    AdSlot(phone, placement, maximumAge: maximumAge) { [unowned self] in activeTime }
  }

  func loadAll(_ reason: LoadReason) {
    for placement in phone.placements { slots[placement]?.load(reason) }
  }

  // MARK: The app

  func consentChanged(canRequestAds: Bool) {
    isAllowed = canRequestAds
    loadAll(.launch)
  }
  func sdkStarted() {
    isStarted = true
    loadAll(.launch)
  }
  func appBecameActive() {
    isActive = true
    loadAll(.foreground)
  }
  func appResignedActive() { isActive = false }
  func appEnteredBackground() { (isInBackground, awaySince) = (true, now) }
  func appEnteringForeground() {
    if isInBackground { timeAway += now - awaySince }
    isInBackground = false
  }
  func appTerminating() { isTerminating = true }
  func contentShown() { hasContent = true }
  func consentFormAppeared() { isFormUp = true }
  func consentFormClosed() { isFormUp = false }
  func deviceLocked() throws {}
  func userActed() {}
  func suppressionBegan() {}
  func suppressionEnded() {}
  func readyToFinishSplash() {}
  func windowOpened(_ window: AdWindow) {}
  func windowResized(_ window: AdWindow) {}
  func windowClosed(_ window: AdWindow) {}
  func wantsToShow(_ placement: AdPlacement) {}
  func adEarnedReward(_ ad: SimulatedFullScreenAd) {}
  func policyChanged(_ policy: AdPolicy) {
    units.misconfigured = []
    loadAll(.config)
  }

  // MARK: Showing

  /// Whether an ad is on the screen: five seconds for its appearance, then ten minutes at most.
  var isUp: Bool {
    shownSince.map { activeTime - $0 <= (hasAppeared ? 600_000 : 5_000) } ?? false
  }
  /// Whether presenting failed twice within a minute.
  var isFailing: Bool { presentFailures.count { now - $0 <= 60_000 } >= 2 }
  var canPresent: Bool { isActive && !isTerminating && !isUp && !isFormUp && !isFailing }

  func present(_ placement: AdPlacement, _ trigger: ShowTrigger) -> Bool {
    guard canPresent, let slot = slots[placement] else { return false }
    guard let ad = slot.take() else {
      slot.load(.notReady)
      return false
    }
    (shownSince, hasAppeared, shownAd) = (activeTime, false, ad)
    show(ad, trigger)
    return true
  }

  /// Asks the SDK to show an ad.
  func show(_ ad: SimulatedFullScreenAd, _ trigger: ShowTrigger) { ad.present(trigger) }

  func adWillPresent(_ ad: SimulatedFullScreenAd) {
    (shownSince, hasAppeared, shownAd) = (activeTime, true, ad)
  }
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    if shownAd === ad { shownSince = nil }
    presentFailures.append(now)
    slots[ad.placement]?.load(.failedToPresent)
  }
  func adDismissed(_ ad: SimulatedFullScreenAd) {
    if shownAd === ad { shownSince = nil }
    dismissedAt = now
    slots[ad.placement]?.load(.dismissed)
  }
  func adExpired(_ ad: SimulatedFullScreenAd) {
    slots[ad.placement]?.lose(ad, .expired)
    slots[ad.placement]?.load(.expired)
  }
}
