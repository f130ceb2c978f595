public import AdRecording

#if canImport(GoogleMobileAds)
  internal import Foundation
  public import GoogleMobileAds

  /// A full-screen ad of the SDK that an ``AdRecorder`` can load and present.
  ///
  /// The four classes of the SDK have these in common and no type that says so. What begins with
  /// `sdk` is a call of the SDK itself, and records nothing. Each class makes these calls in its own
  /// file, though they read the same: whether a closure is declared for the main actor differs between
  /// versions of the SDK, and a requirement would have to be one of the two to the letter.
  public protocol RecordableAd: FullScreenPresentingAd, SendableMetatype {
    /// The format in the journal.
    static var recordedFormat: Recorded.Format { get }
    /// The ad unit id.
    var adUnitID: String { get }
    /// What the servers answered.
    var responseInfo: ResponseInfo { get }

    /// Loads an ad of this class.
    static func sdkLoad(
      _ unit: String, _ request: Request?,
      _ completion: @escaping @Sendable ((any RecordableAd)?, (any Error)?) -> Void)

    /// Sets the handler of paid events, which gets the one that was there, if any; whether there was.
    func sdkSetPaidHandler(
      _ handler: @escaping @Sendable (_ value: AdValue, _ found: ((AdValue) -> Void)?) -> Void
    ) -> Bool

    /// Whether the ad can be presented; throws why not.
    @MainActor func sdkCanPresent(from presenter: UIViewController?) throws
  }

  /// A full-screen ad without a reward.
  public protocol UnrewardedAd: RecordableAd {
    /// Presents it.
    @MainActor func sdkPresent(from presenter: UIViewController?)
  }

  /// A full-screen ad with a reward.
  public protocol RewardingAd: RecordableAd {
    /// The reward.
    var adReward: AdReward { get }
    /// Presents it; the handler is called when the user has earned the reward.
    @MainActor func sdkPresent(
      from presenter: UIViewController?, reward: @escaping @Sendable () -> Void)
  }
#endif
