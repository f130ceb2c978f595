/// A loaded ad.
open class MAAd: NSObject {
  /// The ad unit ID.
  public let adUnitIdentifier: String
  /// The name of the network.
  public let networkName: String
  /// The network's identifier of the creative.
  public let creativeIdentifier: String?
  /// The revenue in US dollars; negative if it is not known.
  public var revenue: Double
  /// How precise the revenue is: `exact`, `estimated`, `publisher_defined`, `undefined` or empty.
  public var revenuePrecision: String
  /// The waterfall that delivered the ad.
  public let waterfall: MAAdWaterfallInfo

  /// Creates an ad.
  public init(
    stubUnit: String, network: String = "Example Network", creative: String? = nil,
    revenue: Double = 0.004, precision: String = "exact",
    waterfall: MAAdWaterfallInfo = MAAdWaterfallInfo()
  ) {
    adUnitIdentifier = stubUnit
    networkName = network
    creativeIdentifier = creative
    self.revenue = revenue
    revenuePrecision = precision
    self.waterfall = waterfall
    super.init()
  }
}

/// A reward.
open class MAReward: NSObject {
  /// The type of the reward.
  public let label: String
  /// The amount of the reward.
  public let amount: Int

  /// Creates a reward.
  public init(stubLabel: String = "coins", amount: Int = 10) {
    label = stubLabel
    self.amount = amount
    super.init()
  }
}

/// The common superclass of the objects for full-screen ads, which does not exist in the SDK.
open class StubMAFullScreenAd: NSObject {
  /// The ad unit ID.
  public let adUnitIdentifier: String
  /// Whether an ad can be shown.
  public var isReady = false
  /// The delegate for revenue; not retained.
  public weak var revenueDelegate: (any MAAdRevenueDelegate)?
  /// The delegate for requests; not retained.
  public weak var requestDelegate: (any MAAdRequestDelegate)?
  /// The delegate for ads that expired; not retained.
  public weak var expirationDelegate: (any MAAdExpirationDelegate)?
  /// The delegate for Ad Review; not retained.
  public weak var adReviewDelegate: (any MAAdReviewDelegate)?
  /// Called when the app loads.
  public var stubOnLoad: () -> Void = {}
  /// Called when the app shows, with the placement, the custom data and the view controller.
  public var stubOnShow: (String?, String?, UIViewController?) -> Void = { _, _, _ in }

  /// Creates an object for an ad unit.
  public init(adUnitIdentifier: String) {
    self.adUnitIdentifier = adUnitIdentifier
    super.init()
  }

  /// Loads an ad.
  open func load() { stubOnLoad() }

  /// Shows the loaded ad.
  open func show(forPlacement placement: String?, customData: String?) {
    stubOnShow(placement, customData, nil)
  }
}

/// Loads and shows interstitial ads, one after the other.
open class MAInterstitialAd: StubMAFullScreenAd {
  /// The delegate; not retained.
  public weak var delegate: (any MAAdDelegate)?

  /// Shows the loaded ad over a view controller.
  open func show(
    forPlacement placement: String?, customData: String?, viewController: UIViewController?
  ) { stubOnShow(placement, customData, viewController) }
}

/// Loads and shows app-open ads, one after the other.
open class MAAppOpenAd: StubMAFullScreenAd {
  /// The delegate; not retained.
  public weak var delegate: (any MAAdDelegate)?
}

/// Loads and shows rewarded ads, one after the other; in the SDK there is one for each unit.
open class MARewardedAd: StubMAFullScreenAd {
  /// The delegate; not retained.
  public weak var delegate: (any MARewardedAdDelegate)?

  /// Returns the object of an ad unit; here always a new one.
  public class func shared(withAdUnitIdentifier adUnitIdentifier: String) -> MARewardedAd {
    MARewardedAd(adUnitIdentifier: adUnitIdentifier)
  }

  /// Shows the loaded ad over a view controller.
  open func show(
    forPlacement placement: String?, customData: String?, viewController: UIViewController?
  ) { stubOnShow(placement, customData, viewController) }
}
