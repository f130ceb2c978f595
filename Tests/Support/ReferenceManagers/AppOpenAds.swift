internal import AdTesting

/// Shows an app-open ad over the loading screen, and on return after ten seconds, 20 times a day.
class AppOpenAds: FullScreenAds {
  /// Whether the loading screen is up and can still get its ad.
  var waitsForAd = true
  var isReady = false, hasFinished = false
  var isShownOnSplash = false
  /// The time at which the ad on the loading screen appeared first; what a click opens over it
  /// appears as well.
  var splashAdSince: Int64?
  var leftAt: Int64?
  var returnedAt: Int64 = 0
  var lockedAt: Int64?
  var isSuppressed = false
  var suppressionEndedAt: Int64?
  /// Whether the app opened something over itself when it was left.
  var wasSuppressed = false
  var isReturning = false
  /// Whether the main content was on the screen when the app was left.
  var hadContent = false
  var counted: Set<String> = []

  class var app: TestedApp {
    var app = TestedApp.appOpen()
    app.policy = AdPolicy(dailyCap: 20, minimumBackgroundSeconds: 10)
    return app
  }

  override var maximumAge: Int64 { 4 * 3_600_000 }

  @discardableResult override func add(_ placement: AdPlacement) -> AdSlot {
    let slot = super.add(placement)
    slot.onReady = { [unowned self] in showOnSplash() }
    return slot
  }

  // MARK: The loading screen

  override func readyToFinishSplash() {
    isReady = true
    showOnSplash()
    phone.after(milliseconds: 1_500) { [unowned self] in finishSplash() }
  }

  func showOnSplash() {
    guard isReady, waitsForAd, !hasFinished, isUnderCap, !isSuppressed,
      !isJustAfterSuppression, let placement = phone.placements.first,
      present(placement, .launch)
    else { return }
    (waitsForAd, isShownOnSplash) = (false, true)
    phone.after(milliseconds: 3_000) { [unowned self] in finishSplash(isLate: true) }
  }

  /// Closes the loading screen, unless its ad is on the screen or expected there for three seconds.
  func finishSplash(isLate: Bool = false) {
    guard isReady, !hasFinished else { return }
    if isShownOnSplash && isUp && !isSplashAdLost && (hasAppeared || !isLate) {
      if hasAppeared {
        phone.after(milliseconds: 1_000) { [unowned self] in finishSplash(isLate: isLate) }
      }
      return
    }
    (hasFinished, waitsForAd) = (true, false)
    phone.finishSplash()
  }

  /// Whether the ad on the loading screen is there for ten minutes, so that its dismissal got lost.
  var isSplashAdLost: Bool { splashAdSince.map { activeTime - $0 > 600_000 } ?? false }

  // MARK: Returns

  override func appEnteredBackground() {
    super.appEnteredBackground()
    leftAt = now
    (waitsForAd, hadContent) = (false, hasContent)
    wasSuppressed = isSuppressed || isJustAfterSuppression
  }
  override func appEnteringForeground() {
    super.appEnteringForeground()
    (isReturning, returnedAt) = (true, now)
  }
  override func appResignedActive() {
    super.appResignedActive()
    if isSuppressed { wasSuppressed = true }
  }
  override func deviceLocked() { lockedAt = now }
  override func suppressionBegan() { isSuppressed = true }
  override func suppressionEnded() { (isSuppressed, suppressionEndedAt) = (false, now) }
  var isJustAfterSuppression: Bool { suppressionEndedAt.map { now - $0 <= 2_000 } ?? false }

  override func appBecameActive() {
    super.appBecameActive()
    let isReturn = isReturning
    isReturning = false
    if isReturn && mayShowOnReturn, let placement = phone.placements.first {
      _ = present(placement, .foreground)
    }
    wasSuppressed = false
  }

  /// Whether another ad was dismissed in the last ten seconds.
  var isJustAfterAd: Bool { dismissedAt.map { now - $0 <= 10_000 } ?? false }

  var mayShowOnReturn: Bool {
    hadContent && isAwayLongEnough && !wasLocked && !wasSuppressed && !isSuppressed
      && !isJustAfterSuppression && !isJustAfterAd && isUnderCap
  }
  var isAwayLongEnough: Bool { leftAt.map { returnedAt - $0 > 10_000 } ?? false }
  /// Whether the device was locked while the user was away, or just before.
  var wasLocked: Bool {
    guard let leftAt, let lockedAt else { return false }
    return lockedAt >= leftAt - 2_000
  }

  // MARK: The daily cap

  var today: Int64 {
    let local = phone.wallMilliseconds + Int64(phone.minutesEastOfUTC) * 60_000
    return local >= 0 ? local / 86_400_000 : (local - 86_399_999) / 86_400_000
  }
  var showsToday: Int64 { phone[stored: "shows on day \(today)"] ?? 0 }
  var isUnderCap: Bool { showsToday < 20 }

  override func adWillPresent(_ ad: SimulatedFullScreenAd) {
    super.adWillPresent(ad)
    if !hasFinished && splashAdSince == nil { splashAdSince = activeTime }
    guard counted.insert(ad.name).inserted else { return }
    phone[stored: "shows on day \(today)"] = showsToday + 1
  }
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    super.adDismissed(ad)
    if isShownOnSplash { finishSplash() }
  }
  override func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    super.adFailedToPresent(ad, code: code)
    if isShownOnSplash { finishSplash() }
  }
}
