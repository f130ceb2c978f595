import AdRecording
import AppJournal
import AppLovinSDK
import Foundation
import UIKit

nonisolated extension MAXJournal {
  /// An object of the SDK that loads and shows full-screen ads and that can be recorded.
  ///
  /// The classes of the SDK have these members in common, but no common type.
  protocol RecordableAd: NSObject, SendableMetatype {
    /// The type of the app's delegate.
    associatedtype Delegate
    /// The format in the journal.
    static var recordedFormat: Recorded.Format { get }
    /// The ad unit ID.
    var adUnitIdentifier: String { get }
    /// Whether an ad can be shown.
    var isReady: Bool { get }
    /// The delegate; not retained.
    var delegate: Delegate? { get set }
    /// The delegate for revenue; not retained.
    var revenueDelegate: (any MAAdRevenueDelegate)? { get set }
    /// The delegate for requests; not retained.
    var requestDelegate: (any MAAdRequestDelegate)? { get set }
    /// The delegate for ads that expired; not retained.
    var expirationDelegate: (any MAAdExpirationDelegate)? { get set }
    /// The delegate for Ad Review; not retained.
    var adReviewDelegate: (any MAAdReviewDelegate)? { get set }

    /// Loads an ad with the SDK.
    func load()
    /// Shows the loaded ad with the SDK.
    func sdkShow(
      _ placement: String?, _ customData: String?, from viewController: UIViewController?)
  }
}

nonisolated extension MAXJournal.MAInterstitialAd: MAXJournal.RecordableAd {
  /// The format `interstitial` of the journal.
  static var recordedFormat: MAXJournal.Recorded.Format { .interstitial }

  /// Shows the loaded ad with the SDK, without recording.
  func sdkShow(
    _ placement: String?, _ customData: String?, from viewController: MAXJournal.UIViewController?
  ) { show(forPlacement: placement, customData: customData, viewController: viewController) }
}

nonisolated extension MAXJournal.MARewardedAd: MAXJournal.RecordableAd {
  /// The format `rewarded` of the journal.
  static var recordedFormat: MAXJournal.Recorded.Format { .rewarded }

  /// Shows the loaded ad with the SDK, without recording.
  func sdkShow(
    _ placement: String?, _ customData: String?, from viewController: MAXJournal.UIViewController?
  ) { show(forPlacement: placement, customData: customData, viewController: viewController) }
}

nonisolated extension MAXJournal.MAAppOpenAd: MAXJournal.RecordableAd {
  /// The format `app_open` of the journal.
  static var recordedFormat: MAXJournal.Recorded.Format { .appOpen }

  /// Shows the loaded ad with the SDK, which finds the view controller, without recording.
  func sdkShow(
    _ placement: String?, _ customData: String?, from viewController: MAXJournal.UIViewController?
  ) { show(forPlacement: placement, customData: customData) }
}
