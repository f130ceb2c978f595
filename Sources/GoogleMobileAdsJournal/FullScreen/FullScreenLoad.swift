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
    public func load<Ad: RecordableAd>(
      _ type: Ad.Type, with unit: String, request: Request? = nil,
      reason: Recorded.AdRequested.Reason? = nil, isTest: Bool? = nil, placement: String? = nil,
      via call: ((@escaping @Sendable (Ad?, (any Error)?) -> Void) -> Void)? = nil,
      completionHandler: @escaping @Sendable (RecordedAd<Ad>?, (any Error)?) -> Void
    ) -> RecordedRequest {
      let load = FullScreenLoad<Ad>(self, unit, request, reason)
      load.requested(isTest, placement)
      if let call {
        call { completionHandler(load.ended($0, $1), $1) }
      } else {
        Ad.sdkLoad(unit, request) { completionHandler(load.ended($0 as? Ad, $1), $1) }
      }
      return load.recordedRequest
    }

    /// Loads a full-screen ad like
    /// ``load(_:with:request:reason:isTest:placement:via:completionHandler:)``.
    ///
    /// - Throws: The error of the SDK; ``EmptyLoadResult`` if it returned neither an ad nor an
    ///   error.
    @MainActor public func load<Ad: RecordableAd>(
      _ type: Ad.Type, with unit: String, request: Request? = nil,
      reason: Recorded.AdRequested.Reason? = nil, isTest: Bool? = nil, placement: String? = nil,
      via call: ((@escaping @Sendable (Ad?, (any Error)?) -> Void) -> Void)? = nil
    ) async throws -> RecordedAd<Ad> {
      try await withCheckedThrowingContinuation { continuation in
        let first = FirstCall()
        load(
          type, with: unit, request: request, reason: reason, isTest: isTest,
          placement: placement, via: call
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
  final class FullScreenLoad<Ad: RecordableAd>: @unchecked Sendable {
    private let recorder: AdRecorder
    private let load: OpenLoads.Load
    private let scene: String?
    private let reason: Recorded.AdRequested.Reason?
    private let begin = SystemCalls.live.now()
    private let lock = NSLock()
    private weak var delivered: Ad?
    private weak var delegate: FullScreenRecorder?
    private var wasDelivered = false

    init(
      _ recorder: AdRecorder, _ unit: String, _ request: Request?,
      _ reason: Recorded.AdRequested.Reason?
    ) {
      self.recorder = recorder
      self.reason = reason
      load = recorder.beginLoad(unit, Ad.recordedFormat)
      scene = recorder.loadedScene(request?.scene)
    }

    /// The request as the app sees it.
    var recordedRequest: RecordedRequest {
      RecordedRequest(recorder, load.request, unit: load.unit, load.format, scene: scene)
    }

    func requested(_ isTest: Bool?, _ placement: String?) {
      recorder.record(
        .adRequested(
          unit: load.unit, format: load.format, request: load.request, scene: scene,
          reason: reason, test: isTest, placement: placement))
    }

    /// Records the outcome; returns the recorded ad.
    func ended(_ ad: Ad?, _ error: (any Error)?) -> RecordedAd<Ad>? {
      recorder.endLoad(load.request)
      guard let ad else {
        recorder.failedToLoad(load, scene, error)
        return nil
      }
      let (delegate, again) = lock.withLock { delegateOf(ad) }
      let response = LoadResponse(ad.responseInfo)
      recorder.record(
        .adLoaded(
          unit: load.unit, format: load.format, request: load.request, ad: delegate.identity.ad,
          scene: scene, adapter: response.adapter, response: response.id,
          latencyMs: latency, waterfall: response.waterfall, network: response.network,
          again: again))
      return RecordedAd(ad, delegate)
    }

    /// The milliseconds since the request; `nil` for an ad that a preloader had ready.
    private var latency: Int? {
      reason == .preload ? nil : Int((SystemCalls.live.now() - begin) / 1_000_000)
    }

    /// The recorder of a delivered ad, and whether the ad was delivered for another request before.
    private func delegateOf(_ ad: Ad) -> (FullScreenRecorder, again: Bool?) {
      if let delegate, delivered === ad { return (delegate, nil) }
      let known: FullScreenRecorder? = recorder.recorder(of: ad)
      let found = known ?? makeDelegate(of: ad)
      (delivered, delegate) = (ad, found)
      return (found, known == nil ? nil : true)
    }

    /// Makes the recorder of a new ad.
    ///
    /// The first ad gets the name that was reserved for the load; a different later one gets a new
    /// name.
    private func makeDelegate(of ad: Ad) -> FullScreenRecorder {
      let identity = AdIdentity(
        recorder: recorder, ad: wasDelivered ? recorder.name(.ad) : load.ad, unit: load.unit,
        format: load.format, scene: scene)
      wasDelivered = true
      let delegate = FullScreenRecorder(identity)
      recorder.attach(delegate, to: ad)
      return delegate
    }
  }

  extension AdRecorder {
    /// Records that a load failed.
    func failedToLoad(_ load: OpenLoads.Load, _ scene: String?, _ error: (any Error)?) {
      let response = error.map { LoadResponse(of: $0) } ?? LoadResponse()
      let known = error.map { AdError($0) }
      record(
        .adFailedToLoad(
          unit: load.unit, format: load.format, request: load.request, scene: scene,
          errorDomain: known?.domain, errorCode: known?.code,
          errorMessage: known == nil ? AdError.noResult : known?.message(in: .load),
          adapter: response.adapter,
          waterfall: response.waterfall))
    }
  }
#endif
