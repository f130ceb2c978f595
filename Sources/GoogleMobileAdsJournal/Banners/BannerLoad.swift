internal import Platform
internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import AppJournal

  /// One load of a banner, from the request to the outcome.
  struct BannerLoad: Sendable {
    let load: OpenLoads.Load
    private let recorder: AdRecorder
    private let scene: String?
    private let begin = SystemCalls.live.now()

    init(_ recorder: AdRecorder, _ unit: String, scene: String?) {
      self.recorder = recorder
      self.scene = scene
      load = recorder.beginLoad(unit, .banner)
    }

    /// Records the request; omits an invalid width, as of a view that has no size yet.
    func requested(
      _ reason: Recorded.AdRequested.Reason?, width: Double, _ isTest: Bool? = nil,
      _ placement: String? = nil
    ) {
      recorder.record(
        .adRequested(
          unit: load.unit, format: .banner, request: load.request, scene: scene, reason: reason,
          width: width.magnitude < 1e6 ? Int(width) : nil, test: isTest, placement: placement))
    }

    /// Records that a banner loaded, for the second time under another name; returns its names.
    func delivered(_ response: LoadResponse, as ad: String? = nil) -> AdIdentity {
      let ad = ad ?? load.ad
      recorder.endLoad(load.request)
      recorder.record(
        .adLoaded(
          unit: load.unit, format: .banner, request: load.request, ad: ad, scene: scene,
          adapter: response.adapter, response: response.id,
          latencyMs: Int((SystemCalls.live.now() - begin) / 1_000_000),
          waterfall: response.waterfall, network: response.network))
      return AdIdentity(
        recorder: recorder, ad: ad, unit: load.unit, format: .banner, scene: scene)
    }

    func failed(_ error: any Error) {
      recorder.endLoad(load.request)
      recorder.failedToLoad(load, scene, error)
    }
  }
#endif
