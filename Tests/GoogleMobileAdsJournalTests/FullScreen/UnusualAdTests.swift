import AdReplay
import AppJournal
import Foundation
import GoogleMobileAds
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

/// Ads that apps and SDKs should not make, and that exist.
@MainActor struct UnusualAdTests {
  /// A class of an app, as that of a plugin for another language.
  private final class OwnInterstitial: InterstitialAd {}

  /// Lets a recorder record an ad that the SDK delivered before.
  private func record(
    _ ad: InterstitialAd, in journal: TestJournal
  ) async throws -> RecordedAd<InterstitialAd> {
    nonisolated(unsafe) let ad = ad
    return try await journal.recorder.load(
      InterstitialAd.self, with: ad.adUnitID, via: { done in done(ad, nil) })
  }

  @Test func `an ad of a subclass is recorded like one of the SDK`() async throws {
    let log = Log()
    let journal = try TestJournal()
    let app = AppDelegate("app", log)
    let ad = try await record(OwnInterstitial(stubUnit: "own"), in: journal)
    ad.delegate = app
    ad.present(from: nil)
    for callback in [Callback.present, .dismissed] { ad.ad.send(callback) }
    #expect(log.lines == ["app present", "app dismissed"])
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1", "ad.loaded ad=a-1 request=r-1", "ad.delegate_set ad=a-1",
        "ad.present_requested ad=a-1", "ad.will_present ad=a-1", "ad.dismissed ad=a-1",
      ])
  }

  @Test func `two recorders of one ad record each call once, and so does the app receive it`()
    async throws
  {
    let log = Log()
    let (old, new) = (try TestJournal(), try TestJournal())
    let app = AppDelegate("app", log)
    let first = try await record(InterstitialAd(stubUnit: "two"), in: old)
    first.delegate = app
    let second = try await record(first.ad, in: new)
    second.present(from: nil)
    for callback in [Callback.present, .impression, .dismissed] { second.ad.send(callback) }
    #expect(log.lines == ["app present", "app impression", "app dismissed"])
    for journal in [old, new] {
      let recording = try journal.read()
      for event in ["ad.will_present", "ad.impression", "ad.dismissed"] {
        #expect(recording.values("ad", of: event) == ["a-1"])
      }
    }
  }

  @Test func `a callback that comes twice, or after the app released the ad, is passed on`()
    async throws
  {
    let log = Log()
    let journal = try TestJournal()
    let app = AppDelegate("app", log)
    var recorded: RecordedAd<InterstitialAd>? = try await record(
      InterstitialAd(stubUnit: "twice"), in: journal)
    recorded?.delegate = app
    recorded?.present(from: nil)
    let ad = try #require(recorded?.ad)
    for callback in [Callback.present, .dismissed, .dismissed] { ad.send(callback) }
    recorded = nil
    ad.send(.dismissed)
    #expect(log.lines == ["app present"] + [String](repeating: "app dismissed", count: 3))
    let recording = try journal.read()
    #expect(recording.values("ad", of: "ad.dismissed") == ["a-1", "a-1", "a-1"])
    #expect(recording.violated.contains("dismiss-once"))
  }
}
