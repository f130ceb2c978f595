import AdRecording
import AdReplay
import AppJournal
import Foundation
import GoogleMobileAds
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

/// A banner delegate of an app, which logs its calls.
nonisolated private final class BannerApp: NSObject, BannerViewDelegate, @unchecked Sendable {
  let log: Log
  init(_ log: Log) { self.log = log }
  func bannerViewDidReceiveAd(_ bannerView: BannerView) { log.add("received") }
  func bannerView(_ bannerView: BannerView, didFailToReceiveAdWithError error: any Error) {
    log.add("failed")
  }
  func bannerViewDidRecordImpression(_ bannerView: BannerView) { log.add("impression") }
  func bannerViewDidRecordClick(_ bannerView: BannerView) { log.add("click") }
  func bannerViewWillPresentScreen(_ bannerView: BannerView) { log.add("present") }
  func bannerViewWillDismissScreen(_ bannerView: BannerView) { log.add("dismiss") }
  func bannerViewDidDismissScreen(_ bannerView: BannerView) { log.add("dismissed") }
}

/// A library that replaces a banner's delegate and forwards all calls to it.
nonisolated private final class BannerLibrary: NSObject, BannerViewDelegate, @unchecked Sendable {
  private let log: Log
  private weak var original: (any BannerViewDelegate)?
  init(_ log: Log) { self.log = log }

  @MainActor func take(_ view: BannerView) {
    original = view.delegate
    view.delegate = self
  }

  func bannerViewDidReceiveAd(_ bannerView: BannerView) {
    log.add("library")
    nonisolated(unsafe) let original = original
    onThisThread { original?.bannerViewDidReceiveAd(bannerView) }
  }
}

@MainActor struct BannerTests {
  private func view() -> BannerView {
    let view = BannerView(adSize: adSizeFor(cgSize: CGSize(width: 320, height: 50)))
    view.adUnitID = "banner"
    return view
  }

  @Test(arguments: [CGFloat.nan, .infinity, -.infinity, 1e300])
  func `an invalid width of a banner request is omitted`(width: CGFloat) throws {
    let journal = try TestJournal()
    let view = BannerView(adSize: adSizeFor(cgSize: CGSize(width: width, height: 50)))
    view.adUnitID = "banner"
    let banner = journal.recorder.observe(view)
    banner.load()
    view.delegate?.bannerViewDidReceiveAd(view)
    journal.wait(seconds: 30, for: view)
    view.delegate?.bannerViewDidReceiveAd(view)
    let lines = try journal.read().lines.filter { $0.hasPrefix("ad.requested") }
    #expect(
      lines == ["ad.requested request=r-1", "ad.requested reason=refresh request=r-2"])
  }

  @Test func `a banner is recorded with its place and its network`() throws {
    let journal = try TestJournal()
    let view = view()
    let network = AdNetworkResponseInfo(stubClass: "A")
    network.adSourceName = "Example Network"
    view.responseInfo = ResponseInfo(loaded: network)
    journal.recorder.observe(view).load(placement: "home")
    view.delegate?.bannerViewDidReceiveAd(view)
    #expect(
      try journal.read().lines == [
        "ad.requested placement=home request=r-1 width=320",
        "ad.loaded ad=a-1 adapter=A network=Example Network request=r-1",
      ])
  }

  @Test func `a banner and each of its refreshes are recorded as separate ads`() throws {
    let journal = try TestJournal()
    let log = Log()
    let (view, app) = (view(), BannerApp(log))
    let banner = journal.recorder.observe(view)
    banner.delegate = app
    banner.paidEventHandler = { _ in log.add("paid") }
    #expect(banner.id == nil)
    banner.load(reason: .viewDidAppear, isTest: true)
    view.responseInfo = ResponseInfo(loaded: AdNetworkResponseInfo(stubClass: "A"))
    view.delegate?.bannerViewDidReceiveAd(view)
    banner.recordAppeared()
    view.delegate?.bannerViewDidRecordImpression(view)
    view.paidEventHandler?(
      AdValue(stubValue: 1, currency: "EUR", precision: .precise))
    view.delegate?.bannerViewDidRecordClick(view)
    view.delegate?.bannerViewWillPresentScreen(view)
    view.delegate?.bannerViewWillDismissScreen(view)
    view.delegate?.bannerViewDidDismissScreen(view)
    journal.wait(seconds: 30, for: view)
    view.delegate?.bannerView(view, didFailToReceiveAdWithError: NSError.stubLoad(.noFill))
    view.delegate?.bannerViewDidReceiveAd(view)
    banner.recordHidden()
    #expect(
      log.lines == [
        "received", "impression", "paid", "click", "present", "dismiss", "dismissed", "failed",
        "received",
      ])
    #expect(
      try journal.read().lines == [
        "ad.requested reason=view_did_appear request=r-1 test=true width=320",
        "ad.loaded ad=a-1 adapter=A request=r-1", "view.appeared ad=a-1", "ad.impression ad=a-1",
        "ad.paid ad=a-1 currency=EUR precision=precise value_micros=1000000",
        "ad.clicked ad=a-1", "ad.will_present ad=a-1", "ad.will_dismiss ad=a-1",
        "ad.dismissed ad=a-1", "ad.requested reason=refresh request=r-2 width=320",
        """
        ad.failed_to_load error_code=1 error_domain=com.google.admob error_message=no fill \
        request=r-2
        """,
        "ad.requested reason=refresh request=r-3 width=320",
        "ad.loaded ad=a-3 adapter=A request=r-3", "ad.discarded ad=a-1 reason=replaced",
        "view.hidden ad=a-3",
      ])
  }

  @Test func `a banner that comes again before a refresh is a second ad of the same request`()
    throws
  {
    let journal = try TestJournal()
    let view = view()
    let banner = journal.recorder.observe(view)
    banner.load(reason: .viewDidLoad)
    view.delegate?.bannerViewDidReceiveAd(view)
    journal.wait(seconds: 1, for: view)
    view.delegate?.bannerViewDidReceiveAd(view)
    journal.wait(seconds: 30, for: view)
    view.delegate?.bannerViewDidReceiveAd(view)
    banner.load(reason: .user)
    view.delegate?.bannerViewDidReceiveAd(view)
    let recording = try journal.read()
    #expect(
      recording.lines == [
        "ad.requested reason=view_did_load request=r-1 width=320", "ad.loaded ad=a-1 request=r-1",
        "ad.loaded ad=a-2 request=r-1", "ad.discarded ad=a-1 reason=replaced",
        "ad.requested reason=refresh request=r-2 width=320", "ad.loaded ad=a-3 request=r-2",
        "ad.discarded ad=a-2 reason=replaced", "ad.requested reason=user request=r-3 width=320",
        "ad.loaded ad=a-4 request=r-3", "ad.discarded ad=a-3 reason=replaced",
      ])
    #expect(recording.violated.contains("load-completes-once"))
  }

  @Test func `banners of an app that loads its view itself are refreshes, however soon they come`()
    throws
  {
    let journal = try TestJournal()
    let view = view()
    _ = journal.recorder.observe(view)
    view.delegate?.bannerViewDidReceiveAd(view)
    view.delegate?.bannerViewDidReceiveAd(view)
    #expect(try journal.read().values("request", of: "ad.loaded") == ["r-1", "r-2"])
  }

  @Test func `delegate and paid handler that a banner view already has receive all calls`() throws {
    let journal = try TestJournal()
    let log = Log()
    let (view, app) = (view(), BannerApp(log))
    view.delegate = app
    view.paidEventHandler = { _ in log.add("paid") }
    let banner = journal.recorder.observe(view)
    banner.load()
    view.delegate?.bannerViewDidReceiveAd(view)
    view.paidEventHandler?(AdValue(stubValue: 1, currency: "EUR", precision: .precise))
    #expect(log.lines == ["received", "paid"])
    view.delegate = app
    banner.load()
    view.delegate?.bannerViewDidReceiveAd(view)
    #expect(log.lines == ["received", "paid", "received"])
    let recording = try journal.read()
    #expect(recording.values("ad", of: "ad.loaded") == ["a-1", "a-2"])
    #expect(recording.values("ad", of: "ad.paid") == ["a-1"])
  }

  @Test func `a banner that the SDK loads by itself is recorded with the scene of its window`()
    throws
  {
    let journal = try TestJournal()
    let view = view()
    let banner = journal.recorder.observe(view)
    let window = UIWindow(windowScene: UIWindowScene())
    let scene = UIWindowScene()
    window.windowScene = scene
    view.window = window
    elsewhere { onThisThread { view.delegate?.bannerViewDidReceiveAd(view) } }
    #expect(banner.id == "a-1")
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1 scene=s-1 width=320", "ad.loaded ad=a-1 request=r-1 scene=s-1",
      ])
  }

  @Test
  func
    `each paid value of a banner is recorded although the app retains old handlers without calling them`()
    throws
  {
    let journal = try TestJournal()
    let log = Log()
    let view = view()
    journal.recorder.observe(view).load()
    view.delegate?.bannerViewDidReceiveAd(view)
    var retained: [GADPaidEventHandler?] = []
    for number in 1...20 {
      retained.append(view.paidEventHandler)
      view.paidEventHandler = { _ in log.add("\(number)") }
      for _ in 0..<3 { _ = journal.recorder.observe(view) }
      view.paidEventHandler?(AdValue(stubValue: 1, currency: "EUR", precision: .precise))
    }
    #expect(log.lines == (1...20).map { "\($0)" })
    #expect(try journal.read().values("ad", of: "ad.paid").count == 20)
  }

  @Test
  func `a banner view that is observed twice is recorded once, and its banner keeps its name`()
    throws
  {
    let journal = try TestJournal()
    let log = Log()
    let (view, app) = (view(), BannerApp(log))
    let first = journal.recorder.observe(view)
    first.delegate = app
    first.paidEventHandler = { _ in log.add("paid") }
    first.load()
    view.delegate?.bannerViewDidReceiveAd(view)
    let second = journal.recorder.observe(view)
    #expect(second.id == "a-1" && second.delegate === app)
    view.delegate?.bannerViewDidRecordImpression(view)
    view.paidEventHandler?(AdValue(stubValue: 1, currency: "EUR", precision: .precise))
    second.load()
    view.delegate?.bannerViewDidReceiveAd(view)
    #expect(first.id == "a-2")
    #expect(log.lines == ["received", "impression", "paid", "received"])
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1 width=320", "ad.loaded ad=a-1 request=r-1",
        "ad.impression ad=a-1",
        "ad.paid ad=a-1 currency=EUR precision=precise value_micros=1000000",
        "ad.requested request=r-2 width=320", "ad.loaded ad=a-2 request=r-2",
        "ad.discarded ad=a-1 reason=replaced",
      ])
  }

  @Test
  func `a banner view of two sessions is recorded in both, and the app receives each call once`()
    throws
  {
    let (old, new) = (try TestJournal(), try TestJournal())
    let log = Log()
    let (view, app) = (view(), BannerApp(log))
    old.recorder.observe(view).delegate = app
    new.recorder.observe(view).load()
    view.delegate?.bannerViewDidReceiveAd(view)
    view.delegate?.bannerViewDidRecordImpression(view)
    #expect(log.lines == ["received", "impression"])
    for journal in [old, new] {
      #expect(try journal.read().values("ad", of: "ad.impression") == ["a-1"])
    }
  }

  @Test func `a library that sets itself as delegate for each load receives each call once`() throws
  {
    let journal = try TestJournal()
    let log = Log()
    let (view, app, library) = (view(), BannerApp(log), BannerLibrary(log))
    let banner = journal.recorder.observe(view)
    banner.delegate = app
    for _ in 0..<3 {
      library.take(view)
      banner.load()
      view.delegate?.bannerViewDidReceiveAd(view)
    }
    #expect(
      log.lines == ["library", "received", "library", "received", "library", "received"])
    #expect(try journal.read().values("ad", of: "ad.loaded") == ["a-1", "a-2", "a-3"])
  }
}
