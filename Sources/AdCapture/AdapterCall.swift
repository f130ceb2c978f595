/// What one call of an adapter may still pass on to the SDK, and the SDK to it.
///
/// The journal gets all that an adapter does. The SDK gets one completion, an ad or an error, and
/// each impression and click from one side: the adapter's where that tracks them itself, else its
/// own.
public struct AdapterCall: Sendable {
  /// Who tracks.
  public struct Tracking: Equatable, Sendable {
    /// Whether the adapter tracks impressions.
    public var impressions: Bool
    /// Whether the adapter tracks clicks.
    public var clicks: Bool

    /// Makes one; but for native ads an adapter tracks both.
    public init(impressions: Bool = true, clicks: Bool = true) {
      self.impressions = impressions
      self.clicks = clicks
    }
  }

  /// What the SDK gets of a completion.
  public enum Completion: Equatable, Sendable {
    /// The ad.
    case ad
    /// The adapter's error.
    case error
    /// An error in the adapter's place, since it gave neither.
    case neither
    /// Nothing: it was completed before.
    case again
  }

  private var isCompleted = false
  private var hasImpression = false
  /// Who tracks; known when the adapter delivers its ad.
  public var tracking = Tracking()

  /// A call that has begun.
  public init() {}

  /// What the SDK gets of a completion; an ad that comes with an error is not to be trusted.
  public mutating func complete(hasAd: Bool, hasError: Bool) -> Completion {
    if isCompleted { return .again }
    isCompleted = true
    if hasError { return .error }
    return hasAd ? .ad : .neither
  }

  /// Whether the SDK gets the impression that the adapter reports: one, and of an adapter that
  /// tracks them.
  public mutating func passesImpression() -> Bool {
    defer { hasImpression = true }
    return tracking.impressions && !hasImpression
  }

  /// Whether the SDK gets the click that the adapter reports.
  public func passesClick() -> Bool { tracking.clicks }

  /// Whether the adapter gets the impression of which the SDK tells it.
  public func hearsImpression() -> Bool { !tracking.impressions }

  /// Whether the adapter gets the click of which the SDK tells it.
  public func hearsClick() -> Bool { !tracking.clicks }
}
