/// The size of a banner ad.
public struct AdSize: Equatable, Sendable {
  /// The size in points.
  public var size: CGSize
  /// The kind of size, as in the SDK.
  public var flags: UInt

  /// Creates a size from points and flags.
  public init(size: CGSize, flags: UInt = 0) {
    self.size = size
    self.flags = flags
  }
}

/// Returns a banner size in points.
public func adSizeFor(cgSize size: CGSize) -> AdSize { AdSize(size: size) }

/// A view that shows and refreshes banners.
@MainActor open class BannerView: UIView {
  /// The ad unit ID.
  public var adUnitID: String?
  /// The view controller that presents the content of a click.
  public weak var rootViewController: UIViewController?
  /// The size of the banner.
  public var adSize: AdSize
  /// The delegate; not retained.
  public weak var delegate: (any BannerViewDelegate)?
  /// The delegate for size changes; not retained.
  public weak var adSizeDelegate: (any AdSizeDelegate)?
  /// The paid event handler.
  public var paidEventHandler: GADPaidEventHandler?
  /// The response to the latest request; tests set it.
  public var responseInfo: ResponseInfo?
  /// Called when the app calls `load`.
  public var stubOnLoad: (Request?) -> Void = { _ in }

  /// Creates a view of a banner size.
  public init(adSize: AdSize) {
    self.adSize = adSize
    super.init()
  }

  /// Loads a banner with a request.
  public func load(_ request: Request?) { stubOnLoad(request) }
}

/// The delegate of a banner view; in the SDK every method is optional.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol BannerViewDelegate: NSObjectProtocol {
  /// A banner loaded.
  func bannerViewDidReceiveAd(_ bannerView: BannerView)
  /// A banner failed to load.
  func bannerView(_ bannerView: BannerView, didFailToReceiveAdWithError error: any Error)
  /// An impression was recorded.
  func bannerViewDidRecordImpression(_ bannerView: BannerView)
  /// A click was recorded.
  func bannerViewDidRecordClick(_ bannerView: BannerView)
  /// A click will present a full-screen view.
  func bannerViewWillPresentScreen(_ bannerView: BannerView)
  /// The full-screen view will be dismissed.
  func bannerViewWillDismissScreen(_ bannerView: BannerView)
  /// The full-screen view was dismissed.
  func bannerViewDidDismissScreen(_ bannerView: BannerView)
}

extension BannerViewDelegate {
  /// Does nothing.
  public func bannerViewDidReceiveAd(_ bannerView: BannerView) {}
  /// Does nothing.
  public func bannerView(_ bannerView: BannerView, didFailToReceiveAdWithError error: any Error) {}
  /// Does nothing.
  public func bannerViewDidRecordImpression(_ bannerView: BannerView) {}
  /// Does nothing.
  public func bannerViewDidRecordClick(_ bannerView: BannerView) {}
  /// Does nothing.
  public func bannerViewWillPresentScreen(_ bannerView: BannerView) {}
  /// Does nothing.
  public func bannerViewWillDismissScreen(_ bannerView: BannerView) {}
  /// Does nothing.
  public func bannerViewDidDismissScreen(_ bannerView: BannerView) {}
}

/// The delegate for size changes of a banner.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol AdSizeDelegate: NSObjectProtocol {
  /// The size of the banner will change.
  func adView(_ bannerView: BannerView, willChangeAdSizeTo size: AdSize)
}
