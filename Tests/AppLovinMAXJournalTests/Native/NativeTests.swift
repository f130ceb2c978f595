import AdRecording
import AppJournal
import AppLovinSDK
import Foundation
import TestSessions
import Testing
import UIKit

@testable import AppLovinMAXJournal

@MainActor struct NativeTests {
  private func loader(
    _ journal: TestJournal, _ app: AppDelegate? = nil
  ) -> RecordedNativeAdLoader {
    let loader = journal.recorder.observe(MANativeAdLoader(adUnitIdentifier: "n"))
    (loader.nativeAdDelegate, loader.revenueDelegate) = (app, app)
    return loader
  }

  @Test func `native ads are recorded from the request to the end`() throws {
    let (journal, calls) = (try TestJournal(), Log())
    let app = AppDelegate("app", calls)
    let loader = loader(journal, app)
    let ads = (0..<2).map { _ in MAAd(stubUnit: "n") }
    loader.loadAd(reason: .viewDidLoad, isTest: true, placement: "feed")
    loader.loader.nativeAdDelegate?.didLoadNativeAd(nil, for: ads[0])
    loader.loadAd()
    loader.loader.nativeAdDelegate?.didLoadNativeAd(nil, for: ads[1])
    #expect(ads.map(loader.id) == ["a-1", "a-2"])
    #expect(loader.renderNativeAdView(MANativeAdView(), with: ads[0]))
    loader.recordAppeared(ads[0])
    loader.loader.revenueDelegate?.didPayRevenue(for: ads[0])
    loader.loader.nativeAdDelegate?.didClickNativeAd(ads[0])
    loader.loader.nativeAdDelegate?.didExpireNativeAd(ads[1])
    loader.recordHidden(ads[0])
    loader.recordUntracked(ads[0])
    loader.destroy(ads[0], .shown)
    loader.destroy(ads[1])
    #expect(loader.loader.stubDestroyed == ads)
    let recording = try journal.read()
    #expect(
      recording.lines == [
        "ad.requested placement=feed reason=view_did_load request=r-1 test=true",
        "ad.loaded ad=a-1 network=Example Network request=r-1", "ad.delegate_set ad=a-1",
        "ad.paid_handler_set ad=a-1", "ad.requested request=r-2",
        "ad.loaded ad=a-2 network=Example Network request=r-2", "ad.delegate_set ad=a-2",
        "ad.paid_handler_set ad=a-2", "native.rendered ad=a-1", "view.appeared ad=a-1",
        "ad.impression ad=a-1", "ad.paid ad=a-1 currency=USD precision=precise value_micros=4000",
        "ad.clicked ad=a-1", "ad.expired ad=a-2", "view.hidden ad=a-1", "native.untracked ad=a-1",
        "ad.discarded ad=a-1 reason=shown", "ad.discarded ad=a-2 reason=expired",
      ])
    #expect(recording.violatedAtAnyPace == [])
    #expect(
      calls.lines == [
        "app native loaded", "app native loaded", "app paid 0.004", "app native clicked",
        "app native expired",
      ])
  }

  @Test func `an ad that the SDK renders itself is rendered when it loads`() throws {
    let (journal, calls) = (try TestJournal(), Log())
    let app = AppDelegate("app", calls)
    let (loader, view) = (loader(journal, app), MANativeAdView())
    var passed: MANativeAdView?
    loader.loader.stubOnLoad = { passed = $0 }
    loader.loadAd(into: view)
    #expect(passed === view)
    loader.loader.nativeAdDelegate?.didLoadNativeAd(view, for: MAAd(stubUnit: "n"))
    #expect(calls.lines == ["app native loaded in a view"])
    #expect(try journal.read().lines.contains("native.rendered ad=a-1"))
  }

  @Test func `a rendering that fails is not recorded`() throws {
    let journal = try TestJournal()
    let (loader, ad) = (loader(journal), MAAd(stubUnit: "n"))
    loader.loadAd()
    loader.loader.nativeAdDelegate?.didLoadNativeAd(nil, for: ad)
    loader.loader.stubRenders = false
    #expect(!loader.renderNativeAdView(MANativeAdView(), with: ad))
    #expect(try journal.read().lines.count == 2)
  }

  @Test func `loads at the same time are answered in their order`() throws {
    let journal = try TestJournal()
    let (loader, calls) = (loader(journal), Log())
    let app = AppDelegate("app", calls)
    loader.nativeAdDelegate = app
    for _ in 0..<3 { loader.loadAd() }
    loader.loader.nativeAdDelegate?.didLoadNativeAd(nil, for: MAAd(stubUnit: "n"))
    loader.loader.nativeAdDelegate?.didFailToLoadNativeAd(
      forAdUnitIdentifier: "n", withError: MAError(stubCode: .noFill))
    loader.loader.nativeAdDelegate?.didLoadNativeAd(nil, for: MAAd(stubUnit: "n"))
    let recording = try journal.read()
    #expect(recording.values("request", of: "ad.loaded") == ["r-1", "r-3"])
    #expect(recording.values("request", of: "ad.failed_to_load") == ["r-2"])
    #expect(calls.lines == ["app native loaded", "app native failed 204", "app native loaded"])
  }

  @Test func `a native ad that is released is discarded`() throws {
    let journal = try TestJournal()
    let loader = loader(journal)
    loader.loadAd()
    do { loader.loader.nativeAdDelegate?.didLoadNativeAd(nil, for: MAAd(stubUnit: "n")) }
    TestJournal.releaseOrphans()
    #expect(try journal.read().lines.last == "ad.discarded ad=a-1 reason=other")
  }
}
