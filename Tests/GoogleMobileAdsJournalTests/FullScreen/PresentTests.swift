import AdRecording
import AdReplay
import AppJournal
import Foundation
import GoogleMobileAds
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

@MainActor struct PresentTests {
  /// Loads an ad of its own unit.
  private func load<Ad: RecordableAd>(
    _ type: Ad.Type, _ journal: TestJournal, _ unit: String = UUID().uuidString
  ) async throws -> RecordedAd<Ad> {
    StubAds.deliver(unit)
    return try await journal.recorder.load(type, with: unit)
  }

  @Test func `each event of a show is recorded before the app is called`()
    async throws
  {
    let journal = try TestJournal()
    let log = Log()
    let app = AppDelegate("app", log)
    app.reaction = { what, _ in journal.recorder.record(.note(text: what)) }
    let ad = try await load(InterstitialAd.self, journal)
    ad.delegate = app
    ad.paidEventHandler = { journal.recorder.record(.note(text: "paid \($0.value)")) }
    ad.present(from: UIViewController(), trigger: .transition, placement: "level-end")
    for callback in [Callback.present, .impression] { ad.ad.send(callback) }
    ad.ad.pay("0.0125")
    for callback in [Callback.click, .dismiss, .dismissed] { ad.ad.send(callback) }
    #expect(
      log.lines == [
        "app present", "app impression", "app click", "app dismiss", "app dismissed",
      ])
    #expect(
      try journal.read().lines.dropFirst(2) == [
        "ad.delegate_set ad=a-1", "ad.paid_handler_set ad=a-1",
        "ad.present_requested ad=a-1 placement=level-end trigger=transition",
        "ad.will_present ad=a-1", "note text=present",
        "ad.impression ad=a-1", "note text=impression",
        "ad.paid ad=a-1 currency=EUR precision=precise value_micros=12500", "note text=paid 0.0125",
        "ad.clicked ad=a-1", "note text=click",
        "ad.will_dismiss ad=a-1", "note text=dismiss",
        "ad.dismissed ad=a-1", "note text=dismissed",
      ])
  }

  @Test func `an error code is recorded with its meaning in the phase of presentation`()
    async throws
  {
    let journal = try TestJournal()
    let ad = try await load(AppOpenAd.self, journal)
    ad.ad.stubOnPresent = { _ in ad.ad.send(.failed, code: 21) }
    ad.present(from: nil)
    #expect(
      try journal.read().lines.last == """
        ad.failed_to_present ad=a-1 error_code=21 error_domain=com.google.admob \
        error_message=not on the main thread
        """)
  }

  @Test func `an earned reward is recorded before the app is called, and so is its grant`()
    async throws
  {
    let journal = try TestJournal()
    let rewarded = try await load(RewardedAd.self, journal)
    let mixed = try await load(RewardedInterstitialAd.self, journal)
    rewarded.present(from: nil) { rewarded.recordGrant() }
    mixed.present(from: nil) { mixed.recordGrant(type: "lives", amount: 1) }
    rewarded.ad.stubEarn()
    mixed.ad.stubEarn()
    let lines = try journal.read().lines.filter { $0.hasPrefix("ad.reward") }
    #expect(
      lines == [
        "ad.reward_earned ad=a-1 amount=10 type=coins",
        "ad.reward_granted ad=a-1 amount=10 type=coins",
        "ad.reward_earned ad=a-2 amount=10 type=coins",
        "ad.reward_granted ad=a-2 amount=1 type=lives",
      ])
  }

  @Test func `a fit check records and throws the error of the SDK`() async throws {
    let world = try AppWorld()
    world.observe(recordsLaunch: false)
    let ad = try await load(InterstitialAd.self, world.journal)
    let controller = UIViewController()
    try ad.canPresent(from: controller)
    #expect(controller.viewIfLoaded == nil, "determining the scene does not load the view")
    ad.ad.stubMisfit = NSError.stubPresentation(16)
    let error = #expect(throws: NSError.self) { try ad.canPresent(from: controller) }
    #expect(error?.code == 16)
    _ = try await load(InterstitialAd.self, world.journal, ad.unit)
    let recording = try world.journal.read()
    #expect(
      recording.lines.filter { $0.hasPrefix("ad.fit") } == [
        "ad.fit_checked ad=a-1 fits=true scene=s-1",
        "ad.fit_checked ad=a-1 error_code=16 fits=false scene=s-1",
      ])
    #expect(recording.values("scene", of: "ad.requested") == ["s-1", "s-1"])
    #expect(!recording.violated.contains("misfit-reloaded"), "the ad was replaced in its slot")
  }

  @Test func `a fit check in an unknown scene is not recorded`() async throws {
    let journal = try TestJournal()
    let ad = try await load(InterstitialAd.self, journal)
    try ad.canPresent(from: UIViewController())
    #expect(try journal.read().lines.allSatisfy { !$0.hasPrefix("ad.fit") })
  }

  @Test func `a paid amount that is not a number is recorded as a note`() async throws {
    let journal = try TestJournal()
    let ad = try await load(InterstitialAd.self, journal)
    ad.present(from: nil)
    ad.ad.pay("NaN")
    ad.ad.pay("-0.5", "USD", .estimated)
    ad.ad.pay("1", "GBP", .publisherProvided)
    ad.ad.pay("0.000001", "CHF", .unknown)
    #expect(
      try journal.read().lines.suffix(4) == [
        "note text=ad a-1 was paid NaN, which cannot be converted to micros",
        "ad.paid ad=a-1 currency=USD precision=estimated value_micros=-500000",
        "ad.paid ad=a-1 currency=GBP precision=publisher value_micros=1000000",
        "ad.paid ad=a-1 currency=CHF precision=unknown value_micros=1",
      ])
  }

  @Test func `a released ad is recorded as discarded with the known reason`() async throws {
    let journal = try TestJournal()
    for callbacks in [[], [Callback.present, .dismissed], [.failed]] {
      let ad = try await load(InterstitialAd.self, journal)
      if !callbacks.isEmpty { ad.present(from: nil) }
      for callback in callbacks { ad.ad.send(callback) }
    }
    let kept = try await load(InterstitialAd.self, journal)
    kept.discard(.memory)
    kept.discard(.expired)
    TestJournal.releaseOrphans()
    let recording = try journal.read()
    #expect(recording.values("ad", of: "ad.discarded").count == 4)
    let reasons = zip(
      recording.values("ad", of: "ad.discarded"), recording.values("reason", of: "ad.discarded"))
    #expect(
      Set(reasons.map { "\($0 ?? "") \($1 ?? "")" }) == [
        "a-1 other", "a-2 shown", "a-3 shown", "a-4 memory",
      ])
  }

  @Test func `an app that retains only the SDK's ad receives and records all calls`() async throws {
    let journal = try TestJournal()
    let log = Log()
    let app = AppDelegate("app", log)
    var recorded: RecordedAd<InterstitialAd>? = try await load(InterstitialAd.self, journal)
    recorded?.delegate = app
    let ad = try #require(recorded?.ad)
    recorded?.present(from: nil)
    recorded = nil
    ad.send(.present)
    ad.send(.dismissed)
    #expect(log.lines == ["app present", "app dismissed"])
    #expect(try journal.read().lines.last == "ad.dismissed ad=a-1")
  }

  @Test func `the records of a presentation name the scene of the view controller`() async throws {
    let journal = try TestJournal()
    let controller = UIViewController()
    let (window, scene) = (UIWindow(), UIWindowScene())
    controller.view.window = window
    window.windowScene = scene
    let alone = try await load(InterstitialAd.self, journal)
    alone.present(from: controller)
    StubAds.deliver("several")
    let request = Request()
    request.scene = scene
    let one = try await journal.recorder.load(
      InterstitialAd.self, with: "several", request: request)
    one.present(from: controller)
    one.ad.send(.present)
    let recording = try journal.read()
    #expect(recording.values("scene", of: "ad.present_requested") == [nil, "s-1"])
    #expect(recording.values("scene", of: "ad.will_present") == ["s-1"])
  }
}
