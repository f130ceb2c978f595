import AdTesting

/// A small manager of one interstitial that keeps the rules.
class CarefulManager: TestedAdManager {
  let phone: SimulatedPhone
  var ad: SimulatedFullScreenAd?
  var loadingSince: Int64?
  var shownSince: Int64?
  var hasAnswer = false
  var isAllowed = false, isStarted = false, hasContent = false, isActive = false
  var isMisconfigured = false, isTerminating = false
  var failures = 0, failedAt: Int64 = 0
  var dismissedAt: Int64?, actions = 2, presentFailures: [Int64] = []
  /// The time spent in the background, during which deadlines do not run.
  var away: Int64 = 0, leftAt: Int64?

  init(_ phone: SimulatedPhone) { self.phone = phone }

  var now: Int64 { phone.milliseconds }
  var activeNow: Int64 { now - away - (leftAt.map { now - $0 } ?? 0) }

  func consentChanged(canRequestAds: Bool) {
    isAllowed = canRequestAds
    load(.launch)
  }
  func sdkStarted() {
    isStarted = true
    load(.launch)
  }
  func appBecameActive() throws {
    isActive = true
    load(.foreground)
  }
  func appResignedActive() { isActive = false }
  func appEnteredBackground() { leftAt = now }
  func appEnteringForeground() {
    away += leftAt.map { now - $0 } ?? 0
    leftAt = nil
  }
  func appTerminating() { isTerminating = true }
  func contentShown() { hasContent = true }
  func userActed() { actions += 1 }
  func readyToFinishSplash() throws { phone.finishSplash() }

  func load(_ reason: LoadReason) {
    guard isAllowed, isStarted, !isTerminating, leftAt == nil, !isMisconfigured,
      let placement = phone.placements.first
    else { return }
    if let loadingSince, activeNow - loadingSince <= 60_000 { return }
    if let ad, now - ad.loadedAt < 3_600_000 { return }
    if failures > 0, now - failedAt < pause { return }
    ad = nil
    loadingSince = activeNow
    phone.after(milliseconds: 60_001) { [self] in load(.retry) }
    phone.load(placement, reason: reason) { [self] result in answered(result) }
  }

  private var pause: Int64 { min(2_000 << Int64(min(failures - 1, 6)), 64_000) }

  func answered(_ result: Result<SimulatedFullScreenAd, LoadFailure>) {
    loadingSince = nil
    switch result {
    case .success(let new):
      failures = 0
      isMisconfigured = false
      guard new.delegate == nil else { return }
      new.delegate = self
      new.setPaidHandler()
      ad = new
    case .failure(let failure):
      failures += 1
      failedAt = now
      if [0, 4, 10, 12, 20].contains(failure.code) { isMisconfigured = true }
      phone.after(milliseconds: pause) { [self] in load(.retry) }
    }
  }

  func wantsToShow(_ placement: AdPlacement) throws {
    guard let ad, now - ad.loadedAt < 3_600_000 else { return load(.notReady) }
    guard hasContent, isActive, !isTerminating, actions >= 2, !isUp else { return }
    if let dismissedAt, now - dismissedAt < 30_000 { return }
    if presentFailures.count(where: { now - $0 <= 60_000 }) >= 2 { return }
    self.ad = nil
    hasAnswer = false
    shownSince = activeNow
    actions = 0
    ad.present(.transition)
  }

  private var isUp: Bool {
    guard let shownSince else { return false }
    return activeNow - shownSince <= (hasAnswer ? 600_000 : 5_000)
  }

  func adWillPresent(_ ad: SimulatedFullScreenAd) {
    hasAnswer = true
    shownSince = activeNow
    actions = 0
  }

  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    shownSince = nil
    presentFailures.append(now)
    load(.failedToPresent)
  }

  func adDismissed(_ ad: SimulatedFullScreenAd) {
    shownSince = nil
    dismissedAt = now
    load(.dismissed)
  }

  func adExpired(_ expired: SimulatedFullScreenAd) {
    guard ad === expired else { return }
    ad = nil
    expired.discard(.expired)
    load(.expired)
  }
}

/// The app of the managers in these tests.
let interstitialApp = TestedApp(
  units: [AdUnit("ca-app-pub-3940256099942544/4411468910", .interstitial)])
