public import AdRecording
internal import Platform

#if canImport(UIKit)
  public import AdCapture

  /// One load of an ad, from the request to the outcome.
  ///
  /// From its creation until ``end()``, calls of adapters can be assigned to it. End it before its
  /// outcome is recorded, or after its last ad.
  public struct AdLoad: Sendable {
    /// The recorder of the app.
    public let recorder: AdRecorder
    /// The ad unit ID.
    public let unit: String
    /// The name of the scene of the load; `nil` for none.
    public let scene: String?
    /// The name that the first ad gets.
    public let ad: String
    private let names: OpenLoads.Load
    private let begin = SystemCalls.live.now()

    /// Begins a load.
    public init(_ recorder: AdRecorder, _ unit: String, _ format: Recorded.Format, scene: String?) {
      self.recorder = recorder
      self.unit = unit
      self.scene = scene
      names = recorder.beginLoad(unit, format)
      ad = names.ad
    }

    /// The load as the app sees it.
    public var request: RecordedRequest {
      RecordedRequest(recorder, names.request, unit: unit, names.format, scene: scene)
    }

    /// Records the request.
    ///
    /// - Parameters:
    ///   - reason: The reason of the load.
    ///   - width: The width of the requested banner in points; an invalid one is left out.
    ///   - count: The number of requested ads; `nil` for one.
    ///   - isTest: Whether the request is for a test ad.
    ///   - placement: The app's name of the place of the ad.
    public func requested(
      _ reason: Recorded.AdRequested.Reason?, width: Double? = nil, count: Int? = nil,
      isTest: Bool? = nil, placement: String? = nil
    ) {
      let width = width.flatMap { $0.magnitude < 1e6 ? Int($0) : nil }
      recorder.record(
        .adRequested(
          unit: unit, format: names.format, request: names.request, scene: scene, reason: reason,
          width: width, count: count, test: isTest, placement: placement))
    }

    /// Ends the load: its outcome is known, or the app started another one.
    public func end() { recorder.endLoad(names.request) }

    /// Records that an ad loaded; returns its names.
    ///
    /// - Parameters:
    ///   - response: The response of the ad servers.
    ///   - name: The name of the ad; `nil` for the name that was reserved for the load.
    ///   - isImmediate: Whether the ad was ready before the request, so that there is no latency.
    ///   - again: Whether the SDK delivered the ad for an earlier request, too.
    public func loaded(
      _ response: LoadResponse, as name: String? = nil, isImmediate: Bool = false,
      again: Bool? = nil
    ) -> AdIdentity {
      let identity = identity(name ?? ad)
      recorder.record(
        .adLoaded(
          unit: unit, format: names.format, request: names.request, ad: identity.ad,
          scene: scene, adapter: response.adapter, response: response.id,
          latencyMs: isImmediate ? nil : latency(response), waterfall: response.waterfall,
          network: response.network, creative: response.creative, again: again))
      return identity
    }

    /// The milliseconds of the load, by the SDK if it reports them.
    private func latency(_ response: LoadResponse) -> Int? {
      if let seconds = response.seconds { return LoadResponse.milliseconds(seconds) }
      return Int((SystemCalls.live.now() - begin) / 1_000_000)
    }

    /// Returns the names of an ad of this load.
    public func identity(_ ad: String) -> AdIdentity {
      AdIdentity(recorder: recorder, ad: ad, unit: unit, format: names.format, scene: scene)
    }

    /// Records that the load failed.
    ///
    /// - Parameters:
    ///   - error: The error of the SDK, whose domain and code are recorded, never its text; `nil`
    ///     if it returned neither an ad nor an error.
    ///   - response: The response of the ad servers in the error.
    public func failed(_ error: (any Error)?, _ response: LoadResponse) {
      let known = error.map { AdError($0) }
      failed(
        known?.domain, known?.code,
        known == nil ? AdError.noResult : known?.message(in: .load), response)
    }

    /// Records that the load failed with an error that has only a code.
    public func failed(code: Int, _ response: LoadResponse) { failed(nil, code, nil, response) }

    private func failed(
      _ domain: String?, _ code: Int?, _ message: String?, _ response: LoadResponse
    ) {
      recorder.record(
        .adFailedToLoad(
          unit: unit, format: names.format, request: names.request, scene: scene,
          errorDomain: domain, errorCode: code, errorMessage: message, adapter: response.adapter,
          waterfall: response.waterfall))
    }
  }

  /// The error of a load for which the SDK returned neither an ad nor an error.
  public struct EmptyLoadResult: Error {
    /// Creates the error.
    public init() {}
  }
#endif
