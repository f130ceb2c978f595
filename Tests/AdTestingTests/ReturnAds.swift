import AdTesting

final class ReturnAds: TestedAdManager {
  let phone: SimulatedPhone
  var ad: SimulatedFullScreenAd?, known: Set<String> = []
  var isAllowed = false, isStarted = false, isEnding = false, isActive = false, isFormUp = false
  var isBroken = false, failures = 0, retryAt: Int64 = 0, loads = 0, loadingSince: Int64?
  var leftAt: Int64?, returnedAt: Int64 = 0, away: Int64 = 0, isAway = false, isReturning = false
  var lockedAt: Int64 = -10_000, isSuppressed = false, wasSuppressed = false
  var suppressedUntil: Int64 = -10_000, hasContent = false, hadContent = false
  var upSince: Int64?, hasAppeared = false, dismissedAt: Int64 = -60_000, misses: [Int64] = []
  init(_ phone: SimulatedPhone) { self.phone = phone }

  var now: Int64 { phone.milliseconds }
  /// Deadlines do not run in the background.
  var used: Int64 { now - away - (isAway ? now - (leftAt ?? now) : 0) }
  var fresh: SimulatedFullScreenAd? {
    ad.flatMap { now - $0.loadedAt < 4 * 3_600_000 ? $0 : nil }
  }
  var isUp: Bool { upSince.map { used - $0 <= (hasAppeared ? 600_000 : 5_000) } ?? false }

  // Loading
  var canLoad: Bool {
    isAllowed && isStarted && !isEnding && !isAway && !isBroken && fresh == nil
      && now >= retryAt && loadingSince.map { used - $0 > 60_000 } ?? true
  }
  var pause: Int64 { min(2_000 << Int64(min(failures - 1, 6)), 64_000) }
  func load(_ reason: LoadReason) {
    guard canLoad else { return }
    (ad, loadingSince, loads) = (nil, used, loads + 1)
    phone.after(milliseconds: 60_001) { [weak self] in self?.load(.retry) }
    phone.load(reason: reason) { [weak self, loads] in self?.loaded($0, loads) }
  }
  func loaded(_ result: Result<SimulatedFullScreenAd, LoadFailure>, _ number: Int) {
    if number == loads { loadingSince = nil }
    switch result {
    case .success(let new):
      (failures, retryAt) = (0, 0)
      guard known.insert(new.name).inserted else { return }
      isBroken = false
      if fresh != nil { return new.discard(.replaced) }
      new.delegate = self
      new.setPaidHandler()
      ad = new
    case .failure(let failure):
      failures += 1
      if [0, 4, 10, 12, 20].contains(failure.code) { isBroken = true }
      retryAt = now + pause
      phone.after(milliseconds: pause) { [weak self] in self?.load(.retry) }
    }
  }

  // The app
  func consentChanged(canRequestAds: Bool) {
    isAllowed = canRequestAds
    load(.launch)
  }
  func sdkStarted() {
    isStarted = true
    load(.launch)
  }
  func appTerminating() { isEnding = true }
  func contentShown() { hasContent = true }
  func consentFormAppeared() { isFormUp = true }
  func consentFormClosed() { isFormUp = false }
  func deviceLocked() { lockedAt = now }
  func suppressionBegan() { isSuppressed = true }
  func suppressionEnded() { (isSuppressed, suppressedUntil) = (false, now + 2_000) }
  func appResignedActive() {
    isActive = false
    if isSuppressed { wasSuppressed = true }
  }
  func appEnteredBackground() {
    (isAway, leftAt, hadContent) = (true, now, hasContent)
    if isSuppressed || now <= suppressedUntil { wasSuppressed = true }
  }
  func appEnteringForeground() {
    if isAway { away += now - (leftAt ?? now) }
    (isAway, isReturning, returnedAt) = (false, true, now)
  }
  func appBecameActive() {
    isActive = true
    load(.foreground)
    if isReturning && mayShow { show() }
    (isReturning, wasSuppressed) = (false, false)
  }

  // Showing
  var today: String {
    let local = phone.wallMilliseconds + Int64(phone.minutesEastOfUTC) * 60_000
    return "shows on day \(local >= 0 ? local / 86_400_000 : (local - 86_399_999) / 86_400_000)"
  }
  var mayShow: Bool {
    guard let leftAt, hadContent, returnedAt - leftAt > 10_000 else { return false }
    return lockedAt < leftAt - 2_000 && !wasSuppressed && !isSuppressed && now > suppressedUntil
      && now > dismissedAt + 10_000 && phone[stored: today] ?? 0 < 20
  }
  func show() {
    guard isActive, !isEnding, !isFormUp, !isUp, let fresh,
      misses.count(where: { now - $0 <= 60_000 }) < 2
    else { return }
    (ad, upSince, hasAppeared) = (nil, used, false)
    fresh.present(.foreground)
  }
  func adWillPresent(_ ad: SimulatedFullScreenAd) {
    (upSince, hasAppeared) = (used, true)
    guard known.insert(ad.name + " counted").inserted else { return }
    phone[stored: today] = (phone[stored: today] ?? 0) + 1
  }
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    upSince = nil
    misses.append(now)
    load(.failedToPresent)
  }
  func adDismissed(_ ad: SimulatedFullScreenAd) {
    (upSince, dismissedAt) = (nil, now)
    load(.dismissed)
  }
  func adExpired(_ expired: SimulatedFullScreenAd) {
    guard ad === expired else { return }
    ad = nil
    expired.discard(.expired)
    load(.expired)
  }
}
