/// What the servers answered to a request.
open class ResponseInfo: NSObject {
  /// Names the answer.
  public let responseIdentifier: String?
  /// Of the adapter that delivered the ad; nil where none did.
  public let loadedAdNetworkResponseInfo: AdNetworkResponseInfo?
  /// Of every adapter that the answer named.
  public let adNetworkInfoArray: [AdNetworkResponseInfo]
  /// More of what was answered.
  public var extras: [String: Any] = [:]

  /// Makes an answer.
  public init(
    stubIdentifier: String? = nil, loaded: AdNetworkResponseInfo? = nil,
    networks: [AdNetworkResponseInfo] = []
  ) {
    responseIdentifier = stubIdentifier
    loadedAdNetworkResponseInfo = loaded
    adNetworkInfoArray = networks
    super.init()
  }
}

/// What one adapter did for an answer.
open class AdNetworkResponseInfo: NSObject {
  /// The class of the adapter.
  public let adNetworkClassName: String
  /// What it was told of the ad unit; never recorded.
  public var adUnitMapping: [String: Any] = [:]
  /// The name of the network.
  public var adSourceName: String?
  /// Its error; nil where it delivered or was not asked.
  public let error: (any Error)?
  /// Seconds that it took; 0 where it was not asked.
  public let latency: TimeInterval

  /// Makes one.
  public init(stubClass: String, latency: TimeInterval = 0, error: (any Error)? = nil) {
    adNetworkClassName = stubClass
    self.latency = latency
    self.error = error
    super.init()
  }
}

/// How sure the value of an ad is.
public enum AdValuePrecision: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// Estimated from others.
  case estimated = 1
  /// As the publisher has set it.
  case publisherProvided = 2
  /// As it is paid.
  case precise = 3
}

/// What an ad earned.
open class AdValue: NSObject {
  /// The amount in units of the currency.
  public let value: NSDecimalNumber
  /// The currency by ISO 4217.
  public let currencyCode: String
  /// How sure the amount is.
  public let precision: AdValuePrecision

  /// Makes a value.
  public init(stubValue: NSDecimalNumber, currency: String, precision: AdValuePrecision) {
    value = stubValue
    currencyCode = currency
    self.precision = precision
    super.init()
  }
}

/// Called when an ad has earned money.
public typealias GADPaidEventHandler = (AdValue) -> Void

/// What the user gets for an ad.
open class AdReward: NSObject {
  /// Its name.
  public let type: String
  /// How much of it.
  public let amount: NSDecimalNumber

  /// Makes a reward.
  public init(stubType: String, amount: NSDecimalNumber) {
    type = stubType
    self.amount = amount
    super.init()
  }
}
