/// What the SDK tells an adapter that is to load an ad.
open class MediationAdConfiguration: NSObject {
  /// Whether test ads are asked for.
  public var isTestRequest = false
  /// What was set for the adapter.
  public var credentials = MediationCredentials(stubSettings: [:])
  /// The answer of a bidding network.
  public var bidResponse: String?
  /// Presents ads; nil where there is none.
  public var topViewController: UIViewController?

  /// Makes a configuration.
  public required override init() { super.init() }
}

/// What was set for an adapter.
open class MediationCredentials: NSObject {
  /// By name; `parameter` for a custom event.
  public let settings: [String: Any]

  /// Makes credentials.
  public init(stubSettings: [String: Any]) {
    settings = stubSettings
    super.init()
  }
}

/// For an app open ad.
open class GADMediationAppOpenAdConfiguration: MediationAdConfiguration {}
/// For a banner.
open class MediationBannerAdConfiguration: MediationAdConfiguration {
  /// The size that is asked for.
  public var adSize = AdSize(size: CGSize(width: 320, height: 50))
}
/// For an interstitial.
open class MediationInterstitialAdConfiguration: MediationAdConfiguration {}
/// For a rewarded ad.
open class MediationRewardedAdConfiguration: MediationAdConfiguration {}
/// For a native ad.
open class MediationNativeAdConfiguration: MediationAdConfiguration {
  /// What the app wants of its images and views.
  public var options: [GADAdLoaderOptions] = []
}

/// What a native request wants of its images.
open class NativeAdImageAdLoaderOptions: GADAdLoaderOptions {
  /// Whether only addresses are wanted.
  public var isImageLoadingDisabled = false
}

/// An ad that an adapter made.
public protocol MediationAd: NSObjectProtocol {}

/// An app open ad of an adapter.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediationAppOpenAd: MediationAd {
  /// Shows it.
  func present(from viewController: UIViewController)
}

/// An interstitial of an adapter.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediationInterstitialAd: MediationAd {
  /// Shows it.
  func present(from viewController: UIViewController)
}

/// A rewarded ad of an adapter.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediationRewardedAd: MediationAd {
  /// Shows it.
  func present(from viewController: UIViewController)
}

/// A banner of an adapter.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediationBannerAd: MediationAd {
  /// What is shown.
  var view: UIView { get }
}

/// Takes what an adapter reports.
public protocol MediationAdEventDelegate: NSObjectProtocol {
  /// An impression.
  func reportImpression()
  /// A click.
  func reportClick()
  /// Something is about to be shown over everything else.
  func willPresentFullScreenView()
  /// It could not be shown.
  func didFailToPresentWithError(_ error: any Error)
  /// It is about to go.
  func willDismissFullScreenView()
  /// It is gone.
  func didDismissFullScreenView()
}

/// Takes what an app open adapter reports.
public protocol MediationAppOpenAdEventDelegate: MediationAdEventDelegate {}
/// Takes what a banner adapter reports.
public protocol MediationBannerAdEventDelegate: MediationAdEventDelegate {
  /// The user leaves the app.
  func willBackgroundApplication()
}
/// Takes what an interstitial adapter reports.
public protocol MediationInterstitialAdEventDelegate: MediationAdEventDelegate {
  /// The user leaves the app.
  func willBackgroundApplication()
}
/// Takes what a rewarded adapter reports.
public protocol MediationRewardedAdEventDelegate: MediationAdEventDelegate {
  /// The user has earned the reward.
  func didRewardUser()
  /// A video begins.
  func didStartVideo()
  /// A video ends.
  func didEndVideo()
}
/// Takes what a native adapter reports.
public protocol MediationNativeAdEventDelegate: MediationAdEventDelegate {
  /// A video plays.
  func didPlayVideo()
  /// A video has paused.
  func didPauseVideo()
  /// A video has ended.
  func didEndVideo()
  /// A video has no sound any more.
  func didMuteVideo()
  /// A video has its sound again.
  func didUnmuteVideo()
  /// The user leaves the app.
  func willBackgroundApplication()
}

/// Takes the ad or the error of an app open adapter; gives what takes its reports.
public typealias GADMediationAppOpenLoadCompletionHandler =
  ((any MediationAppOpenAd)?, (any Error)?) -> (any MediationAppOpenAdEventDelegate)?
/// Takes the ad or the error of a banner adapter; gives what takes its reports.
public typealias GADMediationBannerLoadCompletionHandler =
  ((any MediationBannerAd)?, (any Error)?) -> (any MediationBannerAdEventDelegate)?
/// Takes the ad or the error of an interstitial adapter; gives what takes its reports.
public typealias GADMediationInterstitialLoadCompletionHandler =
  ((any MediationInterstitialAd)?, (any Error)?) -> (any MediationInterstitialAdEventDelegate)?
/// Takes the ad or the error of a rewarded adapter; gives what takes its reports.
public typealias GADMediationRewardedLoadCompletionHandler =
  ((any MediationRewardedAd)?, (any Error)?) -> (any MediationRewardedAdEventDelegate)?
/// Takes the ad or the error of a native adapter; gives what takes its reports.
public typealias GADMediationNativeLoadCompletionHandler =
  ((any MediationNativeAd)?, (any Error)?) -> (any MediationNativeAdEventDelegate)?
