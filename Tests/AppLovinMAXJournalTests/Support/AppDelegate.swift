import AppLovinSDK
import Foundation
import TestSessions

/// A delegate of an app for everything, which logs its calls.
nonisolated class AppDelegate: NSObject, MARewardedAdDelegate, MAAdViewAdDelegate,
  MANativeAdDelegate, MAAdRevenueDelegate, MAAdRequestDelegate, MAAdExpirationDelegate,
  MAAdReviewDelegate, @unchecked Sendable
{
  let name: String
  let calls: Log
  /// The app's reaction to a call.
  var reaction: (String) -> Void = { _ in }

  init(_ name: String, _ calls: Log) {
    self.name = name
    self.calls = calls
  }

  func receive(_ what: String) {
    calls.add("\(name) \(what)")
    reaction(what)
  }

  func didLoad(_ ad: MAAd) { receive("loaded") }
  func didFailToLoadAd(forAdUnitIdentifier adUnitIdentifier: String, withError error: MAError) {
    receive("failed \(error.code.rawValue) \(adUnitIdentifier)")
  }
  func didDisplay(_ ad: MAAd) { receive("displayed") }
  func didHide(_ ad: MAAd) { receive("hidden") }
  func didClick(_ ad: MAAd) { receive("clicked") }
  func didFail(toDisplay ad: MAAd, withError error: MAError) {
    receive("failed to display \(error.code.rawValue)")
  }
  func didRewardUser(for ad: MAAd, with reward: MAReward) { receive("rewarded \(reward.amount)") }
  func didExpand(_ ad: MAAd) { receive("expanded") }
  func didCollapse(_ ad: MAAd) { receive("collapsed") }
  func didLoadNativeAd(_ nativeAdView: MANativeAdView?, for ad: MAAd) {
    receive("native loaded\(nativeAdView == nil ? "" : " in a view")")
  }
  func didFailToLoadNativeAd(
    forAdUnitIdentifier adUnitIdentifier: String, withError error: MAError
  ) { receive("native failed \(error.code.rawValue)") }
  func didClickNativeAd(_ ad: MAAd) { receive("native clicked") }
  func didExpireNativeAd(_ ad: MAAd) { receive("native expired") }
  func didPayRevenue(for ad: MAAd) { receive("paid \(ad.revenue)") }
  func didStartAdRequest(forAdUnitIdentifier adUnitIdentifier: String) { receive("started") }
  func didReloadExpiredAd(_ expiredAd: MAAd, withNewAd newAd: MAAd) { receive("reloaded") }
  func didGenerateCreativeIdentifier(_ creativeIdentifier: String, for ad: MAAd) {
    receive("reviewed \(creativeIdentifier)")
  }
}
