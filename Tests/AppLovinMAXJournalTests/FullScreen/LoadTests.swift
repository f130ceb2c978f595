import AdRecording
import AppJournal
import AppLovinSDK
import Foundation
import TestSessions
import Testing

@testable import AppLovinMAXJournal

/// The loads of one object: of the app, ignored by the SDK, of the SDK itself, answered twice.
@MainActor struct LoadTests {
  private func object(_ journal: TestJournal) -> RecordedAd<MAInterstitialAd> {
    journal.recorder.observe(MAInterstitialAd(adUnitIdentifier: "u"))
  }

  @Test func `a failed load is recorded with its code and its waterfall, without its text`() throws
  {
    let journal = try TestJournal()
    let ad = object(journal)
    ad.load()
    let error = MAError(
      stubCode: .adLoadFailed,
      waterfall: MAAdWaterfallInfo(stubResponses: [
        MANetworkResponseInfo(
          stubState: .adFailedToLoad, adapter: "A", latency: 1,
          error: MAError(stubCode: .networkTimeout))
      ]))
    ad.ad.send(.started, MAAd(stubUnit: "u"))
    ad.ad.delegate?.didFailToLoadAd(forAdUnitIdentifier: "u", withError: error)
    let recording = try journal.read()
    #expect(
      recording.lines == [
        "ad.requested request=r-1",
        """
        ad.failed_to_load error_code=-5001 request=r-1 \
        waterfall=[{"adapter":"A","error_code":-1001,"latency_ms":1000}]
        """,
      ])
    #expect(!String(decoding: recording.bytes, as: UTF8.self).contains("text of unit"))
  }

  @Test func `a load during a load has no answer, and the answer is that of the first one`() throws
  {
    let journal = try TestJournal()
    let ad = object(journal)
    ad.load()
    ad.load()
    ad.ad.send([.started, .failed], MAAd(stubUnit: "u"))
    ad.load()
    _ = ad.ad.deliver()
    let recording = try journal.read()
    #expect(recording.values("request", of: "ad.requested") == ["r-1", "r-2", "r-3"])
    #expect(recording.values("request", of: "ad.failed_to_load") == ["r-1"])
    #expect(recording.values("request", of: "ad.loaded") == ["r-3"])
    #expect(recording.violated.contains("one-load-in-flight"))
  }

  @Test func `a load during a show has no answer, and the answer after it is that of the next one`()
    throws
  {
    let journal = try TestJournal()
    let ad = object(journal)
    ad.load()
    let first = ad.ad.deliver()
    ad.show()
    ad.ad.send([.displayed, .paid], first)
    ad.load()
    ad.ad.send(.hidden, first)
    ad.load()
    _ = ad.ad.deliver()
    let recording = try journal.read()
    #expect(recording.values("request", of: "ad.loaded") == ["r-1", "r-3"])
  }

  @Test func `a load while an ad is ready delivers the same ad again`() throws {
    let journal = try TestJournal()
    let ad = object(journal)
    ad.load()
    let sdkAd = ad.ad.deliver()
    ad.load()
    ad.ad.send(.loaded, sdkAd)
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1", "ad.loaded ad=a-1 network=Example Network request=r-1",
        "ad.requested request=r-2",
        "ad.loaded ad=a-1 again=true network=Example Network request=r-2",
      ])
  }

  @Test func `a callback that comes twice is a second answer of the same load`() throws {
    let journal = try TestJournal()
    let ad = object(journal)
    let sdkAd = MAAd(stubUnit: "u")
    ad.load()
    ad.ad.send([.started, .failed, .failed], sdkAd)
    ad.load()
    ad.ad.send([.started, .loaded, .loaded], sdkAd)
    let recording = try journal.read()
    #expect(recording.values("request", of: "ad.failed_to_load") == ["r-1", "r-1"])
    #expect(recording.values("request", of: "ad.loaded") == ["r-2", "r-2"])
    #expect(recording.values("again", of: "ad.loaded") == [nil, nil])
    #expect(recording.violated.contains("load-completes-once"))
  }

  @Test func `a load that the app starts on the SDK's object is recorded when it is sent`() throws {
    let journal = try TestJournal()
    let ad = object(journal)
    ad.ad.load()
    let sdkAd = ad.ad.deliver()
    ad.ad.show(forPlacement: nil, customData: nil)
    ad.ad.send([.displayed, .paid, .hidden], sdkAd)
    ad.ad.load()
    ad.ad.send([.started, .failed], sdkAd)
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1", "ad.loaded ad=a-1 network=Example Network request=r-1",
        "ad.will_present ad=a-1", "ad.impression ad=a-1",
        "ad.paid ad=a-1 currency=USD precision=precise value_micros=4000", "ad.dismissed ad=a-1",
        "ad.discarded ad=a-1 reason=shown", "ad.requested request=r-2",
        "ad.failed_to_load error_code=-1 request=r-2",
      ])
  }

  @Test func `an expired ad is replaced by the SDK`() throws {
    let journal = try TestJournal()
    let (calls, ad) = (Log(), object(journal))
    let app = AppDelegate("app", calls)
    (ad.delegate, ad.expirationDelegate) = (app, app)
    ad.load()
    let (old, new) = (ad.ad.deliver(), MAAd(stubUnit: "u"))
    ad.ad.send(.started, old)
    ad.ad.expirationDelegate?.didReloadExpiredAd(old, withNewAd: new)
    ad.show()
    ad.ad.send([.displayed, .paid, .hidden], new)
    let recording = try journal.read()
    #expect(
      recording.lines == [
        "ad.requested request=r-1", "ad.loaded ad=a-1 network=Example Network request=r-1",
        "ad.delegate_set ad=a-1", "ad.expired ad=a-1", "ad.requested reason=expired request=r-2",
        "ad.loaded ad=a-2 network=Example Network request=r-2",
        "ad.discarded ad=a-1 reason=expired", "ad.delegate_set ad=a-2",
        "ad.present_requested ad=a-2", "ad.will_present ad=a-2", "ad.impression ad=a-2",
        "ad.paid ad=a-2 currency=USD precision=precise value_micros=4000", "ad.dismissed ad=a-2",
        "ad.discarded ad=a-2 reason=shown",
      ])
    #expect(recording.values("latency_ms", of: "ad.loaded") == ["0", nil])
    #expect(calls.lines.contains("app reloaded"))
  }

  @Test func `an expired ad whose replacement fails is discarded`() throws {
    let journal = try TestJournal()
    let ad = object(journal)
    ad.load()
    let sdkAd = ad.ad.deliver()
    ad.ad.send(.started, sdkAd)
    ad.ad.send(.failed, sdkAd, code: .noFill)
    #expect(ad.id == nil)
    ad.load()
    _ = ad.ad.deliver()
    let recording = try journal.read()
    #expect(
      recording.lines.dropFirst(2) == [
        "ad.expired ad=a-1", "ad.requested reason=expired request=r-2",
        "ad.failed_to_load error_code=204 request=r-2", "ad.discarded ad=a-1 reason=expired",
        "ad.requested request=r-3", "ad.loaded ad=a-3 network=Example Network request=r-3",
      ])
    #expect(recording.violatedAtAnyPace == [])
  }

  @Test func `the answer to a reload is that of a load that the SDK ignored meanwhile`() throws {
    for isReplaced in [true, false] {
      let journal = try TestJournal()
      let ad = object(journal)
      ad.load()
      let (old, new) = (ad.ad.deliver(), MAAd(stubUnit: "u"))
      ad.ad.send(.started, old)
      ad.load()
      if isReplaced {
        ad.ad.expirationDelegate?.didReloadExpiredAd(old, withNewAd: new)
      } else {
        ad.ad.send(.failed, old)
      }
      #expect(ad.id == (isReplaced ? "a-2" : nil))
      let answer =
        isReplaced
        ? "ad.loaded ad=a-2 network=Example Network request=r-2"
        : "ad.failed_to_load error_code=-1 request=r-2"
      #expect(
        try journal.read().lines.dropFirst(2) == [
          "ad.requested request=r-2", "ad.expired ad=a-1", answer,
          "ad.discarded ad=a-1 reason=expired",
        ])
    }
  }

  @Test func `a reload that comes twice is a second answer of the same load`() throws {
    let journal = try TestJournal()
    let ad = object(journal)
    ad.load()
    let (old, new) = (ad.ad.deliver(), MAAd(stubUnit: "u"))
    for _ in 0..<2 { ad.ad.expirationDelegate?.didReloadExpiredAd(old, withNewAd: new) }
    let recording = try journal.read()
    #expect(recording.values("request", of: "ad.loaded") == ["r-1", "r-2", "r-2"])
    #expect(recording.values("ad", of: "ad.loaded") == ["a-1", "a-2", "a-2"])
    #expect(recording.values("ad", of: "ad.expired") == ["a-1"])
  }

  @Test func `a show without an ad is recorded, and its failure belongs to no ad`() throws {
    let journal = try TestJournal()
    let (calls, ad) = (Log(), object(journal))
    let app = AppDelegate("app", calls)
    ad.delegate = app
    ad.show(trigger: .user, placement: "shop")
    ad.ad.send(.failedToDisplay, MAAd(stubUnit: "u"), code: .fullscreenAdNotReady)
    ad.load()
    let sdkAd = ad.ad.deliver()
    ad.show()
    ad.ad.send([.displayed, .paid, .hidden], sdkAd)
    ad.show()
    ad.ad.send(.failedToDisplay, MAAd(stubUnit: "u"), code: .fullscreenAdNotReady)
    let lines = try journal.read().lines
    #expect(lines.first == "ad.show_without_ad placement=shop trigger=user")
    #expect(lines.last == "ad.show_without_ad")
    #expect(!lines.contains { $0.hasPrefix("ad.failed_to_present") })
    #expect(calls.lines.filter { $0 == "app failed to display -24" }.count == 2)
  }

  @Test func `callbacks of an ad that come late or twice change nothing for the next one`() throws {
    let journal = try TestJournal()
    let ad = journal.recorder.observe(MARewardedAd.shared(withAdUnitIdentifier: "u"))
    ad.load()
    let first = ad.ad.deliver()
    ad.show()
    ad.ad.send([.displayed, .hidden], first)
    ad.load()
    ad.ad.send(.hidden, first)
    _ = ad.ad.deliver()
    ad.ad.send([.rewarded, .paid], first)
    #expect(ad.id == "a-2")
    let recording = try journal.read()
    #expect(recording.values("request", of: "ad.loaded") == ["r-1", "r-2"])
    for event in ["ad.reward_earned", "ad.paid"] {
      #expect(recording.values("ad", of: event) == ["a-1"])
    }
    #expect(recording.values("ad", of: "ad.dismissed") == ["a-1", "a-1"])
  }

  @Test func `callbacks with another object for the same ad belong to the newest ad`() throws {
    let journal = try TestJournal()
    let ad = object(journal)
    ad.load()
    _ = ad.ad.deliver()
    ad.show()
    for callback in [Callback.displayed, .paid, .hidden] {
      ad.ad.send(callback, MAAd(stubUnit: "u"))
    }
    #expect(
      try journal.read().lines.suffix(5) == [
        "ad.will_present ad=a-1", "ad.impression ad=a-1",
        "ad.paid ad=a-1 currency=USD precision=precise value_micros=4000", "ad.dismissed ad=a-1",
        "ad.discarded ad=a-1 reason=shown",
      ])
  }

  @Test(
    arguments: [
      (-1, "exact", nil, nil), (0, "undefined", "0", "unknown"), (2e-05, "exact", "20", "precise"),
      (0.5, "estimated", "500000", "estimated"), (1, "publisher_defined", "1000000", "publisher"),
      (0.001, "", "1000", "unknown"),
    ] as [(Double, String, String?, String?)])
  func `revenue is recorded in US dollars, and a negative one is only an impression`(
    revenue: Double, precision: String, micros: String?, word: String?
  ) throws {
    let journal = try TestJournal()
    let ad = object(journal)
    ad.load()
    let sdkAd = ad.ad.deliver(MAAd(stubUnit: "u", revenue: revenue, precision: precision))
    ad.show()
    ad.ad.send([.displayed, .paid, .hidden], sdkAd)
    let recording = try journal.read()
    #expect(recording.values("ad", of: "ad.impression") == ["a-1"])
    #expect(recording.values("value_micros", of: "ad.paid") == (micros.map { [$0] } ?? []))
    #expect(recording.values("precision", of: "ad.paid") == (word.map { [$0] } ?? []))
    #expect(recording.violatedAtAnyPace == [])
  }

  @Test func `the error of the network is recorded by its code`() throws {
    let journal = try TestJournal()
    let ad = object(journal)
    ad.load()
    let sdkAd = ad.ad.deliver()
    ad.show()
    ad.ad.delegate?.didFail(
      toDisplay: sdkAd, withError: MAError(stubCode: .unspecified, networkCode: 1205))
    #expect(
      try journal.read().lines.last
        == "ad.failed_to_present ad=a-1 error_code=-1 error_message=error of the network: 1205")
  }
}
