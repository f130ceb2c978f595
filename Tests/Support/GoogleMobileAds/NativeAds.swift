/// The kind of ads that an ad loader loads.
public enum AdLoaderAdType: String, Sendable {
  /// Native ads.
  case native = "GADAdLoaderAdTypeNative"
}

/// Options of an ad loader.
open class GADAdLoaderOptions: NSObject {}

/// The option to load several ads at once.
open class MultipleAdsAdLoaderOptions: GADAdLoaderOptions {
  /// The number of ads, from 1 to 5.
  public var numberOfAds = 1
}

/// A loader of native ads, which the app must retain until it has finished.
open class AdLoader: NSObject {
  /// The delegate; not retained.
  public weak var delegate: (any AdLoaderDelegate)?
  /// The ad unit ID.
  public let adUnitID: String
  /// Whether a load is in flight; tests set it.
  public var isLoading = false
  /// Called when the app calls `load`.
  public var stubOnLoad: (Request?) -> Void = { _ in }

  /// Creates a loader.
  public init(
    adUnitID: String, rootViewController: UIViewController?, adTypes: [AdLoaderAdType],
    options: [GADAdLoaderOptions]?
  ) {
    self.adUnitID = adUnitID
    super.init()
  }

  /// Loads ads with a request.
  public func load(_ request: Request?) { stubOnLoad(request) }
}

/// The delegate of an ad loader.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol AdLoaderDelegate: NSObjectProtocol {
  /// The load failed.
  func adLoader(_ adLoader: AdLoader, didFailToReceiveAdWithError error: any Error)
  /// The load finished; optional in the SDK.
  func adLoaderDidFinishLoading(_ adLoader: AdLoader)
}

extension AdLoaderDelegate {
  /// Does nothing.
  public func adLoaderDidFinishLoading(_ adLoader: AdLoader) {}
}

/// The delegate of a loader of native ads.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol NativeAdLoaderDelegate: AdLoaderDelegate {
  /// An ad loaded.
  func adLoader(_ adLoader: AdLoader, didReceive nativeAd: NativeAd)
}

/// An image of a native ad.
open class NativeAdImage: NSObject {
  /// The image; `nil` if only its URL is known.
  public let image: UIImage?
  /// The URL of the image.
  public let imageURL: URL?
  /// The number of pixels per point.
  public let scale: CGFloat

  /// Creates an asset from an image.
  public init(image: UIImage) {
    self.image = image
    imageURL = nil
    scale = 1
    super.init()
  }

  /// Creates an asset from a URL.
  public init(url: URL, scale: CGFloat) {
    image = nil
    imageURL = url
    self.scale = scale
    super.init()
  }
}

/// The media content of a native ad.
open class MediaContent: NSObject {
  /// Whether the content is a video; tests set it.
  public var hasVideoContent = false
  /// The controller of the video.
  public let videoController = VideoController()
}

/// The controller of a native ad's video.
open class VideoController: NSObject {
  /// The delegate; not retained.
  public weak var delegate: (any VideoControllerDelegate)?
}

/// The delegate of a video; in the SDK every method is optional.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol VideoControllerDelegate: NSObjectProtocol {
  /// The video plays.
  func videoControllerDidPlayVideo(_ videoController: VideoController)
  /// The video paused.
  func videoControllerDidPauseVideo(_ videoController: VideoController)
  /// The video ended.
  func videoControllerDidEndVideoPlayback(_ videoController: VideoController)
  /// The video was muted.
  func videoControllerDidMuteVideo(_ videoController: VideoController)
  /// The video was unmuted.
  func videoControllerDidUnmuteVideo(_ videoController: VideoController)
}

extension VideoControllerDelegate {
  /// Does nothing.
  public func videoControllerDidPlayVideo(_ videoController: VideoController) {}
  /// Does nothing.
  public func videoControllerDidPauseVideo(_ videoController: VideoController) {}
  /// Does nothing.
  public func videoControllerDidEndVideoPlayback(_ videoController: VideoController) {}
  /// Does nothing.
  public func videoControllerDidMuteVideo(_ videoController: VideoController) {}
  /// Does nothing.
  public func videoControllerDidUnmuteVideo(_ videoController: VideoController) {}
}

/// A native ad, which the app renders itself.
open class NativeAd: NSObject {
  /// The headline.
  public var headline: String?
  /// The body text.
  public var body: String?
  /// The call to action.
  public var callToAction: String?
  /// The icon.
  public var icon: NativeAdImage?
  /// The images.
  public var images: [NativeAdImage]?
  /// The media content.
  public let mediaContent = MediaContent()
  /// The response of the ad servers.
  public let responseInfo: ResponseInfo
  /// The delegate; not retained.
  public weak var delegate: (any NativeAdDelegate)?
  /// The view controller that presents the content of a click.
  public weak var rootViewController: UIViewController?
  /// The paid event handler.
  public var paidEventHandler: GADPaidEventHandler?

  /// Creates a loaded ad.
  public init(stubResponseInfo: ResponseInfo = ResponseInfo()) {
    responseInfo = stubResponseInfo
    super.init()
  }
}

/// The delegate of a native ad; in the SDK every method is optional.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol NativeAdDelegate: NSObjectProtocol {
  /// An impression was recorded.
  func nativeAdDidRecordImpression(_ nativeAd: NativeAd)
  /// A click was recorded.
  func nativeAdDidRecordClick(_ nativeAd: NativeAd)
  /// A swipe click was recorded, in addition to the ordinary click.
  func nativeAdDidRecordSwipeGestureClick(_ nativeAd: NativeAd)
  /// A click will present a full-screen view.
  func nativeAdWillPresentScreen(_ nativeAd: NativeAd)
  /// The full-screen view will be dismissed.
  func nativeAdWillDismissScreen(_ nativeAd: NativeAd)
  /// The full-screen view was dismissed.
  func nativeAdDidDismissScreen(_ nativeAd: NativeAd)
  /// The user muted the ad.
  func nativeAdIsMuted(_ nativeAd: NativeAd)
}

extension NativeAdDelegate {
  /// Does nothing.
  public func nativeAdDidRecordImpression(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAdDidRecordClick(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAdDidRecordSwipeGestureClick(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAdWillPresentScreen(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAdWillDismissScreen(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAdDidDismissScreen(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAdIsMuted(_ nativeAd: NativeAd) {}
}

/// The view that shows a native ad.
@MainActor open class NativeAdView: UIView {
  /// The ad in the view.
  public var nativeAd: NativeAd?
}
