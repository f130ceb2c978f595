import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds
import UIKit

nonisolated extension GoogleJournal.AppOpenAd: GoogleJournal.UnrewardedAd {
  /// The format `app_open` of the journal.
  static var recordedFormat: GoogleJournal.Recorded.Format { .appOpen }

  /// Loads an ad with the SDK, without recording.
  static func sdkLoad(
    _ unit: String, _ request: GoogleJournal.Request?,
    _ completion: @escaping @Sendable ((any GoogleJournal.RecordableAd)?, (any Error)?) -> Void
  ) {
    load(with: unit, request: request) { completion($0, $1) }
  }

  /// Sets the paid event handler; returns whether the ad had one before.
  func sdkSetPaidHandler(
    _ handler:
      @escaping @Sendable (
        _ value: GoogleJournal.AdValue, _ found: ((GoogleJournal.AdValue) -> Void)?
      ) -> Void
  ) -> Bool {
    nonisolated(unsafe) let found = paidEventHandler
    nonisolated(unsafe) let next: ((GoogleJournal.AdValue) -> Void)? =
      found == nil ? nil : { GoogleJournal.ThisThread.run($0) { found?($0) } }
    paidEventHandler = { handler($0, next) }
    return found != nil
  }

  /// Throws the error of the SDK if the ad cannot be presented.
  @MainActor func sdkCanPresent(from viewController: GoogleJournal.UIViewController?) throws {
    try canPresent(from: viewController)
  }

  /// Presents the ad with the SDK, without recording.
  @MainActor func sdkPresent(from viewController: GoogleJournal.UIViewController?) {
    present(from: viewController)
  }
}
