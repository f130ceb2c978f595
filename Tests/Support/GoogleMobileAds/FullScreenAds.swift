/// The common superclass of the four full-screen ad classes, which does not exist in the SDK.
open class StubFullScreenAd: NSObject, FullScreenPresentingAd {
  /// The ad unit ID.
  public let adUnitID: String
  /// The response of the ad servers.
  public let responseInfo: ResponseInfo
  /// The delegate; not retained.
  public weak var fullScreenContentDelegate: (any FullScreenContentDelegate)?
  /// The paid event handler.
  public var paidEventHandler: GADPaidEventHandler?
  /// The placement ID for reports.
  public var placementID: Int64 = 0
  /// The error that ``canPresent(from:)`` throws.
  public var stubMisfit: (any Error)?
  /// Called when the app calls `present`.
  public var stubOnPresent: (UIViewController?) -> Void = { _ in }
  fileprivate var stubReward: () -> Void = {}

  /// Creates a loaded ad.
  public required init(stubUnit: String, responseInfo: ResponseInfo = ResponseInfo()) {
    adUnitID = stubUnit
    self.responseInfo = responseInfo
    super.init()
  }

  /// Throws an error if the ad cannot be presented.
  @MainActor public func canPresent(from rootViewController: UIViewController?) throws {
    if let stubMisfit { throw stubMisfit }
  }

  /// Simulates that the user earns the reward.
  public func stubEarn() { stubReward() }
}

/// An app-open ad.
open class AppOpenAd: StubFullScreenAd {
  /// Loads an ad and calls the handler once.
  public class func load(
    with adUnitID: String, request: Request?,
    completionHandler: @escaping @Sendable (AppOpenAd?, (any Error)?) -> Void
  ) {
    StubAds.load(adUnitID, request, completionHandler)
  }

  /// Presents the ad.
  @MainActor public func present(from rootViewController: UIViewController?) {
    stubOnPresent(rootViewController)
  }
}

/// An interstitial ad.
open class InterstitialAd: StubFullScreenAd {
  /// Loads an ad and calls the handler once.
  public class func load(
    with adUnitID: String, request: Request?,
    completionHandler: @escaping @Sendable (InterstitialAd?, (any Error)?) -> Void
  ) {
    StubAds.load(adUnitID, request, completionHandler)
  }

  /// Presents the ad.
  @MainActor public func present(from rootViewController: UIViewController?) {
    stubOnPresent(rootViewController)
  }
}

/// A rewarded ad.
open class RewardedAd: StubFullScreenAd {
  /// The reward of the ad.
  public var adReward = AdReward(stubType: "coins", amount: 10)

  /// Loads an ad and calls the handler once.
  public class func load(
    with adUnitID: String, request: Request?,
    completionHandler: @escaping @Sendable (RewardedAd?, (any Error)?) -> Void
  ) {
    StubAds.load(adUnitID, request, completionHandler)
  }

  /// Presents the ad.
  @MainActor public func present(
    from rootViewController: UIViewController?, userDidEarnRewardHandler: @escaping () -> Void
  ) {
    stubReward = userDidEarnRewardHandler
    stubOnPresent(rootViewController)
  }
}

/// A rewarded interstitial ad.
open class RewardedInterstitialAd: StubFullScreenAd {
  /// The reward of the ad.
  public var adReward = AdReward(stubType: "coins", amount: 10)

  /// Loads an ad and calls the handler once.
  public class func load(
    with adUnitID: String, request: Request?,
    completionHandler: @escaping @Sendable (RewardedInterstitialAd?, (any Error)?) -> Void
  ) {
    StubAds.load(adUnitID, request, completionHandler)
  }

  /// Presents the ad.
  @MainActor public func present(
    from rootViewController: UIViewController?, userDidEarnRewardHandler: @escaping () -> Void
  ) {
    stubReward = userDidEarnRewardHandler
    stubOnPresent(rootViewController)
  }
}
