/// Names an asset of a native ad.
public struct GADNativeAssetIdentifier: Hashable, Sendable {
  /// Its name.
  public var rawValue: String
  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// That of the headline.
  public static let headlineAsset = GADNativeAssetIdentifier(rawValue: "3001")
}

/// A native ad of an adapter: its assets, and what the SDK tells it.
///
/// What is optional in the SDK has an implementation here.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol MediatedUnifiedNativeAd: NSObjectProtocol {
  /// Its headline.
  var headline: String? { get }
  /// Its images.
  var images: [NativeAdImage]? { get }
  /// Its text.
  var body: String? { get }
  /// Its icon.
  var icon: NativeAdImage? { get }
  /// What a tap does.
  var callToAction: String? { get }
  /// Stars, 0 to 5.
  var starRating: NSDecimalNumber? { get }
  /// The store of what it advertises.
  var store: String? { get }
  /// The price of what it advertises.
  var price: String? { get }
  /// Who advertises.
  var advertiser: String? { get }
  /// Whatever else it has.
  var extraAssets: [String: Any]? { get }
  /// The view of its choices; optional in the SDK.
  var adChoicesView: UIView? { get }
  /// The view of its video or image; optional in the SDK.
  var mediaView: UIView? { get }
  /// Whether it has a video; optional in the SDK.
  var hasVideoContent: Bool { get }

  /// It is drawn; optional in the SDK.
  func didRender(
    in view: UIView, clickableAssetViews: [GADNativeAssetIdentifier: UIView],
    nonclickableAssetViews: [GADNativeAssetIdentifier: UIView], viewController: UIViewController)
  /// An impression was recorded; optional in the SDK.
  func didRecordImpression()
  /// A click was recorded; optional in the SDK.
  func didRecordClickOnAsset(
    with assetName: GADNativeAssetIdentifier, view: UIView, viewController: UIViewController)
  /// The view has let go of it; optional in the SDK.
  func didUntrackView(_ view: UIView?)
}

extension MediatedUnifiedNativeAd {
  /// None.
  public var adChoicesView: UIView? { nil }
  /// None.
  public var mediaView: UIView? { nil }
  /// No.
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
  /// No.
  public func handlesUserClicks() -> Bool { false }
  /// No.
  public func handlesUserImpressions() -> Bool { false }
}

/// An adapter; in the SDK every load is optional.
public protocol MediationAdapter: NSObjectProtocol {
  /// Makes an adapter.
  init()
  /// Loads an app open ad.
  func loadAppOpenAd(
    for adConfiguration: GADMediationAppOpenAdConfiguration,
    completionHandler: @escaping GADMediationAppOpenLoadCompletionHandler)
  /// Loads a banner.
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
