import AdCapture
import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds

nonisolated extension GoogleJournal.AdRecorder {
  /// Records the state of each adapter, and last that of the SDK, as the SDK reports them after its
  /// start.
  ///
  /// ```swift
  /// recorder.record(.sdkStarted)
  /// MobileAds.shared.start { recorder.recordReadiness($0) }
  /// ```
  ///
  /// If the status does not contain the SDK itself, the SDK is ready, because it reported.
  func recordReadiness(_ status: GoogleJournal.InitializationStatus) {
    var adapters = status.adapterStatusesByClassName
    let sdk = adapters.removeValue(forKey: "GADMobileAds")
    for (name, status) in adapters.sorted(by: { $0.key < $1.key }) { recordReady(name, status) }
    if let sdk { recordReady(nil, sdk) } else { record(.sdkReady(state: .ready)) }
  }

  private func recordReady(_ adapter: String?, _ status: GoogleJournal.AdapterStatus) {
    let description = status.description
    record(
      .sdkReady(
        adapter: adapter,
        // The raw value is the same in all versions of the SDK.
        state: status.state.rawValue == 1 ? .ready : .notReady,
        // The SDK reports 0 as long as the initialization has not ended.
        latencyMs: status.latency > 0
          ? GoogleJournal.LoadResponse.milliseconds(status.latency) : nil,
        description: description.isEmpty ? nil : description))
  }
}
