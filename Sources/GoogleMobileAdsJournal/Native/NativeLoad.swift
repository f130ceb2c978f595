internal import Platform
internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import AppJournal
  internal import Foundation
  internal import GoogleMobileAds

  /// One load of native ads, from the request to the last ad.
  final class NativeLoad: @unchecked Sendable {
    let load: OpenLoads.Load
    private let recorder: AdRecorder
    private let scene: String?
    private let begin = SystemCalls.live.now()
    private let lock = NSLock()
    private var hasDelivered = false

    init(_ recorder: AdRecorder, _ unit: String, scene: String?) {
      self.recorder = recorder
      self.scene = scene
      load = recorder.beginLoad(unit, .native)
    }

    func requested(_ reason: Recorded.AdRequested.Reason?, count: Int?, _ isTest: Bool?) {
      recorder.record(
        .adRequested(
          unit: load.unit, format: .native, request: load.request, scene: scene, reason: reason,
          count: count, test: isTest))
    }

    /// Records that an ad loaded, and inserts its recorder; the first ad gets the name that was
    /// reserved for the load.
    func delivered(_ ad: NativeAd) -> RecordedNativeAd {
      let name = lock.withLock {
        defer { hasDelivered = true }
        return hasDelivered ? recorder.name(.ad) : load.ad
      }
      let response = LoadResponse(ad.responseInfo)
      recorder.record(
        .adLoaded(
          unit: load.unit, format: .native, request: load.request, ad: name, scene: scene,
          adapter: response.adapter, response: response.id,
          latencyMs: Int((SystemCalls.live.now() - begin) / 1_000_000),
          waterfall: response.waterfall))
      let identity = AdIdentity(
        recorder: recorder, ad: name, unit: load.unit, format: .native, scene: scene)
      let recorded = RecordedNativeAd(ad, NativeAdRecorder(identity))
      recorder.attach(recorded, to: ad)
      recorded.insertRecorders()
      return recorded
    }

    func failed(_ error: any Error) { recorder.failedToLoad(load, scene, error) }
  }
#endif
