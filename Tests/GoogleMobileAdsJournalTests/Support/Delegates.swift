import Foundation
import GoogleMobileAds

/// What delegates heard, in order, from all threads.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [String] = []
  private let home = ObjectIdentifier(Thread.current)

  func add(_ entry: String) {
    let isHere = ObjectIdentifier(Thread.current) == home
    lock.withLock { entries.append("\(entry)\(isHere ? "" : " elsewhere")") }
  }

  var lines: [String] { lock.withLock { entries } }
}

/// A delegate of an app: it writes down what it hears.
nonisolated class AppDelegate: NSObject, FullScreenContentDelegate, @unchecked Sendable {
  let name: String
  let log: Log
  /// What the app does in a callback.
  var reaction: (String, any FullScreenPresentingAd) -> Void = { _, _ in }

  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
  }

  func hear(_ what: String, _ ad: any FullScreenPresentingAd) {
    log.add("\(name) \(what)")
    reaction(what, ad)
  }

  func adDidRecordImpression(_ ad: any FullScreenPresentingAd) { hear("impression", ad) }
  func adDidRecordClick(_ ad: any FullScreenPresentingAd) { hear("click", ad) }
  func ad(
    _ ad: any FullScreenPresentingAd, didFailToPresentFullScreenContentWithError error: any Error
  ) { hear("failed \((error as NSError).code)", ad) }
  func adWillPresentFullScreenContent(_ ad: any FullScreenPresentingAd) { hear("present", ad) }
  func adWillDismissFullScreenContent(_ ad: any FullScreenPresentingAd) { hear("dismiss", ad) }
  func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) { hear("dismissed", ad) }
}

/// A delegate that has only one of the methods.
nonisolated final class ScantDelegate: NSObject, FullScreenContentDelegate, @unchecked Sendable {
  let log: Log
  init(_ log: Log) { self.log = log }
  func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) { log.add("dismissed") }
}

/// A library that sets itself before the delegate that it finds, and passes all on to that.
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
