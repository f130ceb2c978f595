import AdRecording
import AdReplay
import Foundation
import GoogleMobileAds
import GoogleMobileAdsJournal
import Testing

@MainActor struct LoadTests {
  @Test func `a load records its request, its ad and its waterfall`() async throws {
    let journal = try TestJournal { $0.keepsResponseIDs = true }
    let failed = AdNetworkResponseInfo(
      stubClass: "AdapterA", latency: 0.25, error: NSError(domain: "a", code: 3))
    let loaded = AdNetworkResponseInfo(stubClass: "AdapterB", latency: 0.5)
    let unasked = AdNetworkResponseInfo(stubClass: "AdapterC")
    StubAds.deliver(
      "load-1",
      ResponseInfo(stubIdentifier: "id", loaded: loaded, networks: [failed, loaded, unasked]))
    let ad = try await journal.recorder.load(
      InterstitialAd.self, with: "load-1", reason: .launch, isTest: true)
    #expect(ad.id == "a-1" && ad.unit == "load-1")
    ad.discard(.replaced)
    #expect(
      try journal.read().lines == [
        "ad.requested reason=launch request=r-1 test=true",
        """
        ad.loaded ad=a-1 adapter=AdapterB request=r-1 response=id waterfall=\
        [{"adapter":"AdapterA","error_code":3,"latency_ms":250},\
        {"adapter":"AdapterB","latency_ms":500},{"adapter":"AdapterC"}]
        """,
        "ad.discarded ad=a-1 reason=replaced",
      ])
  }

  @Test func `every format loads under its name`() async throws {
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

  @Test func `a load that fails throws the SDK's error, and records it in its phase`() async throws
  {
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

  @Test func `a load that ends with nothing is said, and thrown`() async throws {
    let journal = try TestJournal()
    StubAds.answer("load-4") { $0.finish(nil, nil) }
    await #expect(throws: NoAnswer.self) {
      try await journal.recorder.load(AppOpenAd.self, with: "load-4")
    }
    #expect(
      try journal.read().lines.last
        == "ad.failed_to_load error_code=-1 error_domain=adjournal request=r-1")
  }

  @Test func `the recorder is the delegate before the app has the ad`() throws {
    let journal = try TestJournal()
    StubAds.answer("load-5") { load in elsewhere { _ = load.deliver(ResponseInfo()) } }
    let threads = Log()
    journal.recorder.load(InterstitialAd.self, with: "load-5") { ad, _ in
      threads.add("loaded")
      onThisThread { ad?.ad.tell(.impression) }
    }
    #expect(threads.lines == ["loaded elsewhere"])
    #expect(try journal.read().lines.dropFirst(2).first == "ad.impression ad=a-1")
  }

  @Test func `a handler that is called twice with one ad names it once`() throws {
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

  @Test func `a second answer does not end an asynchronous load again`() async throws {
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

  /// A class of ads that has a load of its own, as those of Ad Manager have.
  private final class ManagedAd: InterstitialAd {}

  @Test func `an ad that is loaded in another way is recorded in the same way`() async throws {
    let journal = try TestJournal()
    let ad = try await journal.recorder.load(
      ManagedAd.self, with: "load-9", via: { $0(ManagedAd(stubUnit: "load-9"), nil) })
    ad.present(from: nil)
    ad.ad.tell(.present)
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1", "ad.loaded ad=a-1 request=r-1", "ad.present_requested ad=a-1",
        "ad.will_present ad=a-1",
      ])
  }

  @Test func `the scene of a request is that of its ad`() async throws {
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
