import Foundation
import GoogleMobileAds
import TestSessions

/// A delegate of an app, which logs its calls.
nonisolated class AppDelegate: NSObject, FullScreenContentDelegate, @unchecked Sendable {
  let name: String
  let log: Log
  /// The app's reaction to a call.
  var reaction: (String, any FullScreenPresentingAd) -> Void = { _, _ in }

  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
  }

  func receive(_ what: String, _ ad: any FullScreenPresentingAd) {
    log.add("\(name) \(what)")
    reaction(what, ad)
  }

  func adDidRecordImpression(_ ad: any FullScreenPresentingAd) { receive("impression", ad) }
  func adDidRecordClick(_ ad: any FullScreenPresentingAd) { receive("click", ad) }
  func ad(
    _ ad: any FullScreenPresentingAd, didFailToPresentFullScreenContentWithError error: any Error
  ) { receive("failed \((error as NSError).code)", ad) }
  func adWillPresentFullScreenContent(_ ad: any FullScreenPresentingAd) { receive("present", ad) }
  func adWillDismissFullScreenContent(_ ad: any FullScreenPresentingAd) { receive("dismiss", ad) }
  func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) { receive("dismissed", ad) }
}

/// A delegate that implements only one method.
nonisolated final class ScantDelegate: NSObject, FullScreenContentDelegate, @unchecked Sendable {
  let log: Log
  init(_ log: Log) { self.log = log }
  func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) { log.add("dismissed") }
}

/// A library that replaces an ad's delegate and forwards all calls to it.
nonisolated final class Tracker: AppDelegate, @unchecked Sendable {
  private weak var original: (any FullScreenContentDelegate)?

  init(_ log: Log, before original: (any FullScreenContentDelegate)?) {
    super.init("tracker", log)
    self.original = original
  }

  private func pass(_ body: @MainActor (any FullScreenContentDelegate) -> Void) {
    guard let original else { return }
    nonisolated(unsafe) let target = original
    onThisThread { body(target) }
  }

  override func adDidRecordImpression(_ ad: any FullScreenPresentingAd) {
    super.adDidRecordImpression(ad)
    nonisolated(unsafe) let ad = ad
    pass { $0.adDidRecordImpression(ad) }
  }
  override func adDidRecordClick(_ ad: any FullScreenPresentingAd) {
    super.adDidRecordClick(ad)
    nonisolated(unsafe) let ad = ad
    pass { $0.adDidRecordClick(ad) }
  }
  override func ad(
    _ ad: any FullScreenPresentingAd, didFailToPresentFullScreenContentWithError error: any Error
  ) {
    super.ad(ad, didFailToPresentFullScreenContentWithError: error)
    nonisolated(unsafe) let ad = ad
    pass { $0.ad(ad, didFailToPresentFullScreenContentWithError: error) }
  }
  override func adWillPresentFullScreenContent(_ ad: any FullScreenPresentingAd) {
    super.adWillPresentFullScreenContent(ad)
    nonisolated(unsafe) let ad = ad
    pass { $0.adWillPresentFullScreenContent(ad) }
  }
  override func adWillDismissFullScreenContent(_ ad: any FullScreenPresentingAd) {
    super.adWillDismissFullScreenContent(ad)
    nonisolated(unsafe) let ad = ad
    pass { $0.adWillDismissFullScreenContent(ad) }
  }
  override func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) {
    super.adDidDismissFullScreenContent(ad)
    nonisolated(unsafe) let ad = ad
    pass { $0.adDidDismissFullScreenContent(ad) }
  }
}
