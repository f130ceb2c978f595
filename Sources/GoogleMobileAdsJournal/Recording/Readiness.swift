internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  public import AppJournal
  internal import Foundation
  public import GoogleMobileAds

  extension AdRecorder {
    /// Records the state of each adapter, and last that of the SDK, as the SDK reports them after
    /// its start.
    ///
    /// ```swift
    /// recorder.record(.sdkStarted)
    /// MobileAds.shared.start { recorder.recordReadiness($0) }
    /// ```
    ///
    /// If the status does not contain the SDK itself, the SDK is ready, because it reported.
    public func recordReadiness(_ status: InitializationStatus) {
      var adapters = status.adapterStatusesByClassName
      let sdk = adapters.removeValue(forKey: Self.sdkClassName)
      for (name, status) in adapters.sorted(by: { $0.key < $1.key }) { recordReady(name, status) }
      if let sdk { recordReady(nil, sdk) } else { record(.sdkReady(state: .ready)) }
    }

    private static var sdkClassName: String { "GADMobileAds" }

    private func recordReady(_ adapter: String?, _ status: AdapterStatus) {
      let description = status.description
      record(
        .sdkReady(
          adapter: adapter, state: .init(number: status.state.rawValue),
          // The SDK reports 0 as long as the initialization has not ended.
          latencyMs: status.latency > 0 ? LoadResponse.milliseconds(status.latency) : nil,
          description: description.isEmpty ? nil : description))
    }
  }

  extension Recorded.SdkReady.State {
    /// Converts a state by its raw value, which is the same in all versions of the SDK.
    fileprivate init(number: Int) { self = number == 1 ? .ready : .notReady }
  }
#endif
