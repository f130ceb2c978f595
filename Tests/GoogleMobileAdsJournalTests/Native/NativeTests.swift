import AdRecording
import AdReplay
import AppJournal
import Foundation
import GoogleMobileAds
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

/// A screen that shows native ads and sets its delegates as in the SDK's guides.
nonisolated private final class NativeApp: NSObject, NativeAdLoaderDelegate, NativeAdDelegate,
  VideoControllerDelegate, @unchecked Sendable
{
  let log: Log
  var ads: [NativeAd] = []
  init(_ log: Log) { self.log = log }

  func adLoader(_ adLoader: AdLoader, didReceive nativeAd: NativeAd) {
    log.add("received")
    ads.append(nativeAd)
    nativeAd.delegate = self
    nativeAd.mediaContent.videoController.delegate = self
    let log = log
    nativeAd.paidEventHandler = { _ in log.add("paid") }
  }
  func adLoader(_ adLoader: AdLoader, didFailToReceiveAdWithError error: any Error) {
    log.add("failed")
  }
  func adLoaderDidFinishLoading(_ adLoader: AdLoader) { log.add("finished") }
  func nativeAdDidRecordImpression(_ nativeAd: NativeAd) { log.add("impression") }
  func nativeAdDidRecordClick(_ nativeAd: NativeAd) { log.add("click") }
  func nativeAdDidRecordSwipeGestureClick(_ nativeAd: NativeAd) { log.add("swipe") }
  func nativeAdWillPresentScreen(_ nativeAd: NativeAd) { log.add("present") }
  func nativeAdWillDismissScreen(_ nativeAd: NativeAd) { log.add("dismiss") }
  func nativeAdDidDismissScreen(_ nativeAd: NativeAd) { log.add("dismissed") }
  func nativeAdIsMuted(_ nativeAd: NativeAd) { log.add("muted") }
  func videoControllerDidPlayVideo(_ videoController: VideoController) { log.add("played") }
  func videoControllerDidPauseVideo(_ videoController: VideoController) { log.add("paused") }
  func videoControllerDidEndVideoPlayback(_ videoController: VideoController) {
    log.add("ended")
  }
  func videoControllerDidMuteVideo(_ videoController: VideoController) { log.add("sound off") }
  func videoControllerDidUnmuteVideo(_ videoController: VideoController) { log.add("sound on") }
}

@MainActor struct NativeTests {
  private func loader() -> AdLoader {
    AdLoader(adUnitID: "native", rootViewController: nil, adTypes: [.native], options: nil)
  }

  @Test func `a native ad is recorded although the app sets its delegates`() throws {
    let journal = try TestJournal()
    let log = Log()
    let (loader, app) = (loader(), NativeApp(log))
    let recorded = journal.recorder.observe(loader)
    recorded.delegate = app
    recorded.load(count: 2, reason: .viewDidLoad)
    let ads = [NativeAd(), NativeAd()]
    for ad in ads {
      (loader.delegate as? any NativeAdLoaderDelegate)?.adLoader(loader, didReceive: ad)
    }
    loader.delegate?.adLoaderDidFinishLoading(loader)
    let ad = ads[0]
    journal.recorder.recorded(ad)?.recordRendered(viewPassed: false)
    ad.delegate?.nativeAdDidRecordImpression(ad)
    ad.paidEventHandler?(AdValue(stubValue: 1, currency: "EUR", precision: .precise))
    ad.delegate?.nativeAdDidRecordSwipeGestureClick(ad)
    ad.delegate?.nativeAdDidRecordClick(ad)
    ad.delegate?.nativeAdWillPresentScreen(ad)
    ad.delegate?.nativeAdWillDismissScreen(ad)
    ad.delegate?.nativeAdDidDismissScreen(ad)
    ad.delegate?.nativeAdIsMuted(ad)
    let video = ad.mediaContent.videoController
    video.delegate?.videoControllerDidPlayVideo(video)
    video.delegate?.videoControllerDidMuteVideo(video)
    video.delegate?.videoControllerDidUnmuteVideo(video)
    video.delegate?.videoControllerDidPauseVideo(video)
    video.delegate?.videoControllerDidEndVideoPlayback(video)
    journal.recorder.recorded(ad)?.recordUntracked()
    #expect(
      log.lines == [
        "received", "received", "finished", "impression", "paid", "swipe", "click", "present",
        "dismiss", "dismissed", "muted", "played", "sound off", "sound on", "paused", "ended",
      ])
    #expect(journal.recorder.recorded(ads[1])?.id == "a-2")
    #expect(journal.recorder.recorded(NativeAd()) == nil)
    #expect(
      try journal.read().lines == [
        "ad.requested count=2 reason=view_did_load request=r-1", "ad.loaded ad=a-1 request=r-1",
        "ad.loaded ad=a-2 request=r-1", "native.rendered ad=a-1 view_passed=false",
        "ad.impression ad=a-1",
        "ad.paid ad=a-1 currency=EUR precision=precise value_micros=1000000",
        "ad.clicked ad=a-1", "ad.will_present ad=a-1", "ad.will_dismiss ad=a-1",
        "ad.dismissed ad=a-1", "video.played ad=a-1", "video.muted ad=a-1", "video.unmuted ad=a-1",
        "video.paused ad=a-1", "video.ended ad=a-1", "native.untracked ad=a-1",
      ])
  }

  @Test func `failed loads of native ads are recorded, also of requests made on the SDK's loader`()
    throws
  {
    let journal = try TestJournal()
    let log = Log()
    let (loader, app) = (loader(), NativeApp(log))
    loader.delegate = app
    let recorded = journal.recorder.observe(loader)
    recorded.load()
    loader.delegate?.adLoader(loader, didFailToReceiveAdWithError: NSError.stubLoad(.noFill))
    loader.delegate?.adLoaderDidFinishLoading(loader)
    (loader.delegate as? any NativeAdLoaderDelegate)?.adLoader(loader, didReceive: NativeAd())
    #expect(log.lines == ["failed", "finished", "received"])
    let recording = try journal.read()
    #expect(recording.values("request", of: "ad.failed_to_load") == ["r-1"])
    #expect(recording.values("request", of: "ad.loaded") == ["r-2"])
  }

  @Test func `a native ad that is delivered again keeps its name, and each call is recorded once`()
    throws
  {
    let journal = try TestJournal()
    let loader = loader()
    let recorded = journal.recorder.observe(loader)
    let network = AdNetworkResponseInfo(stubClass: "A")
    network.adSourceName = "Example Network"
    let ad = NativeAd(stubResponseInfo: ResponseInfo(loaded: network))
    func deliver() {
      (loader.delegate as? any NativeAdLoaderDelegate)?.adLoader(loader, didReceive: ad)
    }
    recorded.load(placement: "feed")
    deliver()
    deliver()
    recorded.load()
    deliver()
    ad.delegate?.nativeAdDidRecordImpression(ad)
    #expect(
      try journal.read().lines == [
        "ad.requested placement=feed request=r-1",
        "ad.loaded ad=a-1 adapter=A network=Example Network request=r-1",
        "ad.loaded ad=a-1 adapter=A network=Example Network request=r-1",
        "ad.requested request=r-2",
        "ad.loaded ad=a-1 adapter=A again=true network=Example Network request=r-2",
        "ad.impression ad=a-1",
      ])
  }

  @Test func `a released native ad is recorded as discarded`() throws {
    let journal = try TestJournal()
    let loader = loader()
    let recorded = journal.recorder.observe(loader)
    recorded.load()
    (loader.delegate as? any NativeAdLoaderDelegate)?.adLoader(loader, didReceive: NativeAd())
    TestJournal.releaseOrphans()
    #expect(try journal.read().values("ad", of: "ad.discarded") == ["a-1"])
  }

  /// The newest ad of a recorded loader.
  private func ad(_ journal: TestJournal, _ loader: AdLoader) -> NativeAd {
    let ad = NativeAd()
    let recorded = journal.recorder.observe(loader)
    recorded.load()
    (loader.delegate as? any NativeAdLoaderDelegate)?.adLoader(loader, didReceive: ad)
    return ad
  }

  /// A cell that is scrolled in and out renders its ad each time.
  @Test func `rendering a native ad a thousand times does not nest its paid handlers`() throws {
    let journal = try TestJournal()
    let loader = loader()
    let ad = ad(journal, loader)
    nonisolated(unsafe) var depths: [UInt] = []
    ad.paidEventHandler = { _ in
      var here = 0
      withUnsafePointer(to: &here) { depths.append(UInt(bitPattern: $0)) }
    }
    for count in [1, 1000] {
      for _ in 0..<count { journal.recorder.recorded(ad)?.recordRendered() }
      ad.paidEventHandler?(AdValue(stubValue: 1, currency: "EUR", precision: .precise))
    }
    try #require(depths.count == 2)
    #expect(depths[0] - depths[1] < 16_384, "\(depths[0] - depths[1]) bytes of the stack")
    #expect(try journal.read().values("ad", of: "ad.paid") == ["a-1", "a-1"])
  }

  @Test func `a paid handler that is set at each rendering receives and records each value once`()
    throws
  {
    let journal = try TestJournal()
    let log = Log()
    let loader = loader()
    let ad = ad(journal, loader)
    var retained: [GADPaidEventHandler?] = []
    for number in 1...20 {
      // The app may retain the previous handler without calling it.
      if number == 20 { retained.append(ad.paidEventHandler) }
      ad.paidEventHandler = { _ in log.add("\(number)") }
      journal.recorder.recorded(ad)?.recordRendered()
      journal.recorder.recorded(ad)?.recordRendered()
      ad.paidEventHandler?(AdValue(stubValue: 1, currency: "EUR", precision: .precise))
    }
    #expect(log.lines == (1...20).map { "\($0)" })
    #expect(try journal.read().values("ad", of: "ad.paid").count == 20)
  }

  @Test
  func
    `each paid value of a native ad is recorded although the app retains old handlers without calling them`()
    throws
  {
    let journal = try TestJournal()
    let log = Log()
    let loader = loader()
    let ad = ad(journal, loader)
    var retained: [GADPaidEventHandler?] = []
    for number in 1...20 {
      retained.append(ad.paidEventHandler)
      ad.paidEventHandler = { _ in log.add("\(number)") }
      for _ in 0..<3 { journal.recorder.recorded(ad)?.recordRendered() }
      ad.paidEventHandler?(AdValue(stubValue: 1, currency: "EUR", precision: .precise))
    }
    #expect(log.lines == (1...20).map { "\($0)" })
    #expect(try journal.read().values("ad", of: "ad.paid").count == 20)
  }

  @Test func `an ad loader that is observed twice is recorded once`() throws {
    let journal = try TestJournal()
    let log = Log()
    let (loader, app) = (loader(), NativeApp(log))
    journal.recorder.observe(loader).delegate = app
    let ad = ad(journal, loader)
    loader.delegate?.adLoaderDidFinishLoading(loader)
    ad.delegate?.nativeAdDidRecordImpression(ad)
    #expect(log.lines == ["received", "finished", "impression"])
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1", "ad.loaded ad=a-1 request=r-1", "ad.impression ad=a-1",
      ])
  }
}
