/// When an ad SDK gave an error.
///
/// A domain and a code do not say it: Google's loads and presentations share both, and 21 is an
/// invalid string in the one, the wrong thread in the other.
public enum ErrorPhase: Sendable {
  /// While an ad was loaded: `ad.failed_to_load`.
  case load
  /// When it was to be presented, or was asked whether it can be: `ad.failed_to_present`.
  case present

  /// The domain of Google's errors in both phases.
  public static let googleDomain = "com.google.admob"

  /// What a code of Google's means in this phase; nil for one that is not known.
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

/// An error as an SDK gave it, as far as a journal may say it.
public struct AdError: Equatable, Sendable {
  /// The domain of its code.
  public var domain: String
  /// Its code.
  public var code: Int
  /// The error that caused it, for adapters: domain and code.
  public var cause: Cause?

  /// The domain and code of an error behind another one.
  public struct Cause: Equatable, Sendable {
    /// The domain of its code.
    public var domain: String
    /// Its code.
    public var code: Int

    /// Makes a cause.
    public init(domain: String, code: Int) {
      self.domain = domain
      self.code = code
    }
  }

  /// Makes an error.
  public init(domain: String, code: Int, cause: Cause? = nil) {
    self.domain = domain
    self.code = code
    self.cause = cause
  }

  /// What the code means in a phase, and what caused it; nil where neither is known.
  ///
  /// The SDK's own text stays out: it can name units, addresses and people.
  public func message(in phase: ErrorPhase) -> String? {
    let meaning = domain == ErrorPhase.googleDomain ? phase.meaning(of: code) : nil
    guard let cause else { return meaning }
    return "\(meaning ?? "error"): \(cause.domain) \(cause.code)"
  }

  /// A load that gave neither an ad nor an error.
  public static let nothing = AdError(domain: "adjournal", code: -1)
}
