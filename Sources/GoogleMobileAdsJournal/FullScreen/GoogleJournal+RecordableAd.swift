import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

extension GoogleJournal {
  /// A full-screen ad of the SDK that an ``AdRecorder`` can load and present.
  ///
  /// The four classes of the SDK have these members in common, but no common type. Methods with the
  /// prefix `sdk` call the SDK and record nothing. Each class implements them in its own file with
  /// the same text, because some versions of the SDK declare closures for the main actor and others
  /// do not, and a protocol requirement would have to match one of them exactly.
  nonisolated protocol RecordableAd: FullScreenPresentingAd, SendableMetatype {
    /// The format in the journal.
    static var recordedFormat: Recorded.Format { get }
    /// The ad unit ID.
    var adUnitID: String { get }
    /// The response of the ad servers.
    var responseInfo: ResponseInfo { get }

    /// Loads an ad of this class with the SDK.
    static func sdkLoad(
      _ unit: String, _ request: Request?,
      _ completion: @escaping @Sendable ((any RecordableAd)?, (any Error)?) -> Void)

    /// Sets the paid event handler, which receives each value and the handler that it replaced;
    /// returns whether there was one.
    func sdkSetPaidHandler(
      _ handler: @escaping @Sendable (_ value: AdValue, _ found: ((AdValue) -> Void)?) -> Void
    ) -> Bool

    /// Throws the error of the SDK if the ad cannot be presented.
    @MainActor func sdkCanPresent(from viewController: UIViewController?) throws
  }

  /// A full-screen ad without a reward.
  nonisolated protocol UnrewardedAd: RecordableAd {
    /// Presents the ad with the SDK.
    @MainActor func sdkPresent(from viewController: UIViewController?)
  }

  /// A full-screen ad with a reward.
  nonisolated protocol RewardingAd: RecordableAd {
    /// The reward of the ad.
    var adReward: AdReward { get }
    /// Presents the ad with the SDK; calls the handler when the user earns the reward.
    @MainActor func sdkPresent(
      from viewController: UIViewController?, reward: @escaping @Sendable () -> Void)
  }
}
