import AdRecording
import Foundation

/// The recorder of the package, by its typed constructors.
final class RecorderWay: Way {
  private let recorder: Recorder
  private let requests = Texts.requests
  private let ads = Texts.ads

  init(folder: String, seals: Bool, checksums: Bool) {
    var options = Recorder.Options(session: "6f1c0e6a0b7e4a529c113d8a5e0f7b21")
    options.seals = seals
    options.checksums = checksums
    // One file and no cap: what is measured is the append.
    options.segmentBytes = seals ? 1 << 20 : 1 << 40
    options.totalBytes = 0
    recorder = Recorder(
      folder: folder, session: "6f1c0e6a0b7e4a529c113d8a5e0f7b21", options: options)
    recorder.record(
      .sessionBegan(
        app: "com.example.app", appVersion: "1.0", build: .release, os: "iOS", osVersion: "19.0",
        sdk: "google-mobile-ads", sdkVersion: "12.9.0", utcOffsetMin: 60, checksums: checksums,
        seals: seals))
  }

  func append(_ number: Int) -> Bool {
    recorder.record(
      .adLoaded(
        unit: Texts.unit, format: .interstitial, request: requests[number & 4095],
        ad: ads[number & 4095], adapter: Texts.adapter, response: Texts.response,
        latencyMs: number & 2047)) > 0
  }

  func finish() { recorder.closeAndWait() }
}

/// A whole session as an app records it, by the second layer.
final class SessionWay: Way {
  private let recorder: SessionRecorder
  private let requests = Texts.requests
  private let ads = Texts.ads
  private let hashes: Bool

  /// - Parameter hashes: Whether the event has a response id, of which a hash is recorded.
  init(folder: String, hashes: Bool) {
    self.hashes = hashes
    let facts = SessionFacts(
      app: "com.example.app", appVersion: "1.0", build: .release, os: "iOS", osVersion: "19.0",
      sdk: "google-mobile-ads", sdkVersion: "12.9.0")
    recorder = SessionRecorder(folder: folder + "/session", facts: facts) {
      $0.seals = false
      $0.segmentBytes = 1 << 40
      $0.totalBytes = 0
    }
  }

  func append(_ number: Int) -> Bool {
    recorder.record(
      .adLoaded(
        unit: Texts.unit, format: .interstitial, request: requests[number & 4095],
        ad: ads[number & 4095], adapter: Texts.adapter, response: hashes ? Texts.response : nil,
        latencyMs: number & 2047)) > 0
  }

  func finish() { recorder.endAndWait() }
}
