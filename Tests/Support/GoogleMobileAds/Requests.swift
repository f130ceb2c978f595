/// What an app asks for.
open class Request: NSObject, NSCopying {
  /// The scene in which the ad is to be shown.
  public weak var scene: UIWindowScene?
  /// Words that describe what the app shows.
  public var keywords: [String]?
  /// The address of what the app shows.
  public var contentURL: String?

  /// Makes a request.
  public override init() { super.init() }

  /// Makes an equal one.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = Request()
    copy.scene = scene
    copy.keywords = keywords
    copy.contentURL = contentURL
    return copy
  }
}

/// The domain of the errors of loads and of presentations alike.
public let GADErrorDomain = "com.google.admob"

/// The key of an error's user info under which the answer of a failed load is.
public let GADErrorUserInfoKeyResponseInfo = "GADErrorUserInfoKeyResponseInfo"

/// Why a load failed.
public struct RequestError: Error {
  /// The numbers; they share their domain with those of presentations.
  public enum Code: Int, Sendable {
    /// Something is missing in the request.
    case invalidRequest = 0
    /// There is no ad.
    case noFill = 1
    /// No network.
    case networkError = 2
    /// The server had an error.
    case serverError = 3
    /// The system is too old.
    case osVersionTooLow = 4
    /// It took too long.
    case timeout = 5
    /// The answer of mediation is not valid.
    case mediationDataError = 7
    /// An adapter is missing or failed.
    case mediationAdapterError = 8
    /// An adapter delivered an ad of the wrong size.
    case mediationInvalidAdSize = 10
    /// Something within the SDK.
    case internalError = 11
    /// An argument is not valid.
    case invalidArgument = 12
    /// The answer is not valid.
    case receivedInvalidResponse = 13
    /// The ad was used before.
    case adAlreadyUsed = 19
    /// The app's id is missing.
    case applicationIdentifierMissing = 20
    /// The string of a bidding ad is not valid; in a presentation the number means something else.
    case receivedInvalidAdString = 21
  }
}

extension NSError {
  /// An error of a load, with what the servers answered.
  public static func stubLoad(_ code: RequestError.Code, _ info: ResponseInfo? = nil) -> NSError {
    NSError(
      domain: GADErrorDomain, code: code.rawValue,
      userInfo: info.map { [GADErrorUserInfoKeyResponseInfo: $0] } ?? [:])
  }

  /// An error of a presentation: 15 not ready, 16 too large, 17 internal, 18 used before,
  /// 21 not on the main thread, 22 the adapter failed.
  public static func stubPresentation(_ code: Int) -> NSError {
    NSError(domain: GADErrorDomain, code: code)
  }
}
