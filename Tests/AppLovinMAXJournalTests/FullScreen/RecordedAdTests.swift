import AdRecording
import AppJournal
import AppLovinSDK
import Foundation
import TestSessions
import Testing
import UIKit

@testable import AppLovinMAXJournal

@MainActor struct RecordedAdTests {
  @Test func `two ads of one object are recorded as two, from the request to the end`() throws {
    let (journal, calls) = (try TestJournal(), Log())
    let app = AppDelegate("app", calls)
    let ad = journal.recorder.observe(MARewardedAd.shared(withAdUnitIdentifier: "u"))
    (ad.delegate, ad.revenueDelegate, ad.requestDelegate) = (app, app, app)
    (ad.adReviewDelegate, ad.expirationDelegate) = (app, app)
    ad.load(reason: .launch, isTest: true, placement: "shop")
    let first = MAAd(
      stubUnit: "u", creative: "c-9",
      waterfall: MAAdWaterfallInfo(
        stubResponses: [
          MANetworkResponseInfo(
            stubState: .adFailedToLoad, adapter: "A", latency: 0.25,
            error: MAError(stubCode: .noFill)),
          MANetworkResponseInfo(stubState: .adLoaded, adapter: "B", latency: 0.5),
          MANetworkResponseInfo(stubState: .adLoadNotAttempted, adapter: "C"),
        ], latency: 0.875))
    _ = ad.ad.deliver(first)
    #expect(ad.id == "a-1")
    ad.show(trigger: .user, placement: "shop", customData: "player 7")
    ad.ad.send([.displayed, .paid, .clicked, .reviewed, .rewarded, .hidden], first)
    ad.recordGrant(type: "coins", amount: 10)
    #expect(ad.id == nil)
    ad.load(reason: .dismissed)
    let second = ad.ad.deliver()
    #expect(ad.id == "a-2")
    ad.show()
    ad.ad.send(.failedToDisplay, second, code: .fullscreenAdAlreadyShowing)
    let recording = try journal.read()
    #expect(
      recording.lines == [
        "ad.requested placement=shop reason=launch request=r-1 test=true",
        """
        ad.loaded ad=a-1 adapter=B creative=c-9 network=Example Network request=r-1 \
        waterfall=[{"adapter":"A","error_code":204,"latency_ms":250},\
        {"adapter":"B","latency_ms":500},{"adapter":"C"}]
        """,
        "ad.delegate_set ad=a-1", "ad.paid_handler_set ad=a-1",
        "ad.present_requested ad=a-1 placement=shop trigger=user", "ad.will_present ad=a-1",
        "ad.impression ad=a-1", "ad.paid ad=a-1 currency=USD precision=precise value_micros=4000",
        "ad.clicked ad=a-1", "note text=ad a-1 has the creative c-1 of Ad Review",
        "ad.reward_earned ad=a-1 amount=10 type=coins", "ad.dismissed ad=a-1",
        "ad.discarded ad=a-1 reason=shown", "ad.reward_granted ad=a-1 amount=10 type=coins",
        "ad.requested reason=dismissed request=r-2",
        "ad.loaded ad=a-2 network=Example Network request=r-2", "ad.delegate_set ad=a-2",
        "ad.paid_handler_set ad=a-2", "ad.present_requested ad=a-2",
        "ad.failed_to_present ad=a-2 error_code=-23",
      ])
    #expect(recording.values("latency_ms", of: "ad.loaded") == ["875", "0"])
    #expect(
      calls.lines == [
        "app started", "app loaded", "app displayed", "app paid 0.004", "app clicked",
        "app reviewed c-1", "app rewarded 10", "app hidden", "app started", "app loaded",
        "app failed to display -23",
      ])
    let text = String(decoding: recording.bytes, as: UTF8.self)
    for secret in ["71aa0c93e5d2b846", "secret", "player 7", "Default Waterfall"] {
      #expect(!text.contains(secret))
    }
  }
}
