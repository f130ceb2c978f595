// Signatures of the beta module of the Google Mobile Ads SDK, version 13.3 and later.
public import GoogleMobileAds

/// The ads that a preloader keeps ready.
open class PreloadConfigurationV2: NSObject {
  /// The ad unit ID.
  public let adUnitID: String
  /// The request of the ads.
  public let request: Request
  /// The number of ads.
  public var bufferSize: UInt = 0

  /// Creates the configuration of a unit.
  public init(adUnitID: String, request: Request = Request()) {
    self.adUnitID = adUnitID
    self.request = request
    super.init()
  }
}

/// The delegate of a preloader; in the SDK every method is optional.
#if !ADS_WITHOUT_ACTORS
  @MainActor
#endif
public protocol PreloadDelegate: NSObjectProtocol {
  /// An ad is ready.
  func adAvailable(forPreloadID preloadID: String, responseInfo: ResponseInfo)
  /// No ad is ready any more.
  func adsExhausted(forPreloadID preloadID: String)
  /// A load failed.
  func adFailedToPreload(forPreloadID preloadID: String, error: any Error)
}

/// The common superclass of the four preloaders, which does not exist in the SDK.
open class StubPreloader<Ad: StubFullScreenAd>: NSObject {
  private struct Observer {
    weak var delegate: (any PreloadDelegate)?
  }

  private let lock = NSLock()
  private var observers: [String: Observer] = [:]
  private var ready: [String: [Ad]] = [:]

  /// Starts to keep ads ready, without retaining the delegate; refuses an id that is in use.
  public func preload(
    for preloadID: String, configuration: PreloadConfigurationV2,
    delegate: (any PreloadDelegate)?
  ) -> Bool {
    lock.withLock {
      guard ready[preloadID] == nil else { return false }
      ready[preloadID] = []
      observers[preloadID] = Observer(delegate: delegate)
      return true
    }
  }

  /// Returns whether an ad is ready.
  public func isAdAvailable(with preloadID: String) -> Bool {
    lock.withLock { ready[preloadID]?.isEmpty == false }
  }

  /// Returns a ready ad.
  public func ad(with preloadID: String) -> Ad? {
    lock.withLock {
      guard ready[preloadID]?.isEmpty == false else { return nil }
      return ready[preloadID]?.removeFirst()
    }
  }

  /// Stops to keep ads ready.
  public func stopPreloadingAndRemoveAds(for preloadID: String) {
    lock.withLock { (ready[preloadID], observers[preloadID]) = (nil, nil) }
  }

  /// Makes an ad ready, or none for `nil`; returns the delegate of the preloader.
  public func stubProvide(_ preloadID: String, _ ad: Ad?) -> (any PreloadDelegate)? {
    lock.withLock {
      if let ad { ready[preloadID]?.append(ad) }
      return observers[preloadID]?.delegate
    }
  }
}

/// The preloader of app-open ads.
public final class AppOpenAdPreloader: StubPreloader<AppOpenAd>, @unchecked Sendable {
  /// The shared preloader.
  public static let shared = AppOpenAdPreloader()
}

/// The preloader of interstitial ads.
public final class InterstitialAdPreloader: StubPreloader<InterstitialAd>, @unchecked Sendable {
  /// The shared preloader.
  public static let shared = InterstitialAdPreloader()
}

/// The preloader of rewarded ads.
public final class RewardedAdPreloader: StubPreloader<RewardedAd>, @unchecked Sendable {
  /// The shared preloader.
  public static let shared = RewardedAdPreloader()
}

/// The preloader of rewarded interstitial ads.
public final class RewardedInterstitialAdPreloader: StubPreloader<RewardedInterstitialAd>,
  @unchecked Sendable
{
  /// The shared preloader.
  public static let shared = RewardedInterstitialAdPreloader()
}
