import AdRecording
import AdReplay
import AppJournal
import Foundation
import GoogleMobileAds
import GoogleMobileAds_Private
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

/// The delegate of an app that preloads ads.
nonisolated private final class PreloadingApp: NSObject, PreloadDelegate, @unchecked Sendable {
  let log = Log()
  func adAvailable(forPreloadID preloadID: String, responseInfo: ResponseInfo) {
    log.add("available \(preloadID) \(responseInfo.responseIdentifier ?? "")")
  }
  func adsExhausted(forPreloadID preloadID: String) { log.add("exhausted \(preloadID)") }
  func adFailedToPreload(forPreloadID preloadID: String, error: any Error) {
    log.add("failed \(preloadID) \((error as NSError).code)")
  }
}

@MainActor struct PreloadTests {
  private let preloader = InterstitialAdPreloader.shared

  @Test func `an ad of a preloader is recorded as requested and loaded when the app takes it`()
    throws
  {
    let journal = try TestJournal()
    let unit = UUID().uuidString
    let app = PreloadingApp()
    let configuration = PreloadConfigurationV2(adUnitID: unit)
    configuration.bufferSize = 2
    let preloaded = try #require(
      journal.recorder.preload(with: preloader, configuration, id: "home", delegate: app))
    #expect(preloaded.unit == unit && preloaded.id == "home")
    #expect(!preloaded.isAdAvailable && preloaded.ad() == nil)
    let delegate = preloader.stubProvide("home", InterstitialAd(stubUnit: unit))
    delegate?.adAvailable(
      forPreloadID: "home", responseInfo: ResponseInfo(stubIdentifier: "response"))
    let ad = try #require(preloaded.ad(placement: "level-end"))
    delegate?.adsExhausted(forPreloadID: "home")
    delegate?.adFailedToPreload(
      forPreloadID: "home", error: NSError.stubLoad(.noFill))
    ad.present(from: nil)
    ad.ad.send(.present)
    preloaded.stop()
    #expect(app.log.lines == ["available home response", "exhausted home", "failed home 1"])
    let recording = try journal.read()
    #expect(
      recording.lines == [
        "preload.started count=2", "preload.available",
        "ad.requested placement=level-end reason=preload request=r-1",
        "ad.loaded ad=a-1 request=r-1", "preload.exhausted",
        "ad.requested reason=preload request=r-2",
        "ad.failed_to_load error_code=1 error_domain=com.google.admob error_message=no fill request=r-2",
        "ad.present_requested ad=a-1", "ad.will_present ad=a-1", "preload.stopped",
      ])
    #expect(recording.values("latency_ms", of: "ad.loaded") == [nil])
    for event in ["preload.started", "preload.available", "preload.exhausted", "preload.stopped"] {
      #expect(recording.values("unit", of: event) == [unit])
      #expect(recording.values("format", of: event) == ["interstitial"])
    }
    #expect(preloader.stubProvide("home", nil) == nil, "the SDK stopped as well")
  }

  @Test func `a preloader that the SDK refuses to start is recorded as stopped`() throws {
    let journal = try TestJournal()
    let configuration = PreloadConfigurationV2(adUnitID: UUID().uuidString)
    let first = journal.recorder.preload(with: RewardedAdPreloader.shared, configuration)
    let second = journal.recorder.preload(with: RewardedAdPreloader.shared, configuration)
    #expect(first?.id == configuration.adUnitID && second == nil)
    #expect(
      try journal.read().lines == ["preload.started", "preload.started", "preload.stopped"])
  }

  @Test func `the preloaders of all formats are recorded, and their delegates need not be kept`()
    throws
  {
    let journal = try TestJournal()
    let unit = UUID().uuidString
    let configuration = PreloadConfigurationV2(adUnitID: unit)
    _ = journal.recorder.preload(with: AppOpenAdPreloader.shared, configuration)
    _ = journal.recorder.preload(with: RewardedInterstitialAdPreloader.shared, configuration)
    TestJournal.releaseOrphans()
    AppOpenAdPreloader.shared.stubProvide(unit, nil)?.adsExhausted(forPreloadID: unit)
    let recording = try journal.read()
    #expect(
      recording.values("format", of: "preload.started") == ["app_open", "rewarded_interstitial"])
    #expect(recording.values("format", of: "preload.exhausted") == ["app_open"])
  }
}
