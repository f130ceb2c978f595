/// The phase in which an ad SDK reported an error.
///
/// Domain and code do not determine it: Google uses the same domain for loads and presentations,
/// and code 21 is an invalid ad string in the former and the wrong thread in the latter.
public enum ErrorPhase: Sendable {
  /// While loading: `ad.failed_to_load`.
  case load
  /// While presenting or checking whether an ad can be presented: `ad.failed_to_present`.
  case present

  /// The error domain of the Google Mobile Ads SDK, in both phases.
  public static let googleDomain = "com.google.admob"

  /// Returns the meaning of a Google error code in this phase; `nil` if it is unknown.
  public func meaning(of code: Int) -> String? {
    switch self {
    case .load: Self.loadMeanings[code]
    case .present: Self.presentMeanings[code]
    }
  }

  private static let loadMeanings = [
    0: "invalid request", 1: "no fill", 2: "network error", 3: "server error",
    4: "system too old", 5: "timeout", 6: "interstitial already used",
    7: "invalid mediation data", 8: "mediation adapter failed", 9: "mediation without fill",
    10: "mediated ad of invalid size", 11: "internal error", 12: "invalid argument",
    13: "invalid response", 19: "ad already used", 20: "application identifier missing",
    21: "invalid ad string",
  ]

  private static let presentMeanings = [
    15: "ad not ready", 16: "ad too large for the scene", 17: "internal error",
    18: "ad already used", 21: "not on the main thread", 22: "mediation adapter failed",
  ]
}

/// The parts of an SDK error that a journal may contain.
public struct AdError: Equatable, Sendable {
  /// The error domain.
  public var domain: String
  /// The error code within its domain.
  public var code: Int
  /// The underlying error, for example of an adapter.
  public var cause: Cause?

  /// The domain and code of an underlying error.
  public struct Cause: Equatable, Sendable {
    /// The error domain.
    public var domain: String
    /// The error code within its domain.
    public var code: Int

    /// Creates an underlying error from domain and code.
    public init(domain: String, code: Int) {
      self.domain = domain
      self.code = code
    }
  }

  /// Creates an error from domain and code.
  public init(domain: String, code: Int, cause: Cause? = nil) {
    self.domain = domain
    self.code = code
    self.cause = cause
  }

  /// Returns the meaning of the code in a phase, and the cause; `nil` if neither is known.
  ///
  /// It never contains the text of the SDK, which can include ad units, addresses and personal
  /// data.
  public func message(in phase: ErrorPhase) -> String? {
    let meaning = domain == ErrorPhase.googleDomain ? phase.meaning(of: code) : nil
    guard let cause else { return meaning }
    return "\(meaning ?? "error"): \(cause.domain) \(cause.code)"
  }

  /// The message for a load that returned neither an ad nor an error, and so has no code.
  public static let noResult = "the SDK returned neither an ad nor an error"
}
