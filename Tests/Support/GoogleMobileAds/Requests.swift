/// A request of ads.
open class Request: NSObject, NSCopying {
  /// The scene in which the ad will be shown.
  public weak var scene: UIWindowScene?
  /// Keywords for the app's content.
  public var keywords: [String]?
  /// The URL of the app's content.
  public var contentURL: String?

  /// Creates a request.
  public override init() { super.init() }

  /// Creates an equal request.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = Request()
    copy.scene = scene
    copy.keywords = keywords
    copy.contentURL = contentURL
    return copy
  }
}

/// The domain of the errors of loads and presentations.
public let GADErrorDomain = "com.google.admob"

/// The key of the response of a failed load in an error's user info.
public let GADErrorUserInfoKeyResponseInfo = "GADErrorUserInfoKeyResponseInfo"

/// The error of a failed load.
public struct RequestError: Error {
  /// The error codes; those of presentations have the same domain.
  public enum Code: Int, Sendable {
    /// The request is invalid.
    case invalidRequest = 0
    /// No ad is available.
    case noFill = 1
    /// There was a network error.
    case networkError = 2
    /// There was a server error.
    case serverError = 3
    /// The version of the system is too old.
    case osVersionTooLow = 4
    /// The load timed out.
    case timeout = 5
    /// The mediation data is invalid.
    case mediationDataError = 7
    /// A mediation adapter is missing or failed.
    case mediationAdapterError = 8
    /// The size of a mediated ad is invalid.
    case mediationInvalidAdSize = 10
    /// There was an internal error.
    case internalError = 11
    /// An argument is invalid.
    case invalidArgument = 12
    /// The response is invalid.
    case receivedInvalidResponse = 13
    /// The ad was already used.
    case adAlreadyUsed = 19
    /// The application identifier is missing.
    case applicationIdentifierMissing = 20
    /// The ad string is invalid; in a presentation this code has another meaning.
    case receivedInvalidAdString = 21
  }
}

extension NSError {
  /// Creates an error of a load with a response.
  public static func stubLoad(_ code: RequestError.Code, _ info: ResponseInfo? = nil) -> NSError {
    NSError(
      domain: GADErrorDomain, code: code.rawValue,
      userInfo: info.map { [GADErrorUserInfoKeyResponseInfo: $0] } ?? [:])
  }

  /// Creates an error of a presentation.
  ///
  /// The codes are 15 (not ready), 16 (too large), 17 (internal), 18 (already used), 21 (not on the
  /// main thread) and 22 (adapter failed).
  public static func stubPresentation(_ code: Int) -> NSError {
    NSError(domain: GADErrorDomain, code: code)
  }
}
