internal import Platform
public import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  public import GoogleMobileAds

  extension AdRecorder {
    /// Loads a full-screen ad, and records the request, what came of it, and how long it took.
    ///
    /// The handler is called when the SDK calls its own, on the same thread; by then the recorder
    /// is the ad's delegate.
    ///
    /// - Parameters:
    ///   - type: The class of the ad: `InterstitialAd.self`.
    ///   - unit: The ad unit id.
    ///   - request: What is asked for; its scene is the ad's slot.
    ///   - reason: Why the app loads now.
    ///   - isTest: Whether a test ad is asked for.
    ///   - call: Loads in another way than by unit and request: an Ad Manager ad, one of a preloader,
    ///     one of a response string. It gives what it gets to its argument.
    ///   - completionHandler: Gets the ad, or why there is none.
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

    /// Loads a full-screen ad as ``load(_:with:request:reason:isTest:via:completionHandler:)`` does;
    /// throws what the SDK gives as error.
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
          guard first.isIt() else { return }
          if let ad {
            continuation.resume(returning: ad)
          } else {
            continuation.resume(throwing: error ?? NoAnswer())
          }
        }
      }
    }
  }

  /// The SDK gave neither an ad nor an error.
  public struct NoAnswer: Error {}

  /// Tells the first call from the others.
  final class FirstCall: @unchecked Sendable {
    private let lock = NSLock()
    private var wasCalled = false

    func isIt() -> Bool {
      lock.withLock {
        defer { wasCalled = true }
        return !wasCalled
      }
    }
  }

  /// One load of a full-screen ad, from the request to its end.
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

    /// Records the end; the ad under its name.
    func ended(_ ad: Ad?, _ error: (any Error)?) -> RecordedAd<Ad>? {
      recorder.endLoad(load.request)
      guard let ad else {
        recorder.failedToLoad(load, scene, error)
        return nil
      }
      let delegate = lock.withLock { delegateOf(ad) }
      let response = Response(ad.responseInfo)
      recorder.record(
        .adLoaded(
          unit: load.unit, format: load.format, request: load.request, ad: delegate.identity.ad,
          scene: scene, adapter: response.adapter, response: response.id,
          latencyMs: Int((SystemCalls.live.now() - begin) / 1_000_000),
          waterfall: response.waterfall))
      return RecordedAd(ad, delegate)
    }

    /// The first ad has the name that was kept for it; one that is delivered again its own.
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
      let response = error.map { Response(of: $0) } ?? Response()
      let error = error.map { AdError($0) } ?? .nothing
      record(
        .adFailedToLoad(
          unit: load.unit, format: load.format, request: load.request, scene: scene,
          errorDomain: error.domain, errorCode: error.code,
          errorMessage: error.message(in: .load), adapter: response.adapter,
          waterfall: response.waterfall))
    }
  }
#endif
