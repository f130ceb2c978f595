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

    func requested(
      _ reason: Recorded.AdRequested.Reason?, count: Int?, _ isTest: Bool? = nil,
      _ placement: String? = nil
    ) {
      recorder.record(
        .adRequested(
          unit: load.unit, format: .native, request: load.request, scene: scene, reason: reason,
          count: count, test: isTest, placement: placement))
    }

    /// Records that an ad loaded, and inserts its recorder; an ad that was delivered before keeps
    /// its name.
    func delivered(_ ad: NativeAd) -> RecordedNativeAd {
      let known: RecordedNativeAd? = recorder.recorder(of: ad)
      let name = known?.id ?? newName()
      record(ad, as: name, again: known.flatMap { $0.request == load.request ? nil : true })
      let recorded = known ?? recorded(ad, as: name)
      recorded.insertRecorders()
      return recorded
    }

    /// The name of a new ad; the first one gets the name that was reserved for the load.
    private func newName() -> String {
      lock.withLock {
        defer { hasDelivered = true }
        return hasDelivered ? recorder.name(.ad) : load.ad
      }
    }

    private func record(_ ad: NativeAd, as name: String, again: Bool?) {
      let response = LoadResponse(ad.responseInfo)
      recorder.record(
        .adLoaded(
          unit: load.unit, format: .native, request: load.request, ad: name, scene: scene,
          adapter: response.adapter, response: response.id,
          latencyMs: Int((SystemCalls.live.now() - begin) / 1_000_000),
          waterfall: response.waterfall, network: response.network, again: again))
    }

    private func recorded(_ ad: NativeAd, as name: String) -> RecordedNativeAd {
      let identity = AdIdentity(
        recorder: recorder, ad: name, unit: load.unit, format: .native, scene: scene)
      let recorded = RecordedNativeAd(ad, NativeAdRecorder(identity), request: load.request)
      recorder.attach(recorded, to: ad)
      return recorded
    }

    func failed(_ error: any Error) { recorder.failedToLoad(load, scene, error) }
  }
#endif
