import AdRecording
import AdReplay
import AppJournal
import Foundation
import GoogleMobileAds
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

@MainActor struct LoadTests {
  @Test func `a load records its request, its ad and its waterfall`() async throws {
    let journal = try TestJournal { $0.keepsResponseIDs = true }
    let failed = AdNetworkResponseInfo(
      stubClass: "AdapterA", latency: 0.25, error: NSError(domain: "a", code: 3))
    let loaded = AdNetworkResponseInfo(stubClass: "AdapterB", latency: 0.5)
    loaded.adSourceName = "Example Network"
    let unasked = AdNetworkResponseInfo(stubClass: "AdapterC")
    StubAds.deliver(
      "load-1",
      ResponseInfo(stubIdentifier: "id", loaded: loaded, networks: [failed, loaded, unasked]))
    let ad = try await journal.recorder.load(
      InterstitialAd.self, with: "load-1", reason: .launch, isTest: true, placement: "level-end")
    #expect(ad.id == "a-1" && ad.unit == "load-1")
    ad.discard(.replaced)
    #expect(
      try journal.read().lines == [
        "ad.requested placement=level-end reason=launch request=r-1 test=true",
        """
        ad.loaded ad=a-1 adapter=AdapterB network=Example Network request=r-1 response=id waterfall=\
        [{"adapter":"AdapterA","error_code":3,"latency_ms":250},\
        {"adapter":"AdapterB","latency_ms":500},{"adapter":"AdapterC"}]
        """,
        "ad.discarded ad=a-1 reason=replaced",
      ])
  }

  @Test func `a load records the format of each ad class`() async throws {
    let journal = try TestJournal()
    StubAds.deliver("load-2")
    _ = try await journal.recorder.load(AppOpenAd.self, with: "load-2")
    _ = try await journal.recorder.load(InterstitialAd.self, with: "load-2")
    _ = try await journal.recorder.load(RewardedAd.self, with: "load-2")
    _ = try await journal.recorder.load(RewardedInterstitialAd.self, with: "load-2")
    let recording = try journal.read()
    let formats = ["app_open", "interstitial", "rewarded", "rewarded_interstitial"]
    #expect(recording.values("format", of: "ad.requested") == formats)
    #expect(recording.values("format", of: "ad.loaded") == formats)
    #expect(recording.values("ad", of: "ad.loaded") == ["a-1", "a-2", "a-3", "a-4"])
  }

  @Test func `a failed load throws the SDK's error and records its meaning`() async throws {
    let journal = try TestJournal()
    let info = ResponseInfo(networks: [AdNetworkResponseInfo(stubClass: "A", latency: 1)])
    StubAds.fail("load-3", .stubLoad(.receivedInvalidAdString, info))
    let error = await #expect(throws: NSError.self) {
      try await journal.recorder.load(AppOpenAd.self, with: "load-3")
    }
    #expect(error?.code == 21 && error?.domain == GADErrorDomain)
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1",
        """
        ad.failed_to_load error_code=21 error_domain=com.google.admob \
        error_message=invalid ad string request=r-1 waterfall=[{"adapter":"A","latency_ms":1000}]
        """,
      ])
  }

  @Test func `a load with neither ad nor error is recorded without a code and throws`() async throws
  {
    let journal = try TestJournal()
    StubAds.answer("load-4") { $0.finish(nil, nil) }
    await #expect(throws: EmptyLoadResult.self) {
      try await journal.recorder.load(AppOpenAd.self, with: "load-4")
    }
    #expect(
      try journal.read().lines.last
        == "ad.failed_to_load error_message=the SDK returned neither an ad nor an error request=r-1"
    )
  }

  @Test func `the recorder is the ad's delegate before the app receives the ad`() throws {
    let journal = try TestJournal()
    StubAds.answer("load-5") { load in elsewhere { _ = load.deliver(ResponseInfo()) } }
    let threads = Log()
    journal.recorder.load(InterstitialAd.self, with: "load-5") { ad, _ in
      threads.add("loaded")
      onThisThread { ad?.ad.send(.impression) }
    }
    #expect(threads.lines == ["loaded elsewhere"])
    #expect(try journal.read().lines.dropFirst(2).first == "ad.impression ad=a-1")
  }

  @Test func `an ad that is delivered twice keeps its name`() throws {
    let journal = try TestJournal()
    StubAds.answer("load-6") { load in
      let ad = load.deliver(ResponseInfo())
      load.finish(ad, nil)
      _ = load.deliver(ResponseInfo())
    }
    nonisolated(unsafe) var ads: [RecordedAd<RewardedAd>?] = []
    journal.recorder.load(RewardedAd.self, with: "load-6") { ad, _ in ads.append(ad) }
    #expect(ads.map { $0?.id } == ["a-1", "a-1", "a-2"])
    ads = []
    let recording = try journal.read()
    #expect(recording.values("ad", of: "ad.loaded") == ["a-1", "a-1", "a-2"])
    #expect(recording.violated.contains("load-completes-once"))
  }

  @Test func `a second completion of an asynchronous load is ignored`() async throws {
    let journal = try TestJournal()
    StubAds.answer("load-7") { load in
      _ = load.deliver(ResponseInfo())
      load.finish(nil, NSError.stubLoad(.timeout))
    }
    let ad = try await journal.recorder.load(AppOpenAd.self, with: "load-7")
    #expect(ad.id == "a-1")
    #expect(
      try journal.read().lines.contains {
        $0.hasPrefix("ad.failed_to_load error_code=5") && $0.hasSuffix("request=r-1")
      })
  }

  /// An ad class with its own load method, like those of Ad Manager.
  private final class ManagedAd: InterstitialAd {}

  @Test func `an ad that is loaded by a custom call is recorded`() async throws {
    let journal = try TestJournal()
    let ad = try await journal.recorder.load(
      ManagedAd.self, with: "load-9", via: { $0(ManagedAd(stubUnit: "load-9"), nil) })
    ad.present(from: nil)
    ad.ad.send(.present)
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1", "ad.loaded ad=a-1 request=r-1", "ad.present_requested ad=a-1",
        "ad.will_present ad=a-1",
      ])
  }

  @Test func `an ad that is delivered for another request keeps its name and is marked as again`()
    throws
  {
    let journal = try TestJournal()
    let log = Log()
    let sdkAd = InterstitialAd(stubUnit: "load-10")
    StubAds.answer("load-10") { $0.finish(sdkAd, nil) }
    nonisolated(unsafe) var ads: [RecordedAd<InterstitialAd>] = []
    for _ in 0..<2 {
      journal.recorder.load(InterstitialAd.self, with: "load-10") { ad, _ in
        if let ad { ads.append(ad) }
      }
    }
    let (first, second) = (AppDelegate("first", log), AppDelegate("second", log))
    ads[0].delegate = first
    ads[0].paidEventHandler = { _ in log.add("paid") }
    ads[1].delegate = second
    ads[1].present(from: nil)
    sdkAd.send(.present)
    sdkAd.pay("1")
    #expect(ads.map(\.id) == ["a-1", "a-1"] && log.lines == ["second present", "paid"])
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1", "ad.loaded ad=a-1 request=r-1", "ad.requested request=r-2",
        "ad.loaded ad=a-1 again=true request=r-2", "ad.delegate_set ad=a-1",
        "ad.paid_handler_set ad=a-1", "ad.delegate_set ad=a-1", "ad.present_requested ad=a-1",
        "ad.will_present ad=a-1",
        "ad.paid ad=a-1 currency=EUR precision=precise value_micros=1000000",
      ])
  }

  @Test func `a request that the app gives up is recorded, and the late ad is delivered`() throws {
    let journal = try TestJournal()
    nonisolated(unsafe) var waiting: StubAds.Load?
    StubAds.answer("load-11") { waiting = $0 }
    nonisolated(unsafe) var late: RecordedAd<AppOpenAd>?
    let request = journal.recorder.load(AppOpenAd.self, with: "load-11", reason: .launch) {
      (ad, _) in late = ad
    }
    #expect(request.name == "r-1" && request.unit == "load-11")
    request.abandon(.timeout)
    _ = waiting?.deliver(ResponseInfo())
    #expect(late?.id == "a-1")
    let recording = try journal.read()
    #expect(
      recording.lines == [
        "ad.requested reason=launch request=r-1",
        "ad.request_abandoned reason=timeout request=r-1", "ad.loaded ad=a-1 request=r-1",
      ])
    #expect(recording.values("unit", of: "ad.request_abandoned") == ["load-11"])
    #expect(recording.values("format", of: "ad.request_abandoned") == ["app_open"])
  }

  @Test func `the records of an ad name the scene of its request`() async throws {
    let journal = try TestJournal()
    StubAds.deliver("load-8")
    let (one, other) = (UIWindowScene(), UIWindowScene())
    _ = journal.recorder.name(of: one)
    let request = Request()
    request.scene = other
    let ad = try await journal.recorder.load(
      InterstitialAd.self, with: "load-8", request: request)
    #expect(ad.scene == "s-2")
    #expect(try journal.read().values("scene", of: "ad.loaded") == ["s-2"])
  }
}
