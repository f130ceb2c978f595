// Signatures of the Google Mobile Ads SDK, version 12 and later, for tests on systems without that
// SDK. Members that only tests use have the prefix `stub`.
@_exported public import Foundation
@_exported public import UIKit

/// A full-screen ad.
public protocol FullScreenPresentingAd: NSObjectProtocol {
  /// The delegate; not retained.
  var fullScreenContentDelegate: (any FullScreenContentDelegate)? { get set }
}

/// The delegate of a full-screen ad.
///
/// In the SDK every method is optional; here each has a default implementation.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol FullScreenContentDelegate: NSObjectProtocol {
  /// An impression was recorded.
  func adDidRecordImpression(_ ad: any FullScreenPresentingAd)
  /// A click was recorded.
  func adDidRecordClick(_ ad: any FullScreenPresentingAd)
  /// The ad failed to present.
  func ad(
    _ ad: any FullScreenPresentingAd, didFailToPresentFullScreenContentWithError error: any Error)
  /// The ad will be presented.
  func adWillPresentFullScreenContent(_ ad: any FullScreenPresentingAd)
  /// The ad will be dismissed.
  func adWillDismissFullScreenContent(_ ad: any FullScreenPresentingAd)
  /// The ad was dismissed.
  func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd)
}

extension FullScreenContentDelegate {
  /// Does nothing.
  public func adDidRecordImpression(_ ad: any FullScreenPresentingAd) {}
  /// Does nothing.
  public func adDidRecordClick(_ ad: any FullScreenPresentingAd) {}
  /// Does nothing.
  public func ad(
    _ ad: any FullScreenPresentingAd, didFailToPresentFullScreenContentWithError error: any Error
  ) {}
  /// Does nothing.
  public func adWillPresentFullScreenContent(_ ad: any FullScreenPresentingAd) {}
  /// Does nothing.
  public func adWillDismissFullScreenContent(_ ad: any FullScreenPresentingAd) {}
  /// Does nothing.
  public func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) {}
}

/// A view controller of the SDK, which shows an ad.
@MainActor open class StubAdController: UIViewController {}
