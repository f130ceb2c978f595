// Signatures of the AppLovin SDK, version 13, for tests on systems without that SDK; the sources
// are in README.md. Members that only tests use have the prefix `stub`.
@_exported public import Foundation
@_exported public import UIKit

/// The delegate of an ad.
#if ADS_ON_MAIN_ACTOR
  @MainActor
#endif
public protocol MAAdDelegate: NSObjectProtocol {
  /// An ad loaded.
  func didLoad(_ ad: MAAd)
  /// A load failed.
  func didFailToLoadAd(forAdUnitIdentifier adUnitIdentifier: String, withError error: MAError)
  /// A full-screen ad appeared.
  func didDisplay(_ ad: MAAd)
  /// A full-screen ad disappeared.
  func didHide(_ ad: MAAd)
  /// The user clicked the ad.
  func didClick(_ ad: MAAd)
  /// An ad failed to appear.
  func didFail(toDisplay ad: MAAd, withError error: MAError)
}

/// The delegate of a rewarded ad.
public protocol MARewardedAdDelegate: MAAdDelegate {
  /// The user earned the reward.
  func didRewardUser(for ad: MAAd, with reward: MAReward)
}

/// The delegate of an ad view.
public protocol MAAdViewAdDelegate: MAAdDelegate {
  /// The ad covers the screen.
  func didExpand(_ ad: MAAd)
  /// The ad no longer covers the screen.
  func didCollapse(_ ad: MAAd)
}

/// The delegate of a loader of native ads.
#if ADS_ON_MAIN_ACTOR
  @MainActor
#endif
public protocol MANativeAdDelegate: NSObjectProtocol {
  /// An ad loaded; its view, if the SDK rendered it.
  func didLoadNativeAd(_ nativeAdView: MANativeAdView?, for ad: MAAd)
  /// A load failed.
  func didFailToLoadNativeAd(
    forAdUnitIdentifier adUnitIdentifier: String, withError error: MAError)
  /// The user clicked the ad.
  func didClickNativeAd(_ ad: MAAd)
  /// The ad expired.
  func didExpireNativeAd(_ ad: MAAd)
}

extension MANativeAdDelegate {
  /// Does nothing; in the SDK the method is optional.
  public func didExpireNativeAd(_ ad: MAAd) {}
}

/// The delegate for revenue.
#if ADS_ON_MAIN_ACTOR
  @MainActor
#endif
public protocol MAAdRevenueDelegate: NSObjectProtocol {
  /// An impression earned revenue.
  func didPayRevenue(for ad: MAAd)
}

/// The delegate for requests.
#if ADS_ON_MAIN_ACTOR
  @MainActor
#endif
public protocol MAAdRequestDelegate: NSObjectProtocol {
  /// The SDK sends a request, for a load of the app or one of its own.
  func didStartAdRequest(forAdUnitIdentifier adUnitIdentifier: String)
}

/// The delegate for ads that expired.
#if ADS_ON_MAIN_ACTOR
  @MainActor
#endif
public protocol MAAdExpirationDelegate: NSObjectProtocol {
  /// The SDK replaced an expired ad; `didLoad` is not called for the new one.
  func didReloadExpiredAd(_ expiredAd: MAAd, withNewAd newAd: MAAd)
}

/// The delegate for creative identifiers of Ad Review.
#if ADS_ON_MAIN_ACTOR
  @MainActor
#endif
public protocol MAAdReviewDelegate: NSObjectProtocol {
  /// Ad Review made an identifier of the creative.
  func didGenerateCreativeIdentifier(_ creativeIdentifier: String, for ad: MAAd)
}
