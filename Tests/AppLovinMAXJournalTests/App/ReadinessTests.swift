import AdRecording
import AppJournal
import AppLovinSDK
import TestSessions
import Testing

@testable import AppLovinMAXJournal

@MainActor struct ReadinessTests {
  @Test func `networks whose initialization ended are recorded, and last the SDK`() throws {
    let journal = try TestJournal()
    let states: [MAMediatedNetworkInfoInitializationStatus] = [
      .initializedSuccess, .initializedFailure, .initializedUnknown, .initializing, .doesNotApply,
      .adapterNotInitialized,
    ]
    let networks = states.enumerated().reversed().map { number, state in
      MAMediatedNetworkInfo(stubName: "Network", adapter: "A\(number)", status: state)
    }
    journal.recorder.record(.sdkStarted)
    journal.recorder.recordReadiness(ALSdkConfiguration(), networks)
    #expect(
      try journal.read().lines == [
        "sdk.started", "sdk.ready adapter=A0 state=ready", "sdk.ready adapter=A1 state=not_ready",
        "sdk.ready adapter=A2 state=ready", "sdk.ready state=ready",
      ])
  }

  @Test func `the header of a session names the SDK and its version`() {
    let facts = SessionFacts.thisApp(build: .debug, sdk: .appLovinMAX)
    #expect(facts.sdk == "applovin-max" && facts.sdkVersion == "13.5.1")
  }
}
