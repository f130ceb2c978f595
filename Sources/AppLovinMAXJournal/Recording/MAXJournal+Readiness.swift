import AdRecording
import AppJournal
import AppLovinSDK
import Foundation

nonisolated extension MAXJournal.AdRecorder {
  /// Records the state of each network whose initialization ended, and last that of the SDK, which
  /// is ready when it passes a configuration.
  ///
  /// ```swift
  /// recorder.record(.sdkStarted)
  /// ALSdk.shared().initialize(with: settings) {
  ///   recorder.recordReadiness($0, ALSdk.shared().availableMediatedNetworks)
  /// }
  /// ```
  func recordReadiness(
    _ configuration: MAXJournal.ALSdkConfiguration,
    _ networks: [MAXJournal.MAMediatedNetworkInfo] = []
  ) {
    for network in networks.sorted(by: { $0.adapterClassName < $1.adapterClassName }) {
      // The raw values are the same in all versions of the SDK: -1 and 1 for a network that is
      // initialized, 0 for one that failed.
      let status = network.initializationStatus.rawValue
      guard (-1...1).contains(status) else { continue }
      record(
        .sdkReady(adapter: network.adapterClassName, state: status == 0 ? .notReady : .ready))
    }
    record(.sdkReady(state: .ready))
  }
}
