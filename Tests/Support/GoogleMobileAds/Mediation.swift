/// The configuration of an adapter's load.
open class MediationAdConfiguration: NSObject {
  /// Whether the request is for test ads.
  public var isTestRequest = false
  /// The settings of the adapter.
  public var credentials = MediationCredentials(stubSettings: [:])
  /// The bid response.
  public var bidResponse: String?
  /// The view controller to present from, if any.
  public var topViewController: UIViewController?

  /// Creates a configuration.
  public required override init() { super.init() }
}

/// The settings of an adapter.
open class MediationCredentials: NSObject {
  /// The settings by name; `parameter` for a custom event.
  public let settings: [String: Any]

  /// Creates credentials from settings.
  public init(stubSettings: [String: Any]) {
    settings = stubSettings
    super.init()
  }
}

/// The configuration of an app-open load.
open class GADMediationAppOpenAdConfiguration: MediationAdConfiguration {}
/// The configuration of a banner load.
open class MediationBannerAdConfiguration: MediationAdConfiguration {
  /// The requested size.
  public var adSize = AdSize(size: CGSize(width: 320, height: 50))
}
/// The configuration of an interstitial load.
open class MediationInterstitialAdConfiguration: MediationAdConfiguration {}
/// The configuration of a rewarded load.
open class MediationRewardedAdConfiguration: MediationAdConfiguration {}
/// The configuration of a native load.
open class MediationNativeAdConfiguration: MediationAdConfiguration {
  /// The options that the app set.
  public var options: [GADAdLoaderOptions] = []
}

/// The image options of a native request.
open class NativeAdImageAdLoaderOptions: GADAdLoaderOptions {
  /// Whether only URLs of images are requested.
  public var isImageLoadingDisabled = false
}

/// An ad of an adapter.
public protocol MediationAd: NSObjectProtocol {}

/// An app-open ad of an adapter.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediationAppOpenAd: MediationAd {
  /// Presents the ad.
  func present(from viewController: UIViewController)
}

/// An interstitial of an adapter.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediationInterstitialAd: MediationAd {
  /// Presents the ad.
  func present(from viewController: UIViewController)
}

/// A rewarded ad of an adapter.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediationRewardedAd: MediationAd {
  /// Presents the ad.
  func present(from viewController: UIViewController)
}

/// A banner of an adapter.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediationBannerAd: MediationAd {
  /// The view of the banner.
  var view: UIView { get }
}

/// The delegate to which an adapter reports.
public protocol MediationAdEventDelegate: NSObjectProtocol {
  /// Reports an impression.
  func reportImpression()
  /// Reports a click.
  func reportClick()
  /// Reports that a full-screen view will be presented.
  func willPresentFullScreenView()
  /// The ad failed to present.
  func didFailToPresentWithError(_ error: any Error)
  /// The ad will be dismissed.
  func willDismissFullScreenView()
  /// The ad was dismissed.
  func didDismissFullScreenView()
}

/// The delegate to which an app-open adapter reports.
public protocol MediationAppOpenAdEventDelegate: MediationAdEventDelegate {}
/// The delegate to which a banner adapter reports.
public protocol MediationBannerAdEventDelegate: MediationAdEventDelegate {
  /// Reports that the user leaves the app.
  func willBackgroundApplication()
}
/// The delegate to which an interstitial adapter reports.
public protocol MediationInterstitialAdEventDelegate: MediationAdEventDelegate {
  /// Reports that the user leaves the app.
  func willBackgroundApplication()
}
/// The delegate to which a rewarded adapter reports.
public protocol MediationRewardedAdEventDelegate: MediationAdEventDelegate {
  /// Reports that the user earned the reward.
  func didRewardUser()
  /// Reports that a video started.
  func didStartVideo()
  /// Reports that a video ended.
  func didEndVideo()
}
/// The delegate to which a native adapter reports.
public protocol MediationNativeAdEventDelegate: MediationAdEventDelegate {
  /// Reports that a video plays.
  func didPlayVideo()
  /// Reports that a video paused.
  func didPauseVideo()
  /// Reports that a video ended.
  func didEndVideo()
  /// Reports that a video was muted.
  func didMuteVideo()
  /// Reports that a video was unmuted.
  func didUnmuteVideo()
  /// Reports that the user leaves the app.
  func willBackgroundApplication()
}

/// The completion of an app-open adapter; receives the ad or the error and returns the delegate.
public typealias GADMediationAppOpenLoadCompletionHandler =
  ((any MediationAppOpenAd)?, (any Error)?) -> (any MediationAppOpenAdEventDelegate)?
/// The completion of a banner adapter; receives the ad or the error and returns the delegate.
public typealias GADMediationBannerLoadCompletionHandler =
  ((any MediationBannerAd)?, (any Error)?) -> (any MediationBannerAdEventDelegate)?
/// The completion of an interstitial adapter; receives the ad or the error and returns the
/// delegate.
public typealias GADMediationInterstitialLoadCompletionHandler =
  ((any MediationInterstitialAd)?, (any Error)?) -> (any MediationInterstitialAdEventDelegate)?
/// The completion of a rewarded adapter; receives the ad or the error and returns the delegate.
public typealias GADMediationRewardedLoadCompletionHandler =
  ((any MediationRewardedAd)?, (any Error)?) -> (any MediationRewardedAdEventDelegate)?
/// The completion of a native adapter; receives the ad or the error and returns the delegate.
public typealias GADMediationNativeLoadCompletionHandler =
  ((any MediationNativeAd)?, (any Error)?) -> (any MediationNativeAdEventDelegate)?
