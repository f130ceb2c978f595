// Signatures after those of the Google Mobile Ads SDK, version 12 and later, written for tests where
// there is no such SDK. What only tests need begins with `stub`.
@_exported public import Foundation
@_exported public import UIKit

/// An ad that is shown over everything else.
public protocol FullScreenPresentingAd: NSObjectProtocol {
  /// Hears what happens to it; not kept alive.
  var fullScreenContentDelegate: (any FullScreenContentDelegate)? { get set }
}

/// Hears what happens to a full-screen ad.
///
/// In the SDK every method is optional; here each has an implementation that does nothing.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol FullScreenContentDelegate: NSObjectProtocol {
  /// An impression was recorded.
  func adDidRecordImpression(_ ad: any FullScreenPresentingAd)
  /// A click was recorded.
  func adDidRecordClick(_ ad: any FullScreenPresentingAd)
  /// It could not be shown.
  func ad(
    _ ad: any FullScreenPresentingAd, didFailToPresentFullScreenContentWithError error: any Error)
  /// It is about to be shown.
  func adWillPresentFullScreenContent(_ ad: any FullScreenPresentingAd)
  /// It is about to go.
  func adWillDismissFullScreenContent(_ ad: any FullScreenPresentingAd)
  /// It is gone.
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
