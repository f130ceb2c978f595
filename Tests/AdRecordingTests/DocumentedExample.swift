// The example of Sources/AdRecording/AdRecording.docc/AdRecording.md, line by line, from line 4.
// DocumentedExampleTests checks that.

import AdRecording
import AdVocabulary

final class AdLog: Sendable {
  let recorder: SessionRecorder

  init(folder: String) {
    var facts = SessionFacts(
      app: "com.example.app", appVersion: "2.4.0", build: .release, os: "iOS", osVersion: "26.1",
      sdk: "google-mobile-ads", sdkVersion: "13.1.0")
    facts.captures = [.session, .app, .load, .present, .revenue]
    recorder = SessionRecorder(folder: folder, facts: facts) { options in
      options.durability = .ordered
      options.totalBytes = 4 << 20
    }
    recorder.record(.appLaunched(cold: true))
  }

  func requested(_ request: String, unit: String) {
    recorder.record(.adRequested(unit: unit, format: .interstitial, request: request))
  }

  func loaded(_ ad: String, for request: String, unit: String) {
    recorder.record(.adLoaded(unit: unit, format: .interstitial, request: request, ad: ad))
  }

  func enteredBackground() async {
    recorder.record(.appEnteredBackground)
    let result = await recorder.drain()
    if let degradation = result.degradation { print(degradation) }
  }

  func ended() async -> Bool {
    await recorder.end(.terminated).isComplete
  }
}
