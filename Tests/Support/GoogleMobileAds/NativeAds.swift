/// What an ad loader loads.
public enum AdLoaderAdType: String, Sendable {
  /// Native ads.
  case native = "GADAdLoaderAdTypeNative"
}

/// Options of an ad loader.
open class GADAdLoaderOptions: NSObject {}

/// Asks for several ads at once.
open class MultipleAdsAdLoaderOptions: GADAdLoaderOptions {
  /// How many; 1 to 5.
  public var numberOfAds = 1
}

/// Loads native ads; the app must keep it until it has finished.
open class AdLoader: NSObject {
  /// Hears what happens to it; not kept alive.
  public weak var delegate: (any AdLoaderDelegate)?
  /// The ad unit id.
  public let adUnitID: String
  /// Whether it has not finished yet; tests set it.
  public var isLoading = false
  /// What is done when the app calls `load`.
  public var stubOnLoad: (Request?) -> Void = { _ in }

  /// Makes a loader.
  public init(
    adUnitID: String, rootViewController: UIViewController?, adTypes: [AdLoaderAdType],
    options: [GADAdLoaderOptions]?
  ) {
    self.adUnitID = adUnitID
    super.init()
  }

  /// Loads ads.
  public func load(_ request: Request?) { stubOnLoad(request) }
}

/// Hears what happens to an ad loader.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol AdLoaderDelegate: NSObjectProtocol {
  /// It failed.
  func adLoader(_ adLoader: AdLoader, didFailToReceiveAdWithError error: any Error)
  /// Nothing more will come; optional in the SDK.
  func adLoaderDidFinishLoading(_ adLoader: AdLoader)
}

extension AdLoaderDelegate {
  /// Does nothing.
  public func adLoaderDidFinishLoading(_ adLoader: AdLoader) {}
}

/// Takes the native ads of a loader.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol NativeAdLoaderDelegate: AdLoaderDelegate {
  /// An ad is there.
  func adLoader(_ adLoader: AdLoader, didReceive nativeAd: NativeAd)
}

/// An image of a native ad.
open class NativeAdImage: NSObject {
  /// The image; nil where only its address is known.
  public let image: UIImage?
  /// Its address.
  public let imageURL: URL?
  /// Pixels a point.
  public let scale: CGFloat

  /// Makes one of an image.
  public init(image: UIImage) {
    self.image = image
    imageURL = nil
    scale = 1
    super.init()
  }

  /// Makes one of an address.
  public init(url: URL, scale: CGFloat) {
    image = nil
    imageURL = url
    self.scale = scale
    super.init()
  }
}

/// The video or image of a native ad.
open class MediaContent: NSObject {
  /// Whether it is a video; tests set it.
  public var hasVideoContent = false
  /// The video.
  public let videoController = VideoController()
}

/// The video of a native ad.
open class VideoController: NSObject {
  /// Hears what happens to it; not kept alive.
  public weak var delegate: (any VideoControllerDelegate)?
}

/// Hears what happens to a video; in the SDK every method is optional.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol VideoControllerDelegate: NSObjectProtocol {
  /// It plays.
  func videoControllerDidPlayVideo(_ videoController: VideoController)
  /// It has paused.
  func videoControllerDidPauseVideo(_ videoController: VideoController)
  /// It has ended.
  func videoControllerDidEndVideoPlayback(_ videoController: VideoController)
  /// It has no sound any more.
  func videoControllerDidMuteVideo(_ videoController: VideoController)
  /// It has its sound again.
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

/// An ad that the app draws itself.
open class NativeAd: NSObject {
  /// Its headline.
  public var headline: String?
  /// Its text.
  public var body: String?
  /// What a tap does.
  public var callToAction: String?
  /// Its icon.
  public var icon: NativeAdImage?
  /// Its images.
  public var images: [NativeAdImage]?
  /// Its video or image.
  public let mediaContent = MediaContent()
  /// What the servers answered.
  public let responseInfo: ResponseInfo
  /// Hears what happens to it; not kept alive.
  public weak var delegate: (any NativeAdDelegate)?
  /// Presents what a tap opens.
  public weak var rootViewController: UIViewController?
  /// Called when it has earned money.
  public var paidEventHandler: GADPaidEventHandler?

  /// Makes an ad, as a loader does.
  public init(stubResponseInfo: ResponseInfo = ResponseInfo()) {
    responseInfo = stubResponseInfo
    super.init()
  }
}

/// Hears what happens to a native ad; in the SDK every method is optional.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol NativeAdDelegate: NSObjectProtocol {
  /// An impression was recorded.
  func nativeAdDidRecordImpression(_ nativeAd: NativeAd)
  /// A click was recorded.
  func nativeAdDidRecordClick(_ nativeAd: NativeAd)
  /// A click by swiping was recorded, beside the ordinary click.
  func nativeAdDidRecordSwipeGestureClick(_ nativeAd: NativeAd)
  /// A tap is about to open something over everything else.
  func nativeAdWillPresentScreen(_ nativeAd: NativeAd)
  /// That is about to go.
  func nativeAdWillDismissScreen(_ nativeAd: NativeAd)
  /// That is gone.
  func nativeAdDidDismissScreen(_ nativeAd: NativeAd)
  /// The user does not want to see it.
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
  /// The ad that it shows.
  public var nativeAd: NativeAd?
}
