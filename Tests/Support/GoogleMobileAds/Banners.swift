/// The size of a banner.
public struct AdSize: Equatable, Sendable {
  /// Points.
  public var size: CGSize
  /// What kind of size it is.
  public var flags: UInt

  /// Makes a size.
  public init(size: CGSize, flags: UInt = 0) {
    self.size = size
    self.flags = flags
  }
}

/// A size of so many points.
public func adSizeFor(cgSize size: CGSize) -> AdSize { AdSize(size: size) }

/// A view that shows banners, one after the other.
@MainActor open class BannerView: UIView {
  /// The ad unit id.
  public var adUnitID: String?
  /// Presents what a tap opens.
  public weak var rootViewController: UIViewController?
  /// Its size.
  public var adSize: AdSize
  /// Hears what happens to it; not kept alive.
  public weak var delegate: (any BannerViewDelegate)?
  /// Hears of sizes before they change; not kept alive.
  public weak var adSizeDelegate: (any AdSizeDelegate)?
  /// Called when a banner has earned money.
  public var paidEventHandler: GADPaidEventHandler?
  /// What the servers answered to the newest request; tests set it.
  public var responseInfo: ResponseInfo?
  /// What is done when the app calls `load`.
  public var stubOnLoad: (Request?) -> Void = { _ in }

  /// Makes a view of a size.
  public init(adSize: AdSize) {
    self.adSize = adSize
    super.init()
  }

  /// Loads a banner.
  public func load(_ request: Request?) { stubOnLoad(request) }
}

/// Hears what happens to a banner; in the SDK every method is optional.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol BannerViewDelegate: NSObjectProtocol {
  /// A banner is there.
  func bannerViewDidReceiveAd(_ bannerView: BannerView)
  /// None is there.
  func bannerView(_ bannerView: BannerView, didFailToReceiveAdWithError error: any Error)
  /// An impression was recorded.
  func bannerViewDidRecordImpression(_ bannerView: BannerView)
  /// A click was recorded.
  func bannerViewDidRecordClick(_ bannerView: BannerView)
  /// A tap is about to open something over everything else.
  func bannerViewWillPresentScreen(_ bannerView: BannerView)
  /// That is about to go.
  func bannerViewWillDismissScreen(_ bannerView: BannerView)
  /// That is gone.
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

/// Hears of the sizes of a banner.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol AdSizeDelegate: NSObjectProtocol {
  /// The size is about to change.
  func adView(_ bannerView: BannerView, willChangeAdSizeTo size: AdSize)
}
