public import AdRecording

#if canImport(GoogleMobileAds)
  internal import Foundation
  public import GoogleMobileAds

  extension AppOpenAd: UnrewardedAd {
    /// The format `app_open` of the journal.
    public static var recordedFormat: Recorded.Format { .appOpen }

    /// Loads an ad with the SDK, without recording.
    public static func sdkLoad(
      _ unit: String, _ request: Request?,
      _ completion: @escaping @Sendable ((any RecordableAd)?, (any Error)?) -> Void
    ) {
      load(with: unit, request: request) { completion($0, $1) }
    }

    /// Sets the paid event handler; returns whether the ad had one before.
    public func sdkSetPaidHandler(
      _ handler: @escaping @Sendable (_ value: AdValue, _ found: ((AdValue) -> Void)?) -> Void
    ) -> Bool {
      nonisolated(unsafe) let found = paidEventHandler
      nonisolated(unsafe) let next: ((AdValue) -> Void)? =
        found == nil ? nil : { onThisThread($0) { found?($0) } }
      paidEventHandler = { handler($0, next) }
      return found != nil
    }

    /// Throws the error of the SDK if the ad cannot be presented.
    @MainActor public func sdkCanPresent(from viewController: UIViewController?) throws {
      try canPresent(from: viewController)
    }

    /// Presents the ad with the SDK, without recording.
    @MainActor public func sdkPresent(from viewController: UIViewController?) {
      present(from: viewController)
    }
  }
#endif
