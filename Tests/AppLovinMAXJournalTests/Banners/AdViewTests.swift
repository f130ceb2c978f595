import AdRecording
import AdSession
import AppJournal
import AppLovinSDK
import Foundation
import TestSessions
import Testing
import UIKit

@testable import AppLovinMAXJournal

extension MAAdView {
  /// Calls the delegates on the current thread, as the SDK does.
  fileprivate func send(_ callbacks: [BannerCallback], _ ad: MAAd) {
    for callback in callbacks {
      switch callback {
      case .started: requestDelegate?.didStartAdRequest(forAdUnitIdentifier: adUnitIdentifier)
      case .loaded: delegate?.didLoad(ad)
      case .failed:
        delegate?.didFailToLoadAd(
          forAdUnitIdentifier: adUnitIdentifier, withError: MAError(stubCode: .noFill))
      case .paid: revenueDelegate?.didPayRevenue(for: ad)
      case .clicked: delegate?.didClick(ad)
      case .expanded: delegate?.didExpand(ad)
      case .collapsed: delegate?.didCollapse(ad)
      case .reviewed: adReviewDelegate?.didGenerateCreativeIdentifier("c-1", for: ad)
      case .displayed: delegate?.didDisplay(ad)
      case .hidden: delegate?.didHide(ad)
      case .failedToDisplay:
        delegate?.didFail(toDisplay: ad, withError: MAError(stubCode: .unspecified))
      }
    }
  }
}

private enum BannerCallback: CaseIterable {
  case started, loaded, failed, paid, clicked, expanded, collapsed, reviewed
  case displayed, hidden, failedToDisplay

  /// The record of a callback about a loaded ad.
  var records: [String] {
    switch self {
    case .paid: ["ad.impression", "ad.paid"]
    case .clicked: ["ad.clicked"]
    case .expanded: ["ad.will_present"]
    case .collapsed: ["ad.dismissed"]
    default: []
    }
  }
}

@MainActor struct AdViewTests {
  @Test func `a banner and each of its refreshes are recorded as separate ads`() throws {
    let (journal, calls) = (try TestJournal(), Log())
    let (view, app) = (MAAdView(adUnitIdentifier: "b"), AppDelegate("app", calls))
    view.bounds.size = CGSize(width: 320, height: 50)
    let banner = journal.recorder.observe(view)
    (banner.delegate, banner.revenueDelegate, banner.requestDelegate) = (app, app, app)
    banner.adReviewDelegate = app
    let ads = (0..<2).map { _ in MAAd(stubUnit: "b") }
    #expect(banner.id == nil)
    banner.load(reason: .viewDidAppear, isTest: true, placement: "home")
    view.send([.started, .loaded, .displayed], ads[0])
    banner.recordAppeared()
    view.send([.paid, .clicked, .expanded, .collapsed, .reviewed, .hidden], ads[0])
    view.send([.started, .failed, .started, .loaded], ads[1])
    #expect(banner.id == "a-3")
    view.send([.paid], ads[1])
    banner.recordHidden()
    let recording = try journal.read()
    #expect(
      recording.lines == [
        "ad.requested placement=home reason=view_did_appear request=r-1 test=true width=320",
        "ad.loaded ad=a-1 network=Example Network request=r-1", "ad.delegate_set ad=a-1",
        "ad.paid_handler_set ad=a-1", "view.appeared ad=a-1", "ad.impression ad=a-1",
        "ad.paid ad=a-1 currency=USD precision=precise value_micros=4000", "ad.clicked ad=a-1",
        "ad.will_present ad=a-1", "ad.dismissed ad=a-1",
        "note text=ad a-1 has the creative c-1 of Ad Review",
        "ad.requested reason=refresh request=r-2 width=320",
        "ad.failed_to_load error_code=204 request=r-2",
        "ad.requested reason=refresh request=r-3 width=320",
        "ad.loaded ad=a-3 network=Example Network request=r-3",
        "ad.discarded ad=a-1 reason=replaced", "ad.delegate_set ad=a-3",
        "ad.paid_handler_set ad=a-3", "ad.impression ad=a-3",
        "ad.paid ad=a-3 currency=USD precision=precise value_micros=4000", "view.hidden ad=a-3",
      ])
    #expect(recording.violatedAtAnyPace == [])
    #expect(
      calls.lines == [
        "app started", "app loaded", "app displayed", "app paid 0.004", "app clicked",
        "app expanded", "app collapsed", "app reviewed c-1", "app hidden", "app started",
        "app failed 204 b", "app started", "app loaded", "app paid 0.004",
      ])
  }

  @Test func `a refresh without its request is recorded when it arrives`() throws {
    let journal = try TestJournal()
    let view = MAAdView(adUnitIdentifier: "b")
    let banner = journal.recorder.observe(view)
    banner.load()
    view.send([.loaded], MAAd(stubUnit: "b"))
    let second = MAAd(stubUnit: "b")
    view.send([.loaded], second)
    view.send([.failedToDisplay], second)
    #expect(banner.id == "a-2")
    #expect(
      try journal.read().lines == [
        "ad.requested request=r-1", "ad.loaded ad=a-1 network=Example Network request=r-1",
        "ad.requested reason=refresh request=r-2",
        "ad.loaded ad=a-2 network=Example Network request=r-2",
        "ad.discarded ad=a-1 reason=replaced", "ad.failed_to_present ad=a-2 error_code=-1",
      ])
  }

  @Test func `a view that is observed again keeps its banner, and a released one discards it`()
    throws
  {
    let journal = try TestJournal()
    var view: MAAdView? = MAAdView(adUnitIdentifier: "b")
    weak let released = view
    if let view {
      journal.recorder.observe(view).load()
      view.send([.started, .loaded], MAAd(stubUnit: "b"))
      #expect(journal.recorder.observe(view).id == "a-1")
    }
    view = nil
    TestJournal.releaseOrphans()
    #expect(released == nil)
    #expect(try journal.read().lines.last == "ad.discarded ad=a-1 reason=other")
  }

  /// The orders of the callbacks of one banner: a click needs the impression, a collapse the
  /// expansion.
  private func orders(
    of rest: [BannerCallback], _ begin: [BannerCallback] = []
  ) -> [[BannerCallback]] {
    [begin]
      + rest.flatMap { next -> [[BannerCallback]] in
        if next == .clicked, !begin.contains(.paid) { return [] }
        if next == .collapsed, !begin.contains(.expanded) { return [] }
        return orders(of: rest.filter { $0 != next }, begin + [next])
      }
  }

  @Test func `every allowed order of a banner's callbacks is recorded and violates no rule`()
    async
    throws
  {
    let journal = try TestJournal(sdk: "applovin-max") { $0.captures = [.revenue] }
    let view = MAAdView(adUnitIdentifier: "b")
    let banner = journal.recorder.observe(view)
    banner.load()
    let orders = orders(of: [.paid, .clicked, .expanded, .collapsed])
    #expect(orders.count == 19)
    var expected: [String: [String]] = [:]
    for order in orders {
      let ad = MAAd(stubUnit: "b")
      view.send([.started, .loaded], ad)
      expected[try #require(banner.id)] = order.flatMap(\.records) + ["ad.discarded"]
      view.send(order, ad)
      _ = await journal.session.drain()
    }
    view.send([.started, .loaded], MAAd(stubUnit: "b"))
    let recording = try journal.read()
    for (ad, records) in expected {
      let found = recording.lines.filter {
        $0.split(separator: " ").contains { $0 == "ad=\(ad)" } && !$0.hasPrefix("ad.loaded")
      }
      #expect(found.map { String($0.prefix { $0 != " " }) } == records)
    }
    #expect(recording.violatedAtAnyPace == [])
  }
}
