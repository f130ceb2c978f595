public import AdRecording

#if canImport(GoogleMobileAds)
  internal import Foundation
  public import GoogleMobileAds

  extension RewardedInterstitialAd: RewardingAd {
    /// In the journal this is `rewarded_interstitial`.
    public static var recordedFormat: Recorded.Format { .rewardedInterstitial }

    /// Loads an ad.
    public static func sdkLoad(
      _ unit: String, _ request: Request?,
      _ completion: @escaping @Sendable ((any RecordableAd)?, (any Error)?) -> Void
    ) {
      load(with: unit, request: request) { completion($0, $1) }
    }

    /// Sets the handler of paid events; whether there was one.
    public func sdkSetPaidHandler(
      _ handler: @escaping @Sendable (_ value: AdValue, _ found: ((AdValue) -> Void)?) -> Void
    ) -> Bool {
      nonisolated(unsafe) let found = paidEventHandler
      nonisolated(unsafe) let next: ((AdValue) -> Void)? =
        found == nil ? nil : { onThisThread($0) { found?($0) } }
      paidEventHandler = { handler($0, next) }
      return found != nil
    }

    /// Whether it can be presented; throws why not.
    @MainActor public func sdkCanPresent(from presenter: UIViewController?) throws {
      try canPresent(from: presenter)
    }

    /// Presents it.
    @MainActor public func sdkPresent(
      from presenter: UIViewController?, reward: @escaping @Sendable () -> Void
    ) {
      present(from: presenter, userDidEarnRewardHandler: reward)
    }
  }
#endif
