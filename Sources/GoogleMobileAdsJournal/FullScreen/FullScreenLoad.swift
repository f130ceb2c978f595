internal import Platform
public import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  public import AppJournal
  internal import Foundation
  public import GoogleMobileAds

  extension AdRecorder {
    /// Loads a full-screen ad; records the request, its outcome and its latency.
    ///
    /// The handler is called on the thread on which the SDK calls its own. The recorder is the ad's
    /// delegate by then.
    ///
    /// - Parameters:
    ///   - type: The class of the ad, such as `InterstitialAd.self`.
    ///   - unit: The ad unit ID.
    ///   - request: The request of the SDK; its scene and the unit are the slot of the ad.
    ///   - reason: The reason of the load, for the journal.
    ///   - isTest: Whether the request is for a test ad, for the journal.
    ///   - call: Loads the ad in another way, for example from Ad Manager, a preloader or a
    ///     response string, and passes the result to its argument.
    ///   - completionHandler: Receives the ad or the error.
    public func load<Ad: RecordableAd>(
      _ type: Ad.Type, with unit: String, request: Request? = nil,
      reason: Recorded.AdRequested.Reason? = nil, isTest: Bool? = nil,
      via call: ((@escaping @Sendable (Ad?, (any Error)?) -> Void) -> Void)? = nil,
      completionHandler: @escaping @Sendable (RecordedAd<Ad>?, (any Error)?) -> Void
    ) {
      let load = FullScreenLoad<Ad>(self, unit, request)
      load.requested(reason, isTest)
      if let call {
        call { completionHandler(load.ended($0, $1), $1) }
      } else {
        Ad.sdkLoad(unit, request) { completionHandler(load.ended($0 as? Ad, $1), $1) }
      }
    }

    /// Loads a full-screen ad like ``load(_:with:request:reason:isTest:via:completionHandler:)``.
    ///
    /// - Throws: The error of the SDK; ``EmptyLoadResult`` if it returned neither an ad nor an
    ///   error.
    @MainActor public func load<Ad: RecordableAd>(
      _ type: Ad.Type, with unit: String, request: Request? = nil,
      reason: Recorded.AdRequested.Reason? = nil, isTest: Bool? = nil,
      via call: ((@escaping @Sendable (Ad?, (any Error)?) -> Void) -> Void)? = nil
    ) async throws -> RecordedAd<Ad> {
      try await withCheckedThrowingContinuation { continuation in
        let first = FirstCall()
        load(
          type, with: unit, request: request, reason: reason, isTest: isTest, via: call
        ) { ad, error in
          guard first.claim() else { return }
          if let ad {
            continuation.resume(returning: ad)
          } else {
            continuation.resume(throwing: error ?? EmptyLoadResult())
          }
        }
      }
    }
  }

  /// The error of a load for which the SDK returned neither an ad nor an error.
  public struct EmptyLoadResult: Error {}

  /// Distinguishes the first call from later ones.
  final class FirstCall: @unchecked Sendable {
    private let lock = NSLock()
    private var wasCalled = false

    /// Returns true at the first call only.
    func claim() -> Bool {
      lock.withLock {
        defer { wasCalled = true }
        return !wasCalled
      }
    }
  }

  /// One load of a full-screen ad, from the request to the outcome.
  private final class FullScreenLoad<Ad: RecordableAd>: @unchecked Sendable {
    private let recorder: AdRecorder
    private let load: OpenLoads.Load
    private let scene: String?
    private let begin = SystemCalls.live.now()
    private let lock = NSLock()
    private weak var delivered: Ad?
    private weak var delegate: FullScreenRecorder?
    private var wasDelivered = false

    init(_ recorder: AdRecorder, _ unit: String, _ request: Request?) {
      self.recorder = recorder
      load = recorder.beginLoad(unit, Ad.recordedFormat)
      scene = recorder.loadedScene(request?.scene)
    }

    func requested(_ reason: Recorded.AdRequested.Reason?, _ isTest: Bool?) {
      recorder.record(
        .adRequested(
          unit: load.unit, format: load.format, request: load.request, scene: scene,
          reason: reason, test: isTest))
    }

    /// Records the outcome; returns the recorded ad.
    func ended(_ ad: Ad?, _ error: (any Error)?) -> RecordedAd<Ad>? {
      recorder.endLoad(load.request)
      guard let ad else {
        recorder.failedToLoad(load, scene, error)
        return nil
      }
      let delegate = lock.withLock { delegateOf(ad) }
      let response = LoadResponse(ad.responseInfo)
      recorder.record(
        .adLoaded(
          unit: load.unit, format: load.format, request: load.request, ad: delegate.identity.ad,
          scene: scene, adapter: response.adapter, response: response.id,
          latencyMs: Int((SystemCalls.live.now() - begin) / 1_000_000),
          waterfall: response.waterfall))
      return RecordedAd(ad, delegate)
    }

    /// The recorder of a delivered ad.
    ///
    /// The first ad gets the name that was reserved for the load; a different later one gets a new
    /// name.
    private func delegateOf(_ ad: Ad) -> FullScreenRecorder {
      if let delegate, delivered === ad { return delegate }
      let identity = AdIdentity(
        recorder: recorder, ad: wasDelivered ? recorder.name(.ad) : load.ad, unit: load.unit,
        format: load.format, scene: scene)
      let recorder = FullScreenRecorder(identity)
      (delivered, delegate, wasDelivered) = (ad, recorder, true)
      return recorder
    }
  }

  extension AdRecorder {
    /// Records that a load failed.
    func failedToLoad(_ load: OpenLoads.Load, _ scene: String?, _ error: (any Error)?) {
      let response = error.map { LoadResponse(of: $0) } ?? LoadResponse()
      let error = error.map { AdError($0) } ?? .noResult
      record(
        .adFailedToLoad(
          unit: load.unit, format: load.format, request: load.request, scene: scene,
          errorDomain: error.domain, errorCode: error.code,
          errorMessage: error.message(in: .load), adapter: response.adapter,
          waterfall: response.waterfall))
    }
  }
#endif
