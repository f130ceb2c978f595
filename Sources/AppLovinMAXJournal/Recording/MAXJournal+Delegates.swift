import AdRecording
import AppJournal
import AppLovinSDK
import Foundation

// The delegates of the SDK's objects: each call is recorded and forwarded to the app's delegate.

nonisolated extension MAXJournal.ObjectRecorder: MAXJournal.MARewardedAdDelegate,
  MAXJournal.MAAdViewAdDelegate
{
  private typealias Delegate = any MAXJournal.MAAdDelegate

  func didLoad(_ ad: MAXJournal.MAAd) {
    pass(events, "loaded", ad, record: { loaded(ad) }) { (app: Delegate, ad) in app.didLoad(ad) }
  }

  func didFailToLoadAd(
    forAdUnitIdentifier adUnitIdentifier: String, withError error: MAXJournal.MAError
  ) {
    pass(events, "failed", error, record: { failed(error) }) { (app: Delegate, error) in
      app.didFailToLoadAd(forAdUnitIdentifier: adUnitIdentifier, withError: error)
    }
  }

  // A banner calls neither this nor `didHide`, which are for full-screen ads.
  func didDisplay(_ ad: MAXJournal.MAAd) {
    pass(events, "displayed", ad, record: { shown(ad) }) { (app: Delegate, ad) in
      app.didDisplay(ad)
    }
  }

  func didHide(_ ad: MAXJournal.MAAd) {
    pass(events, "hidden", ad, record: { hidden(ad) }) { (app: Delegate, ad) in app.didHide(ad) }
  }

  func didClick(_ ad: MAXJournal.MAAd) {
    pass(events, "clicked", ad, record: { find(ad)?.identity.clicked() }) { (app: Delegate, ad) in
      app.didClick(ad)
    }
  }

  func didFail(toDisplay ad: MAXJournal.MAAd, withError error: MAXJournal.MAError) {
    pass(events, "failed to display", (ad, error), record: { failedToShow(ad, error) }) {
      (app: Delegate, call) in app.didFail(toDisplay: call.0, withError: call.1)
    }
  }

  func didRewardUser(for ad: MAXJournal.MAAd, with reward: MAXJournal.MAReward) {
    let record = { self.find(ad)?.identity.earned(reward.label, amount: Double(reward.amount)) }
    pass(events, "rewarded", (ad, reward), record: { record() }) {
      (app: any MAXJournal.MARewardedAdDelegate, call) in
      app.didRewardUser(for: call.0, with: call.1)
    }
  }

  func didExpand(_ ad: MAXJournal.MAAd) {
    pass(events, "expanded", ad, record: { find(ad)?.identity.willPresent(in: nil) }) {
      (app: any MAXJournal.MAAdViewAdDelegate, ad) in app.didExpand(ad)
    }
  }

  func didCollapse(_ ad: MAXJournal.MAAd) {
    pass(events, "collapsed", ad, record: { find(ad)?.identity.dismissed(in: nil) }) {
      (app: any MAXJournal.MAAdViewAdDelegate, ad) in app.didCollapse(ad)
    }
  }

  private func shown(_ ad: MAXJournal.MAAd) {
    guard format != .banner, let ad = find(ad) else { return }
    ad.identity.willPresent(in: ad.presentedScene)
  }

  private func hidden(_ ad: MAXJournal.MAAd) {
    guard format != .banner, let ad = find(ad) else { return }
    ended(ad) { ad.identity.dismissed(in: ad.presentedScene) }
    ad.discard(.shown)
  }

  /// A show without an ad fails with an ad that was never loaded, which is not recorded.
  private func failedToShow(_ ad: MAXJournal.MAAd, _ error: MAXJournal.MAError) {
    guard let ad = recorder.recorder(of: ad) ?? current else { return }
    let networkCode = error.mediatedNetworkErrorCode
    ended(ad) {
      ad.identity.failedToPresent(
        code: error.code.rawValue, networkCode: networkCode == 0 ? nil : networkCode,
        in: ad.presentedScene)
    }
  }
}

nonisolated extension MAXJournal.ObjectRecorder: MAXJournal.MANativeAdDelegate {
  private typealias NativeDelegate = any MAXJournal.MANativeAdDelegate

  func didLoadNativeAd(_ nativeAdView: MAXJournal.MANativeAdView?, for ad: MAXJournal.MAAd) {
    pass(events, "loaded", (nativeAdView, ad), record: { loaded(ad, into: nativeAdView) }) {
      (app: NativeDelegate, call) in app.didLoadNativeAd(call.0, for: call.1)
    }
  }

  func didFailToLoadNativeAd(
    forAdUnitIdentifier adUnitIdentifier: String, withError error: MAXJournal.MAError
  ) {
    pass(events, "failed", error, record: { failed(error) }) { (app: NativeDelegate, error) in
      app.didFailToLoadNativeAd(forAdUnitIdentifier: adUnitIdentifier, withError: error)
    }
  }

  func didClickNativeAd(_ ad: MAXJournal.MAAd) {
    pass(events, "clicked", ad, record: { find(ad)?.identity.clicked() }) {
      (app: NativeDelegate, ad) in app.didClickNativeAd(ad)
    }
  }

  func didExpireNativeAd(_ ad: MAXJournal.MAAd) {
    pass(events, "expired", ad, record: { find(ad)?.expire() }) { (app: NativeDelegate, ad) in
      MAXJournal.ThisThread.call(app.didExpireNativeAd, ad)
    }
  }

  /// The SDK renders an ad itself if it has a view for it.
  private func loaded(_ ad: MAXJournal.MAAd, into view: MAXJournal.MANativeAdView?) {
    let loaded = loaded(ad)
    if view != nil { loaded.identity.rendered(in: nil) }
  }
}

nonisolated extension MAXJournal.ObjectRecorder: MAXJournal.MAAdRevenueDelegate,
  MAXJournal.MAAdRequestDelegate, MAXJournal.MAAdExpirationDelegate, MAXJournal.MAAdReviewDelegate
{
  func didPayRevenue(for ad: MAXJournal.MAAd) {
    let record = { if let known = self.find(ad) { MAXJournal.paid(ad, known.identity) } }
    pass(revenue, "paid", ad, record: record) { (app: any MAXJournal.MAAdRevenueDelegate, ad) in
      app.didPayRevenue(for: ad)
    }
  }

  func didStartAdRequest(forAdUnitIdentifier adUnitIdentifier: String) {
    pass(requests, "started", adUnitIdentifier, record: started) {
      (app: any MAXJournal.MAAdRequestDelegate, unit) in
      app.didStartAdRequest(forAdUnitIdentifier: unit)
    }
  }

  func didReloadExpiredAd(_ expiredAd: MAXJournal.MAAd, withNewAd newAd: MAXJournal.MAAd) {
    pass(expiration, "reloaded", (expiredAd, newAd), record: { reloaded(expiredAd, newAd) }) {
      (app: any MAXJournal.MAAdExpirationDelegate, call) in
      app.didReloadExpiredAd(call.0, withNewAd: call.1)
    }
  }

  func didGenerateCreativeIdentifier(
    _ creativeIdentifier: String, for ad: MAXJournal.MAAd
  ) {
    let record = { self.reviewed(ad, creativeIdentifier) }
    pass(review, "reviewed", ad, record: record) { (app: any MAXJournal.MAAdReviewDelegate, ad) in
      app.didGenerateCreativeIdentifier(creativeIdentifier, for: ad)
    }
  }

  private func reviewed(_ ad: MAXJournal.MAAd, _ creative: String) {
    guard let ad = find(ad)?.identity else { return }
    ad.record(.note(text: "ad \(ad.ad) has the creative \(creative) of Ad Review"))
  }
}

nonisolated extension MAXJournal.AdIdentity {
  /// Records that a view shows the ad, by default in the scene of its load.
  func rendered(in scene: String?) {
    record(.nativeRendered(ad: ad, unit: unit, scene: scene ?? self.scene))
  }

  /// Records that the view of the ad became visible.
  func appeared() { record(.viewAppeared(ad: ad, unit: unit)) }

  /// Records that the view of the ad is no longer visible.
  func hidden() { record(.viewHidden(ad: ad, unit: unit)) }
}
