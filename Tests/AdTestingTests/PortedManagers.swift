import AdTesting

// The behaviour of ad managers in public repositories, written for the simulated phone. Each names
// its repository and the commit that was read. What an app around such a manager decides, such as
// when it shows an ad, is the least that the repository's own example does.

/// googleads/googleads-mobile-ios-examples, 068ebed (AppOpenExample): loads in a task, four hours,
/// and shows whenever the app becomes active.
@MainActor final class GoogleSampleAds: @MainActor TestedAdManager {
  private let phone: SimulatedPhone
  private var ad: SimulatedFullScreenAd?
  private var isLoading = false, isShowing = false
  private var wallOfLoad: Int64 = 0
  private var hasFinished = false

  init(_ phone: SimulatedPhone) { self.phone = phone }

  private var isAvailable: Bool {
    ad != nil && phone.wallMilliseconds - wallOfLoad < 4 * 3_600_000
  }
  private func load() async {
    if isLoading || isAvailable { return }
    isLoading = true
    do {
      let new = try await phone.load()
      new.delegate = self
      (ad, wallOfLoad) = (new, phone.wallMilliseconds)
    } catch { ad = nil }
    isLoading = false
  }
  private func complete() {
    if !hasFinished { phone.finishSplash() }
    hasFinished = true
  }
  private func showIfAvailable() {
    if isShowing { return }
    guard isAvailable, let ad else {
      complete()
      if phone.canRequestAds { Task { await load() } }
      return
    }
    isShowing = true
    ad.present(.active)
  }
  func sdkStarted() { Task { await load() } }
  func readyToFinishSplash() { showIfAvailable() }
  func appBecameActive() { if hasFinished { showIfAvailable() } }
  func adDismissed(_ ad: SimulatedFullScreenAd) { end() }
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) { end() }
  private func end() {
    (ad, isShowing) = (nil, false)
    complete()
    Task { await load() }
  }
}

/// googleads/googleads-mobile-flutter, 177e19f (app_open_example): loads once more whenever there
/// is no ad, and learns only from the callback that an ad is shown.
final class FlutterSampleAds: TestedAdManager {
  private let phone: SimulatedPhone
  private var ad: SimulatedFullScreenAd?
  private var isShowing = false
  private var wallOfLoad: Int64 = 0

  init(_ phone: SimulatedPhone) {
    self.phone = phone
    load()
  }

  private func load() {
    phone.load { [weak self] result in
      guard let self, case .success(let new) = result else { return }
      (ad, wallOfLoad) = (new, phone.wallMilliseconds)
    }
  }
  func readyToFinishSplash() { phone.finishSplash() }
  func appEnteringForeground() {
    guard let ad else { return load() }
    if isShowing { return }
    if phone.wallMilliseconds - wallOfLoad > 4 * 3_600_000 {
      self.ad = nil
      ad.discard(.expired)
      return load()
    }
    ad.delegate = self
    ad.present(.foreground)
  }
  func adWillPresent(_ ad: SimulatedFullScreenAd) { isShowing = true }
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    (self.ad, isShowing) = (nil, false)
  }
  func adDismissed(_ ad: SimulatedFullScreenAd) {
    (self.ad, isShowing) = (nil, false)
    load()
  }
}

/// alizaeri/open_app_ad, a0246f9: shows in the callback of the load, and loads again at the
/// dismissal.
final class OpenAppAds: TestedAdManager {
  private let phone: SimulatedPhone
  private var ad: SimulatedFullScreenAd?
  private var isShowing = false, canShow = true

  init(_ phone: SimulatedPhone) { self.phone = phone }

  private func load() {
    phone.load { [weak self] result in
      guard let self, case .success(let new) = result else { return }
      ad = new
      show()
    }
  }
  private func show() {
    guard canShow else { return }
    guard let ad else { return load() }
    if isShowing { return canShow = false }
    ad.delegate = self
    canShow = false
    ad.present(.loaded)
  }
  func sdkStarted() { load() }
  func readyToFinishSplash() { phone.finishSplash() }
  func appEnteringForeground() {
    canShow = true
    show()
  }
  func adWillPresent(_ ad: SimulatedFullScreenAd) { isShowing = true }
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    (self.ad, isShowing) = (nil, false)
  }
  func adDismissed(_ ad: SimulatedFullScreenAd) {
    (self.ad, isShowing) = (nil, false)
    load()
  }
}

/// trinhxuanminh/AdMobManager, 3c24623 (AppOpenAd): no expiry, no retry but at the next show.
final class AdMobManagerAppOpenAds: TestedAdManager {
  private let phone: SimulatedPhone
  private var ad: SimulatedFullScreenAd?
  private var isLoading = false, isPresented = false
  private var attempts = 0

  init(_ phone: SimulatedPhone) { self.phone = phone }

  private func load() {
    guard !isLoading, ad == nil else { return }
    isLoading = true
    phone.load { [weak self] result in
      guard let self else { return }
      isLoading = false
      guard case .success(let new) = result else { return attempts += 1 }
      attempts = 0
      ad = new
      new.delegate = self
      new.setPaidHandler()
    }
  }
  func sdkStarted() { load() }
  func readyToFinishSplash() { phone.finishSplash() }
  func appBecameActive() {
    guard let ad else {
      if attempts >= 1 { load() }
      return
    }
    if !isPresented { ad.present(.active) }
  }
  func adWillPresent(_ ad: SimulatedFullScreenAd) { isPresented = true }
  func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    self.ad = nil
    load()
  }
  func adDismissed(_ ad: SimulatedFullScreenAd) {
    (self.ad, isPresented) = (nil, false)
    load()
  }
}

/// tuanback/easykiip, 155457b (InterstitialAdLoader): a new ad at each dismissal, no retry, no
/// expiry.
final class EasyInterstitials: TestedAdManager {
  private let phone: SimulatedPhone
  private var ad: SimulatedFullScreenAd?

  init(_ phone: SimulatedPhone) { self.phone = phone }

  private func load() {
    phone.load { [weak self] result in
      self?.ad = try? result.get()
      self?.ad?.delegate = self
    }
  }
  func sdkStarted() { load() }
  func wantsToShow(_ placement: AdPlacement) { ad?.present(.transition) }
  func adDismissed(_ ad: SimulatedFullScreenAd) {
    self.ad = nil
    load()
  }
}

/// Kieran-Foley/GC, 03d3ff8 (AdManager): loads when the first moment comes, and at each dismissal.
final class SoundboardAds: TestedAdManager {
  private let phone: SimulatedPhone
  private var ad: SimulatedFullScreenAd?

  init(_ phone: SimulatedPhone) {
    self.phone = phone
    load()
  }

  private func load() {
    ad = nil
    phone.load { [weak self] result in
      self?.ad = try? result.get()
      self?.ad?.delegate = self
    }
  }
  func wantsToShow(_ placement: AdPlacement) { ad?.present(.transition) }
  func adDismissed(_ ad: SimulatedFullScreenAd) { load() }
}

/// andrestaffa/Cryptfolio, 21a35df (GADManager): loads a rewarded ad for each request of the user.
final class CryptfolioRewards: TestedAdManager {
  private let phone: SimulatedPhone
  private var ad: SimulatedFullScreenAd?

  init(_ phone: SimulatedPhone) { self.phone = phone }

  func wantsToShow(_ placement: AdPlacement) {
    phone.load(reason: .user) { [weak self] result in
      guard let self, case .success(let new) = result else { return }
      ad = new
      new.delegate = self
      new.present(.user)
    }
  }
  func adEarnedReward(_ ad: SimulatedFullScreenAd) { ad.grantReward() }
}
