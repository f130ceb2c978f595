/// A code of an error.
public enum MAErrorCode: Int, Sendable {
  /// An error without a category.
  case unspecified = -1
  /// No network has an ad.
  case noFill = 204
  /// Every network failed.
  case adLoadFailed = -5001
  /// The ad unit is unknown.
  case invalidAdUnitIdentifier = -5603
  /// The request failed.
  case networkError = -1000
  /// The request took too long.
  case networkTimeout = -1001
  /// There is no connection.
  case noNetwork = -1009
  /// Another full-screen ad is visible.
  case fullscreenAdAlreadyShowing = -23
  /// No ad is loaded.
  case fullscreenAdNotReady = -24
  /// The view controller cannot present.
  case fullscreenAdInvalidViewController = -25
}

/// The error of a load or a show.
open class MAError: NSObject {
  /// The code.
  public let code: MAErrorCode
  /// The text of the SDK; never recorded.
  public let message: String
  /// The code of the network; 0 for none.
  public let mediatedNetworkErrorCode: Int
  /// The text of the network; never recorded.
  public let mediatedNetworkErrorMessage: String
  /// The waterfall of a load.
  public let waterfall: MAAdWaterfallInfo?

  /// Creates an error.
  public init(
    stubCode: MAErrorCode, message: String = "text of unit 71aa0c93e5d2b846", networkCode: Int = 0,
    waterfall: MAAdWaterfallInfo? = nil
  ) {
    code = stubCode
    self.message = message
    mediatedNetworkErrorCode = networkCode
    mediatedNetworkErrorMessage = networkCode == 0 ? "" : message
    self.waterfall = waterfall
    super.init()
  }
}

/// What the networks answered to a load.
open class MAAdWaterfallInfo: NSObject {
  /// The name of the waterfall; never recorded.
  public let name: String
  /// The answers, in the order of the waterfall.
  public let networkResponses: [MANetworkResponseInfo]
  /// The duration of the load in seconds.
  public let latency: TimeInterval

  /// Creates a waterfall.
  public init(stubResponses: [MANetworkResponseInfo] = [], latency: TimeInterval = 0) {
    name = "Default Waterfall"
    networkResponses = stubResponses
    self.latency = latency
    super.init()
  }
}

/// The state of a network in a waterfall.
public enum MAAdLoadState: Int, Sendable {
  /// A network before it delivered an ad.
  case adLoadNotAttempted = 0
  /// The network delivered an ad.
  case adLoaded = 1
  /// The network failed.
  case adFailedToLoad = 2
}

/// The answer of one network.
open class MANetworkResponseInfo: NSObject {
  /// The state of the network.
  public let adLoadState: MAAdLoadState
  /// The network.
  public let mediatedNetwork: MAMediatedNetworkInfo
  /// The configuration of the network; never recorded.
  public let credentials: [String: Any]
  /// The duration in seconds; -1 if the network was not asked.
  public let latency: TimeInterval
  /// The error, if the network failed.
  public let error: MAError?

  /// Creates the answer of a network.
  public init(
    stubState: MAAdLoadState, adapter: String, latency: TimeInterval = -1, error: MAError? = nil
  ) {
    adLoadState = stubState
    mediatedNetwork = MAMediatedNetworkInfo(stubName: "Network", adapter: adapter)
    credentials = ["placement_id": "secret"]
    self.latency = latency
    self.error = error
    super.init()
  }
}

/// The state of a network's SDK.
public enum MAMediatedNetworkInfoInitializationStatus: Int, Sendable {
  /// The adapter was not initialized.
  case adapterNotInitialized = -4
  /// The network's SDK reports no state.
  case doesNotApply = -3
  /// The initialization has not ended.
  case initializing = -2
  /// The initialization ended without a state.
  case initializedUnknown = -1
  /// The initialization failed.
  case initializedFailure = 0
  /// The network is ready.
  case initializedSuccess = 1
}

/// A network.
open class MAMediatedNetworkInfo: NSObject {
  /// The name of the network.
  public let name: String
  /// The class name of the adapter.
  public let adapterClassName: String
  /// The state of the network's SDK.
  public let initializationStatus: MAMediatedNetworkInfoInitializationStatus

  /// Creates a network.
  public init(
    stubName: String, adapter: String,
    status: MAMediatedNetworkInfoInitializationStatus = .initializedSuccess
  ) {
    name = stubName
    adapterClassName = adapter
    initializationStatus = status
    super.init()
  }
}
