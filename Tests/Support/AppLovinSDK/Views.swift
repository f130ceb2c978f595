/// A view that shows and refreshes banners or MRECs.
open class MAAdView: UIView {
  /// The ad unit ID.
  public let adUnitIdentifier: String
  /// The delegate; not retained.
  public weak var delegate: (any MAAdViewAdDelegate)?
  /// The delegate for revenue; not retained.
  public weak var revenueDelegate: (any MAAdRevenueDelegate)?
  /// The delegate for requests; not retained.
  public weak var requestDelegate: (any MAAdRequestDelegate)?
  /// The delegate for Ad Review; not retained.
  public weak var adReviewDelegate: (any MAAdReviewDelegate)?
  /// The placement for reports.
  public var placement: String?
  /// Called when the app loads.
  public var stubOnLoad: () -> Void = {}

  /// Creates a view for an ad unit.
  public init(adUnitIdentifier: String) {
    self.adUnitIdentifier = adUnitIdentifier
    super.init()
  }

  /// Loads a banner.
  open func loadAd() { stubOnLoad() }
}

/// A view of a native ad.
open class MANativeAdView: UIView {}

/// Loads native ads.
open class MANativeAdLoader: NSObject {
  /// The ad unit ID.
  public let adUnitIdentifier: String
  /// The delegate; not retained.
  public weak var nativeAdDelegate: (any MANativeAdDelegate)?
  /// The delegate for revenue; not retained.
  public weak var revenueDelegate: (any MAAdRevenueDelegate)?
  /// The placement for reports.
  public var placement: String?
  /// Called when the app loads, with the view to render the ad into.
  public var stubOnLoad: (MANativeAdView?) -> Void = { _ in }
  /// What the SDK answers to a rendering.
  public var stubRenders = true
  /// The ads that the app destroyed.
  public private(set) var stubDestroyed: [MAAd] = []

  /// Creates a loader for an ad unit.
  public init(adUnitIdentifier: String) {
    self.adUnitIdentifier = adUnitIdentifier
    super.init()
  }

  /// Loads an ad, and renders it into a view if there is one.
  open func loadAd(into adView: MANativeAdView?) { stubOnLoad(adView) }

  /// Renders an ad into a view; returns whether that succeeded.
  @discardableResult
  open func renderNativeAdView(_ adView: MANativeAdView, with ad: MAAd) -> Bool { stubRenders }

  /// Releases an ad.
  open func destroy(_ nativeAd: MAAd) { stubDestroyed.append(nativeAd) }
}
