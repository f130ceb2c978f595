/// The response of the ad servers.
open class ResponseInfo: NSObject {
  /// The response ID.
  public let responseIdentifier: String?
  /// The response of the adapter that delivered the ad, if any.
  public let loadedAdNetworkResponseInfo: AdNetworkResponseInfo?
  /// The responses of all adapters.
  public let adNetworkInfoArray: [AdNetworkResponseInfo]
  /// Further data by name.
  public var extras: [String: Any] = [:]

  /// Creates a response.
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

/// The response of one adapter.
open class AdNetworkResponseInfo: NSObject {
  /// The class name of the adapter.
  public let adNetworkClassName: String
  /// The configuration of the ad unit; never recorded.
  public var adUnitMapping: [String: Any] = [:]
  /// The name of the network.
  public var adSourceName: String?
  /// The error; `nil` if the adapter delivered an ad or was not called.
  public let error: (any Error)?
  /// The latency in seconds; 0 if the adapter was not called.
  public let latency: TimeInterval

  /// Creates the response of an adapter.
  public init(stubClass: String, latency: TimeInterval = 0, error: (any Error)? = nil) {
    adNetworkClassName = stubClass
    self.latency = latency
    self.error = error
    super.init()
  }
}

/// The precision of an ad's value.
public enum AdValuePrecision: Int, Sendable {
  /// The value is unknown.
  case unknown = 0
  /// The value is estimated.
  case estimated = 1
  /// The value was set by the publisher.
  case publisherProvided = 2
  /// The value is exact.
  case precise = 3
}

/// The value of a paid event.
open class AdValue: NSObject {
  /// The amount in units of the currency.
  public let value: NSDecimalNumber
  /// The ISO 4217 currency code.
  public let currencyCode: String
  /// The precision of the amount.
  public let precision: AdValuePrecision

  /// Creates a value.
  public init(stubValue: NSDecimalNumber, currency: String, precision: AdValuePrecision) {
    value = stubValue
    currencyCode = currency
    self.precision = precision
    super.init()
  }
}

/// The type of paid event handlers.
public typealias GADPaidEventHandler = (AdValue) -> Void

/// The reward of an ad.
open class AdReward: NSObject {
  /// The name as text.
  public let type: String
  /// The amount of the reward.
  public let amount: NSDecimalNumber

  /// Creates a reward.
  public init(stubType: String, amount: NSDecimalNumber) {
    type = stubType
    self.amount = amount
    super.init()
  }
}
