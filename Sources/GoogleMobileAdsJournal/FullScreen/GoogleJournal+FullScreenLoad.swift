import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

nonisolated extension GoogleJournal.AdRecorder {
  /// Loads a full-screen ad; records the request, its outcome and its latency.
  ///
  /// The handler is called on the thread on which the SDK calls its own. The recorder is the ad's
  /// delegate by then. An ad that the SDK already delivered for another request keeps its name.
  ///
  /// - Parameters:
  ///   - type: The class of the ad, such as `InterstitialAd.self`.
  ///   - unit: The ad unit ID.
  ///   - request: The request of the SDK; its scene and the unit are the slot of the ad.
  ///   - reason: The reason of the load, for the journal.
  ///   - isTest: Whether the request is for a test ad, for the journal.
  ///   - placement: The app's name of the place of the ad, for the journal.
  ///   - call: Loads the ad in another way, for example from Ad Manager or a response string, and
  ///     passes the result to its argument.
  ///   - completionHandler: Receives the ad or the error.
  /// - Returns: The request, which the app can give up.
  @discardableResult
  func load<Ad: GoogleJournal.RecordableAd>(
    _ type: Ad.Type, with unit: String, request: GoogleJournal.Request? = nil,
    reason: GoogleJournal.Recorded.AdRequested.Reason? = nil, isTest: Bool? = nil,
    placement: String? = nil,
    via call: ((@escaping @Sendable (Ad?, (any Error)?) -> Void) -> Void)? = nil,
    completionHandler: @escaping @Sendable (GoogleJournal.RecordedAd<Ad>?, (any Error)?) -> Void
  ) -> GoogleJournal.RecordedRequest {
    let load = GoogleJournal.FullScreenLoad<Ad>(self, unit, request, reason)
    let recorded = load.requested(isTest, placement)
    if let call {
      call { completionHandler(load.ended($0, $1), $1) }
    } else {
      Ad.sdkLoad(unit, request) { completionHandler(load.ended($0 as? Ad, $1), $1) }
    }
    return recorded
  }

  /// Loads a full-screen ad like
  /// ``load(_:with:request:reason:isTest:placement:via:completionHandler:)``.
  ///
  /// - Throws: The error of the SDK; `EmptyLoadResult` if it returned neither an ad nor an
  ///   error.
  @MainActor func load<Ad: GoogleJournal.RecordableAd>(
    _ type: Ad.Type, with unit: String, request: GoogleJournal.Request? = nil,
    reason: GoogleJournal.Recorded.AdRequested.Reason? = nil, isTest: Bool? = nil,
    placement: String? = nil,
    via call: ((@escaping @Sendable (Ad?, (any Error)?) -> Void) -> Void)? = nil
  ) async throws -> GoogleJournal.RecordedAd<Ad> {
    try await withCheckedThrowingContinuation { continuation in
      let first = GoogleJournal.FirstCall()
      load(
        type, with: unit, request: request, reason: reason, isTest: isTest,
        placement: placement, via: call
      ) { ad, error in
        guard first.claim() else { return }
        if let ad {
          continuation.resume(returning: ad)
        } else {
          continuation.resume(throwing: error ?? GoogleJournal.EmptyLoadResult())
        }
      }
    }
  }

}

extension GoogleJournal {
  /// One load of a full-screen ad, from the request to the outcome.
  nonisolated final class FullScreenLoad<Ad: RecordableAd>: @unchecked Sendable {
    private let load: AdLoad
    private let reason: Recorded.AdRequested.Reason?
    private let lock = NSLock()
    private weak var delivered: Ad?
    private weak var delegate: FullScreenRecorder?
    private var wasDelivered = false

    init(
      _ recorder: AdRecorder, _ unit: String, _ request: Request?,
      _ reason: Recorded.AdRequested.Reason?
    ) {
      self.reason = reason
      load = AdLoad(
        recorder, unit, Ad.recordedFormat, scene: recorder.loadedScene(request?.scene))
    }

    /// Records the request; returns it as the app sees it.
    @discardableResult
    func requested(_ isTest: Bool?, _ placement: String?) -> RecordedRequest {
      load.requested(reason, isTest: isTest, placement: placement)
      return load.request
    }

    /// Records the outcome; returns the recorded ad.
    func ended(_ ad: Ad?, _ error: (any Error)?) -> RecordedAd<Ad>? {
      load.end()
      guard let ad else {
        load.failed(error, GoogleJournal.response(in: error))
        return nil
      }
      let (delegate, again) = lock.withLock { delegateOf(ad) }
      // A preloader has the ad ready.
      _ = load.loaded(
        GoogleJournal.response(ad.responseInfo), as: delegate.identity.ad,
        isImmediate: reason == .preload, again: again)
      return RecordedAd(ad, delegate)
    }

    /// The recorder of a delivered ad, and whether the ad was delivered for another request before.
    private func delegateOf(_ ad: Ad) -> (FullScreenRecorder, again: Bool?) {
      if let delegate, delivered === ad { return (delegate, nil) }
      let known: FullScreenRecorder? = load.recorder.recorder(of: ad)
      let found = known ?? makeDelegate(of: ad)
      (delivered, delegate) = (ad, found)
      return (found, known == nil ? nil : true)
    }

    /// Makes the recorder of a new ad.
    ///
    /// The first ad gets the name that was reserved for the load; a different later one gets a new
    /// name.
    private func makeDelegate(of ad: Ad) -> FullScreenRecorder {
      let delegate = FullScreenRecorder(
        wasDelivered ? load.identity(load.recorder.name(.ad)) : load.identity(load.ad))
      wasDelivered = true
      load.recorder.attach(delegate, to: ad)
      return delegate
    }
  }
}
