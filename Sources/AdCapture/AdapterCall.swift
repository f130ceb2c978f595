/// Decides what one call of an adapter may forward to the SDK, and the SDK to the adapter.
///
/// The journal records everything that the adapter does. The SDK receives one completion, with an
/// ad or an error, and each impression and click from one side only: from the adapter if it tracks
/// them itself, else from its own tracking.
public struct AdapterCall: Sendable {
  /// The events that the adapter tracks itself.
  public struct Tracking: Equatable, Sendable {
    /// Whether the adapter tracks impressions.
    public var impressions: Bool
    /// Whether the adapter tracks clicks.
    public var clicks: Bool

    /// Creates the tracking of an adapter; by default it tracks both, as all but native ads do.
    public init(impressions: Bool = true, clicks: Bool = true) {
      self.impressions = impressions
      self.clicks = clicks
    }
  }

  /// The completion that is forwarded to the SDK.
  public enum Completion: Equatable, Sendable {
    /// The ad.
    case ad
    /// The adapter's error.
    case error
    /// A substitute error, because the adapter returned neither an ad nor an error.
    case missing
    /// Nothing, because the call was completed before.
    case duplicate
  }

  private var isCompleted = false
  private var hasImpression = false
  /// The events that the adapter tracks; set this when it delivers its ad.
  public var tracking = Tracking()

  /// Creates a call that has not completed.
  public init() {}

  /// Handles a completion; an ad that comes with an error counts as an error.
  public mutating func complete(hasAd: Bool, hasError: Bool) -> Completion {
    if isCompleted { return .duplicate }
    isCompleted = true
    if hasError { return .error }
    return hasAd ? .ad : .missing
  }

  /// Returns whether to forward an impression that the adapter reports: only the first one, and
  /// only if the adapter tracks impressions.
  public mutating func forwardsImpressionToSDK() -> Bool {
    defer { hasImpression = true }
    return tracking.impressions && !hasImpression
  }

  /// Returns whether to forward a click that the adapter reports.
  public func forwardsClickToSDK() -> Bool { tracking.clicks }

  /// Returns whether to forward an impression that the SDK reports.
  public func forwardsImpressionToAdapter() -> Bool { !tracking.impressions }

  /// Returns whether to forward a click that the SDK reports.
  public func forwardsClickToAdapter() -> Bool { !tracking.clicks }
}
