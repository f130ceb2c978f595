import AdTesting

@testable import ReferenceManagers

/// A banner and interstitials: while one covers the banner, only a resize leads to a request.
class MixedAds: RefreshingBannerAds {
  /// Its ads report to the manager of both formats.
  private final class Interstitials: WindowAds {
    weak var owner: MixedAds?
    override func add(_ placement: AdPlacement) -> AdSlot {
      let slot = super.add(placement)
      slot.delegate = owner
      return slot
    }
  }

  /// Says that it follows the width, also if it tries again.
  private final class Loader: ViewLoader {
    override func retry() {
      if wantsAd() { load(requestedWidth == width() ? .retry : .resized) }
    }
  }

  private let interstitials: Interstitials

  override class var app: TestedApp {
    var app = InterstitialAds.app
    app.units += TestedApp.banner().units
    return app
  }

  required init(_ phone: SimulatedPhone) {
    interstitials = Interstitials(phone)
    super.init(phone)
    interstitials.owner = self
  }

  override func loader(_ placement: AdPlacement) -> ViewLoader {
    let loader = Loader(phone, placement, units)
    loader.canLoad = { [unowned self] in canLoad($0) }
    return loader
  }
  override func canLoad(_ reason: LoadReason) -> Bool {
    super.canLoad(reason) && (reason == .resized || !interstitials.isUp)
  }
  override func canRefresh(_ placement: AdPlacement) -> Bool {
    super.canRefresh(placement) && !interstitials.isUp
  }

  override func consentChanged(canRequestAds: Bool) {
    interstitials.consentChanged(canRequestAds: canRequestAds)
    super.consentChanged(canRequestAds: canRequestAds)
  }
  override func sdkStarted() {
    interstitials.sdkStarted()
    super.sdkStarted()
  }
  override func appBecameActive() {
    interstitials.appBecameActive()
    super.appBecameActive()
  }
  override func appResignedActive() { interstitials.appResignedActive() }
  override func appEnteredBackground() {
    interstitials.appEnteredBackground()
    super.appEnteredBackground()
  }
  override func appEnteringForeground() {
    interstitials.appEnteringForeground()
    super.appEnteringForeground()
  }
  override func appTerminating() {
    interstitials.appTerminating()
    super.appTerminating()
  }
  override func contentShown() { interstitials.contentShown() }
  override func userActed() { interstitials.userActed() }
  override func consentFormAppeared() { interstitials.consentFormAppeared() }
  override func consentFormClosed() { interstitials.consentFormClosed() }
  override func wantsToShow(_ placement: AdPlacement) { interstitials.wantsToShow(placement) }
  override func windowOpened(_ window: AdWindow) {
    interstitials.windowOpened(window)
    super.windowOpened(window)
  }
  override func windowResized(_ window: AdWindow) {
    interstitials.windowResized(window)
    super.windowResized(window)
  }
  override func adWillPresent(_ ad: SimulatedFullScreenAd) { interstitials.adWillPresent(ad) }
  override func adFailedToPresent(_ ad: SimulatedFullScreenAd, code: Int) {
    interstitials.adFailedToPresent(ad, code: code)
    fill(.retry)
  }
  override func adDismissed(_ ad: SimulatedFullScreenAd) {
    interstitials.adDismissed(ad)
    fill(.retry)
  }
  override func adExpired(_ ad: SimulatedFullScreenAd) { interstitials.adExpired(ad) }
}
