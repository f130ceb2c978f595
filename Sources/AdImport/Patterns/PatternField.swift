/// A fact that a row of a pattern table gives: a constant, or a named group of the expression.
package enum PatternField: UInt8, CaseIterable, Sendable {
  /// The ad format, as the log calls it; see ``AdLabels/format(_:)``.
  case format
  /// The ad unit, placement id or zone that names what was loaded.
  case unit
  /// The network that delivered the ad.
  case network
  /// The code of an error.
  case code
  /// The domain of an error.
  case domain
  /// The message of an error.
  case message
  /// The cause of an error, a word of the journal such as `no_fill`.
  case cause
  /// The amount of a reward.
  case amount
  /// The type of a reward.
  case type
  /// The revenue of an impression, in units of the currency.
  case revenue
  /// The revenue of an impression, in millionths of the currency unit.
  case micros
  /// The currency of the revenue.
  case currency
  /// How precise the revenue is.
  case precision
  /// How long a load took, with its unit.
  case latency
  /// The id of the ad.
  case ad
  /// The id of the creative.
  case creative
  /// The id of the response.
  case response
  /// The place in the app.
  case placement
  /// The SDK, where only the words of the app name it; see ``AdLabels/sdk(_:)``.
  case sdk
  /// The version of the SDK.
  case version

  /// The name in a table: the name of the case.
  package var name: String {
    switch self {
    case .format: "format"
    case .unit: "unit"
    case .network: "network"
    case .code: "code"
    case .domain: "domain"
    case .message: "message"
    case .cause: "cause"
    case .amount: "amount"
    case .type: "type"
    case .revenue: "revenue"
    case .micros: "micros"
    case .currency: "currency"
    case .precision: "precision"
    case .latency: "latency"
    case .ad: "ad"
    case .creative: "creative"
    case .response: "response"
    case .placement: "placement"
    case .sdk: "sdk"
    case .version: "version"
    }
  }

  /// The field with this name.
  static func named(_ name: String) -> PatternField? { allCases.first { $0.name == name } }

  /// The names of all fields.
  static var names: [String] { allCases.map { $0.name } }
}
