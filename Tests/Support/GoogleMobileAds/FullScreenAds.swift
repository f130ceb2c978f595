/// What the four kinds of full-screen ads have in common here; in the SDK they have no such class.
open class StubFullScreenAd: NSObject, FullScreenPresentingAd {
  /// The ad unit id.
  public let adUnitID: String
  /// What the servers answered.
  public let responseInfo: ResponseInfo
  /// Hears what happens to it; not kept alive.
  public weak var fullScreenContentDelegate: (any FullScreenContentDelegate)?
  /// Called when it has earned money.
  public var paidEventHandler: GADPaidEventHandler?
  /// Names a place in reports.
  public var placementID: Int64 = 0
  /// What ``canPresent(from:)`` throws.
  public var stubMisfit: (any Error)?
  /// What is done when the app calls `present`.
  public var stubOnPresent: (UIViewController?) -> Void = { _ in }
  fileprivate var stubReward: () -> Void = {}

  /// Makes an ad, as a load does.
  public required init(stubUnit: String, responseInfo: ResponseInfo = ResponseInfo()) {
    adUnitID = stubUnit
    self.responseInfo = responseInfo
    super.init()
  }

  /// Whether it can be shown; throws why not.
  @MainActor public func canPresent(from rootViewController: UIViewController?) throws {
    if let stubMisfit { throw stubMisfit }
  }

  /// Has the user earn the reward.
  public func stubEarn() { stubReward() }
}

/// An ad that is shown when the app is opened.
open class AppOpenAd: StubFullScreenAd {
  /// Loads an ad; the handler is called once.
  public class func load(
    with adUnitID: String, request: Request?,
    completionHandler: @escaping @Sendable (AppOpenAd?, (any Error)?) -> Void
  ) {
    StubAds.load(adUnitID, request, completionHandler)
  }

  /// Shows it.
  @MainActor public func present(from rootViewController: UIViewController?) {
    stubOnPresent(rootViewController)
  }
}

/// An ad that is shown between two screens.
open class InterstitialAd: StubFullScreenAd {
  /// Loads an ad; the handler is called once.
  public class func load(
    with adUnitID: String, request: Request?,
    completionHandler: @escaping @Sendable (InterstitialAd?, (any Error)?) -> Void
  ) {
    StubAds.load(adUnitID, request, completionHandler)
  }

  /// Shows it.
  @MainActor public func present(from rootViewController: UIViewController?) {
    stubOnPresent(rootViewController)
  }
}

/// An ad that the user watches for a reward.
open class RewardedAd: StubFullScreenAd {
  /// The reward.
  public var adReward = AdReward(stubType: "coins", amount: 10)

  /// Loads an ad; the handler is called once.
  public class func load(
    with adUnitID: String, request: Request?,
    completionHandler: @escaping @Sendable (RewardedAd?, (any Error)?) -> Void
  ) {
    StubAds.load(adUnitID, request, completionHandler)
  }

  /// Shows it.
  @MainActor public func present(
    from rootViewController: UIViewController?, userDidEarnRewardHandler: @escaping () -> Void
  ) {
    stubReward = userDidEarnRewardHandler
    stubOnPresent(rootViewController)
  }
}

/// An ad with a reward that the user did not ask for.
open class RewardedInterstitialAd: StubFullScreenAd {
  /// The reward.
  public var adReward = AdReward(stubType: "coins", amount: 10)

  /// Loads an ad; the handler is called once.
  public class func load(
    with adUnitID: String, request: Request?,
    completionHandler: @escaping @Sendable (RewardedInterstitialAd?, (any Error)?) -> Void
  ) {
    StubAds.load(adUnitID, request, completionHandler)
  }

  /// Shows it.
  @MainActor public func present(
    from rootViewController: UIViewController?, userDidEarnRewardHandler: @escaping () -> Void
  ) {
    stubReward = userDidEarnRewardHandler
    stubOnPresent(rootViewController)
  }
}
