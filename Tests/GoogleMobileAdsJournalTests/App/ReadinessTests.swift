import AdReplay
import AppJournal
import GoogleMobileAds
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

struct ReadinessTests {
  private func record(_ statuses: [String: AdapterStatus]) throws -> Recording {
    let journal = try TestJournal()
    journal.recorder.recordReadiness(InitializationStatus(stubStatuses: statuses))
    return try journal.read()
  }

  @Test func `the state of each adapter is recorded, and last that of the SDK`() throws {
    let recording = try record([
      "GADMobileAds": AdapterStatus(stubState: .ready, latency: 0.25),
      "ExampleAdapterB": AdapterStatus(stubState: .notReady, latency: 0, description: "Timeout."),
      "ExampleAdapterA": AdapterStatus(stubState: .ready, latency: 1.5, description: "Ready."),
    ])
    #expect(
      recording.lines == [
        "sdk.ready adapter=ExampleAdapterA description=Ready. state=ready",
        "sdk.ready adapter=ExampleAdapterB description=Timeout. state=not_ready",
        "sdk.ready state=ready",
      ])
    #expect(recording.values("latency_ms", of: "sdk.ready") == ["1500", nil, "250"])
  }

  @Test func `an SDK that reports no state of its own is ready, and one that is not ready is not`()
    throws
  {
    #expect(try record([:]).lines == ["sdk.ready state=ready"])
    let late = AdapterStatus(stubState: .notReady, latency: 0)
    #expect(try record(["GADMobileAds": late]).lines == ["sdk.ready state=not_ready"])
  }

  @Test func `a description is cut at 512 bytes`() throws {
    let status = AdapterStatus(
      stubState: .ready, latency: 0, description: String(repeating: "x", count: 600))
    let text = try record(["A": status]).values("description", of: "sdk.ready").first
    #expect(text??.count == 512)
  }
}
