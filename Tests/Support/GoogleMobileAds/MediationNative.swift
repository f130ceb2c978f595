/// The identifier of an asset of a native ad.
public struct GADNativeAssetIdentifier: Hashable, Sendable {
  /// The name as text.
  public var rawValue: String
  /// Creates an identifier from text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The identifier of the headline.
  public static let headlineAsset = GADNativeAssetIdentifier(rawValue: "3001")
}

/// The assets of an adapter's native ad, and the calls of the SDK.
///
/// Members that are optional in the SDK have a default implementation.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediatedUnifiedNativeAd: NSObjectProtocol {
  /// The headline.
  var headline: String? { get }
  /// The images.
  var images: [NativeAdImage]? { get }
  /// The body text.
  var body: String? { get }
  /// The icon.
  var icon: NativeAdImage? { get }
  /// The call to action.
  var callToAction: String? { get }
  /// The star rating, from 0 to 5.
  var starRating: NSDecimalNumber? { get }
  /// The store of the advertised app.
  var store: String? { get }
  /// The price of the advertised app.
  var price: String? { get }
  /// The advertiser.
  var advertiser: String? { get }
  /// Further assets by name.
  var extraAssets: [String: Any]? { get }
  /// The AdChoices view; optional in the SDK.
  var adChoicesView: UIView? { get }
  /// The media view; optional in the SDK.
  var mediaView: UIView? { get }
  /// Whether the ad has a video; optional in the SDK.
  var hasVideoContent: Bool { get }

  /// The ad was rendered; optional in the SDK.
  func didRender(
    in view: UIView, clickableAssetViews: [GADNativeAssetIdentifier: UIView],
    nonclickableAssetViews: [GADNativeAssetIdentifier: UIView], viewController: UIViewController)
  /// An impression was recorded; optional in the SDK.
  func didRecordImpression()
  /// A click was recorded; optional in the SDK.
  func didRecordClickOnAsset(
    with assetName: GADNativeAssetIdentifier, view: UIView, viewController: UIViewController)
  /// The view no longer shows the ad; optional in the SDK.
  func didUntrackView(_ view: UIView?)
}

extension MediatedUnifiedNativeAd {
  /// No view by default.
  public var adChoicesView: UIView? { nil }
  /// No view by default.
  public var mediaView: UIView? { nil }
  /// False by default.
  public var hasVideoContent: Bool { false }
  /// Does nothing.
  public func didRender(
    in view: UIView, clickableAssetViews: [GADNativeAssetIdentifier: UIView],
    nonclickableAssetViews: [GADNativeAssetIdentifier: UIView], viewController: UIViewController
  ) {}
  /// Does nothing.
  public func didRecordImpression() {}
  /// Does nothing.
  public func didRecordClickOnAsset(
    with assetName: GADNativeAssetIdentifier, view: UIView, viewController: UIViewController
  ) {}
  /// Does nothing.
  public func didUntrackView(_ view: UIView?) {}
}

/// A native ad of an adapter.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediationNativeAd: MediationAd, MediatedUnifiedNativeAd {
  /// Whether the adapter tracks clicks, not the SDK; optional in the SDK.
  func handlesUserClicks() -> Bool
  /// Whether the adapter tracks impressions, not the SDK; optional in the SDK.
  func handlesUserImpressions() -> Bool
}

extension MediationNativeAd {
  /// False by default.
  public func handlesUserClicks() -> Bool { false }
  /// False by default.
  public func handlesUserImpressions() -> Bool { false }
}

/// A mediation adapter; in the SDK every load method is optional.
public protocol MediationAdapter: NSObjectProtocol {
  /// Creates an adapter.
  init()
  /// Loads an app-open ad.
  func loadAppOpenAd(
    for adConfiguration: GADMediationAppOpenAdConfiguration,
    completionHandler: @escaping GADMediationAppOpenLoadCompletionHandler)
  /// Loads a banner with a request.
  func loadBanner(
    for adConfiguration: MediationBannerAdConfiguration,
    completionHandler: @escaping GADMediationBannerLoadCompletionHandler)
  /// Loads an interstitial.
  func loadInterstitial(
    for adConfiguration: MediationInterstitialAdConfiguration,
    completionHandler: @escaping GADMediationInterstitialLoadCompletionHandler)
  /// Loads a rewarded ad.
  func loadRewardedAd(
    for adConfiguration: MediationRewardedAdConfiguration,
    completionHandler: @escaping GADMediationRewardedLoadCompletionHandler)
  /// Loads a rewarded interstitial.
  func loadRewardedInterstitialAd(
    for adConfiguration: MediationRewardedAdConfiguration,
    completionHandler: @escaping GADMediationRewardedLoadCompletionHandler)
  /// Loads a native ad.
  func loadNativeAd(
    for adConfiguration: MediationNativeAdConfiguration,
    completionHandler: @escaping GADMediationNativeLoadCompletionHandler)
}

extension MediationAdapter {
  /// Does nothing.
  public func loadAppOpenAd(
    for adConfiguration: GADMediationAppOpenAdConfiguration,
    completionHandler: @escaping GADMediationAppOpenLoadCompletionHandler
  ) {}
  /// Does nothing.
  public func loadBanner(
    for adConfiguration: MediationBannerAdConfiguration,
    completionHandler: @escaping GADMediationBannerLoadCompletionHandler
  ) {}
  /// Does nothing.
  public func loadInterstitial(
    for adConfiguration: MediationInterstitialAdConfiguration,
    completionHandler: @escaping GADMediationInterstitialLoadCompletionHandler
  ) {}
  /// Does nothing.
  public func loadRewardedAd(
    for adConfiguration: MediationRewardedAdConfiguration,
    completionHandler: @escaping GADMediationRewardedLoadCompletionHandler
  ) {}
  /// Does nothing.
  public func loadRewardedInterstitialAd(
    for adConfiguration: MediationRewardedAdConfiguration,
    completionHandler: @escaping GADMediationRewardedLoadCompletionHandler
  ) {}
  /// Does nothing.
  public func loadNativeAd(
    for adConfiguration: MediationNativeAdConfiguration,
    completionHandler: @escaping GADMediationNativeLoadCompletionHandler
  ) {}
}
