import AdCapture
import AppLovinSDK
import Foundation
import TestSessions
import Testing
import UIKit

@testable import AppJournal
@testable import AppLovinMAXJournal

/// A subclass of an app.
private final class OwnInterstitialAd: MAInterstitialAd {}

/// A library that replaces a delegate and forwards all calls to it.
nonisolated private final class Library: AppDelegate, @unchecked Sendable {
  private weak var original: (any MAAdDelegate)?

  init(_ calls: Log, before original: (any MAAdDelegate)?) {
    super.init("library", calls)
    self.original = original
  }

  override func didDisplay(_ ad: MAAd) {
    super.didDisplay(ad)
    original?.didDisplay(ad)
  }
}

/// The delegate calls that an app receives, and when the recorder and its ads are released.
@MainActor struct DelegateTests {
  @Test func `delegates set on the SDK's object receive all calls after the next load or show`()
    throws
  {
    let (journal, calls) = (try TestJournal(), Log())
    let (first, second) = (AppDelegate("first", calls), AppDelegate("second", calls))
    let ad = journal.recorder.observe(MAInterstitialAd(adUnitIdentifier: "u"))
    (ad.delegate, ad.revenueDelegate) = (first, first)
    (ad.ad.delegate, ad.ad.revenueDelegate) = (second, second)
    ad.load()
    let sdkAd = ad.ad.deliver()
    #expect(ad.delegate === second && ad.revenueDelegate === second)
    (ad.ad.delegate, ad.ad.revenueDelegate) = (first, nil)
    ad.show()
    ad.ad.send([.displayed, .paid, .hidden], sdkAd)
    #expect(calls.lines == ["second loaded", "first displayed", "first hidden"])
    #expect(ad.delegate === first && ad.revenueDelegate == nil)
    let recording = try journal.read()
    #expect(recording.values("ad", of: "ad.paid") == ["a-1"])
    #expect(recording.values("ad", of: "ad.dismissed") == ["a-1"])
  }

  @Test func `a library in front of the recorder and the app's delegate receive each call once`()
    throws
  {
    let (journal, calls) = (try TestJournal(), Log())
    let app = AppDelegate("app", calls)
    let ad = journal.recorder.observe(MAInterstitialAd(adUnitIdentifier: "u"))
    ad.delegate = app
    ad.load()
    let sdkAd = ad.ad.deliver()
    let library = Library(calls, before: ad.ad.delegate)
    ad.ad.delegate = library
    ad.show()
    ad.ad.send(.displayed, sdkAd)
    #expect(calls.lines == ["app loaded", "library displayed", "app displayed"])
    #expect(try journal.read().values("ad", of: "ad.will_present") == ["a-1"])
  }

  @Test func `two recorders of one ad record each call once, and so does the app receive it`()
    throws
  {
    let (first, second, calls) = (try TestJournal(), try TestJournal(), Log())
    let app = AppDelegate("app", calls)
    let sdkObject = MAInterstitialAd(adUnitIdentifier: "u")
    let ads = [first, second].map { $0.recorder.observe(sdkObject) }
    (ads[0].delegate, ads[0].revenueDelegate) = (app, app)
    ads[1].load()
    let sdkAd = sdkObject.deliver()
    ads[0].show()
    sdkObject.send([.displayed, .paid, .hidden], sdkAd)
    #expect(calls.lines == ["app loaded", "app displayed", "app paid 0.004", "app hidden"])
    for journal in [first, second] {
      let recording = try journal.read()
      for event in ["ad.loaded", "ad.will_present", "ad.paid", "ad.dismissed"] {
        #expect(recording.values("ad", of: event) == ["a-1"])
      }
    }
  }

  @Test func `an object that is observed twice is recorded once`() throws {
    let journal = try TestJournal()
    let sdkObject = MAInterstitialAd(adUnitIdentifier: "u")
    let ads = (0..<2).map { _ in journal.recorder.observe(sdkObject) }
    ads[0].load()
    _ = sdkObject.deliver()
    #expect(ads.map(\.id) == ["a-1", "a-1"])
    #expect(try journal.read().lines.count == 2)
  }

  @Test func `an object of a subclass is recorded like one of the SDK`() throws {
    let journal = try TestJournal()
    let ad = journal.recorder.observe(OwnInterstitialAd(adUnitIdentifier: "u"))
    ad.load()
    let sdkAd = ad.ad.deliver()
    ad.show()
    ad.ad.send([.displayed, .paid, .hidden], sdkAd)
    #expect(try journal.read().values("format", of: "ad.will_present") == ["interstitial"])
  }

  @Test func `calls on other threads are forwarded there`() throws {
    let (journal, calls) = (try TestJournal(), Log())
    let app = AppDelegate("app", calls)
    let ad = journal.recorder.observe(MARewardedAd.shared(withAdUnitIdentifier: "u"))
    (ad.delegate, ad.revenueDelegate, ad.requestDelegate) = (app, app, app)
    ad.adReviewDelegate = app
    ad.load()
    nonisolated(unsafe) let sdkObject = ad.ad
    nonisolated(unsafe) let sdkAd = MAAd(stubUnit: "u")
    elsewhere { sdkObject.send([.started, .loaded], sdkAd) }
    ad.show()
    elsewhere {
      sdkObject.send([.displayed, .paid, .clicked, .rewarded, .reviewed, .hidden], sdkAd)
    }
    #expect(calls.lines.count == 8 && calls.lines.allSatisfy { $0.hasSuffix(" elsewhere") })
    #expect(try journal.read().values("ad", of: "ad.dismissed") == ["a-1"])
  }

  @Test func `calls from many threads at once are all recorded and forwarded`() throws {
    let (journal, calls) = (try TestJournal(), Log())
    let app = AppDelegate("app", calls)
    let ad = journal.recorder.observe(MAInterstitialAd(adUnitIdentifier: "u"))
    ad.delegate = app
    ad.load()
    nonisolated(unsafe) let (sdkObject, sdkAd) = (ad.ad, ad.ad.deliver())
    DispatchQueue.concurrentPerform(iterations: 200) { _ in sdkObject.send(.clicked, sdkAd) }
    #expect(calls.lines.filter { $0.hasPrefix("app clicked") }.count == 200)
    #expect(try journal.read().values("ad", of: "ad.clicked").count == 200)
  }

  @Test func `the recorder lives as long as the SDK's object, and keeps neither it nor its ad`()
    throws
  {
    let (journal, calls) = (try TestJournal(), Log())
    let app = AppDelegate("app", calls)
    var sdkObject: MAInterstitialAd? = MAInterstitialAd(adUnitIdentifier: "u")
    weak let released = sdkObject
    weak var releasedAd: MAAd?
    if let sdkObject {
      let ad = journal.recorder.observe(sdkObject)
      ad.delegate = app
      ad.load()
    }
    do {
      let sdkAd = try #require(sdkObject?.deliver())
      releasedAd = sdkAd
    }
    #expect(calls.lines == ["app loaded"] && releasedAd == nil)
    sdkObject = nil
    TestJournal.releaseOrphans()
    #expect(released == nil)
    #expect(try journal.read().lines.last == "ad.discarded ad=a-1 reason=other")
  }

  @Test func `the ad of a released object is discarded, also if the app retains it`() throws {
    let journal = try TestJournal()
    var ad: RecordedAd? = journal.recorder.observe(MAInterstitialAd(adUnitIdentifier: "u"))
    ad?.load()
    let sdkAd = ad?.ad.deliver()
    ad = nil
    TestJournal.releaseOrphans()
    let recording = try journal.read()
    withExtendedLifetime(sdkAd) {
      #expect(recording.lines.last == "ad.discarded ad=a-1 reason=other")
    }
  }

  @Test func `callbacks after the object is released reach nobody and do no harm`() throws {
    let (journal, calls) = (try TestJournal(), Log())
    let app = AppDelegate("app", calls)
    var ad: RecordedAd? = journal.recorder.observe(MAInterstitialAd(adUnitIdentifier: "u"))
    ad?.delegate = app
    ad?.load()
    let sdkAd = try #require(ad?.ad.deliver())
    let delegate = try #require(ad?.ad.delegate)
    ad = nil
    TestJournal.releaseOrphans()
    delegate.didDisplay(sdkAd)
    delegate.didHide(sdkAd)
    #expect(calls.lines == ["app loaded", "app displayed", "app hidden"])
    #expect(try journal.read().values("ad", of: "ad.dismissed") == ["a-1"])
  }

  @Test func `a delegate that the app does not retain is lost`() throws {
    let (journal, calls) = (try TestJournal(), Log())
    let ad = journal.recorder.observe(MAInterstitialAd(adUnitIdentifier: "u"))
    var app: AppDelegate? = AppDelegate("app", calls)
    (ad.delegate, ad.revenueDelegate) = (app, app)
    ad.load()
    let first = ad.ad.deliver()
    app = nil
    ad.show()
    ad.ad.send([.displayed, .paid, .hidden], first)
    let recording = try journal.read()
    #expect(app == nil)
    #expect(recording.values("what", of: "ad.delegate_lost") == ["delegate", "paid_handler"])
    #expect(recording.violated.contains("delegate-is-kept"))
  }

  @Test func `a delegate that is released during the show is lost before its end`() throws {
    let (journal, calls) = (try TestJournal(), Log())
    let ad = journal.recorder.observe(MAInterstitialAd(adUnitIdentifier: "u"))
    var app: AppDelegate? = AppDelegate("app", calls)
    (ad.delegate, ad.revenueDelegate) = (app, app)
    ad.load()
    let sdkAd = ad.ad.deliver()
    ad.show()
    ad.ad.send([.displayed, .paid], sdkAd)
    app = nil
    ad.ad.send(.hidden, sdkAd)
    #expect(app == nil)
    #expect(
      try journal.read().lines.suffix(4) == [
        "ad.delegate_lost ad=a-1 what=delegate", "ad.delegate_lost ad=a-1 what=paid_handler",
        "ad.dismissed ad=a-1", "ad.discarded ad=a-1 reason=shown",
      ])
  }

  @Test func `a callback in which the app loads or shows again is followed by new calls`() throws {
    let (journal, calls) = (try TestJournal(), Log())
    let app = AppDelegate("app", calls)
    let ad = journal.recorder.observe(MAInterstitialAd(adUnitIdentifier: "u"))
    ad.delegate = app
    ad.ad.stubOnLoad = { [weak sdkObject = ad.ad] in _ = sdkObject?.deliver() }
    nonisolated(unsafe) var loads = 0
    app.reaction = { what in
      guard what == "loaded", loads < 2 else { return }
      loads += 1
      ThisThread.run { ad.load() }
    }
    ad.load()
    #expect(calls.lines == ["app loaded", "app loaded", "app loaded"])
    #expect(try journal.read().values("ad", of: "ad.loaded") == ["a-1", "a-2", "a-3"])
  }

  @Test func `a show over a view controller is recorded in its scene`() throws {
    let journal = try TestJournal()
    journal.recorder.expect(.one)
    let scene = UIWindowScene()
    let controller = UIViewController()
    controller.view.window = UIWindow(windowScene: scene)
    var shown: UIViewController?
    let ad = journal.recorder.observe(MAInterstitialAd(adUnitIdentifier: "u"))
    ad.ad.stubOnShow = { shown = $2 }
    ad.load()
    let sdkAd = ad.ad.deliver()
    ad.show(from: controller)
    ad.ad.send([.displayed, .hidden], sdkAd)
    #expect(shown === controller)
    let recording = try journal.read()
    for event in ["ad.present_requested", "ad.will_present", "ad.dismissed"] {
      #expect(recording.values("scene", of: event) == ["s-1"])
    }
  }
}
