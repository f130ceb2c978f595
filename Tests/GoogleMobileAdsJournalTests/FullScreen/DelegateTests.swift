import AdReplay
import AppJournal
import Foundation
import GoogleMobileAds
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

/// The delegate calls that an app receives, for common uses of delegates.
@MainActor struct DelegateTests {
  private func load(_ journal: TestJournal) async throws -> RecordedAd<InterstitialAd> {
    let unit = UUID().uuidString
    StubAds.deliver(unit)
    return try await journal.recorder.load(InterstitialAd.self, with: unit)
  }

  @Test func `a delegate set on the SDK's ad receives all calls after the ad is presented`()
    async throws
  {
    let log = Log()
    let journal = try TestJournal()
    let (first, second) = (AppDelegate("first", log), AppDelegate("second", log))
    let ad = try await load(journal)
    ad.delegate = first
    ad.ad.fullScreenContentDelegate = second
    ad.present(from: nil)
    for callback in [Callback.present, .dismissed] { ad.ad.send(callback) }
    #expect(log.lines == ["second present", "second dismissed"])
    #expect(ad.delegate === second)
    #expect(
      try journal.read().lines.dropFirst(2) == [
        "ad.delegate_set ad=a-1", "ad.delegate_set ad=a-1", "ad.present_requested ad=a-1",
        "ad.will_present ad=a-1", "ad.dismissed ad=a-1",
      ])
  }

  @Test func `a library in front of the recorder and the app's delegate receive each call once`()
    async throws
  {
    let log = Log()
    let journal = try TestJournal()
    let app = AppDelegate("app", log)
    let ad = try await load(journal)
    ad.delegate = app
    let tracker = Tracker(log, before: ad.ad.fullScreenContentDelegate)
    ad.ad.fullScreenContentDelegate = tracker
    ad.present(from: nil)
    ad.ad.send(.present)
    ad.ad.send(.impression)
    #expect(
      log.lines == ["tracker present", "app present", "tracker impression", "app impression"])
    let recording = try journal.read()
    #expect(recording.values("ad", of: "ad.will_present") == ["a-1"])
    #expect(recording.values("ad", of: "ad.impression") == ["a-1"])
  }

  @Test func `calls are recorded after the app's delegate is released`() async throws {
    let log = Log()
    let journal = try TestJournal()
    let ad = try await load(journal)
    var app: AppDelegate? = AppDelegate("app", log)
    ad.delegate = app
    ad.present(from: nil)
    ad.ad.send(.present)
    app = nil
    ad.ad.send(.dismissed)
    #expect(log.lines == ["app present"] && ad.delegate == nil && app == nil)
    #expect(try journal.read().lines.last == "ad.dismissed ad=a-1")
  }

  @Test func `calls are recorded without a delegate and with a delegate of one method`()
    async throws
  {
    let log = Log()
    let journal = try TestJournal()
    let ad = try await load(journal)
    ad.present(from: nil)
    ad.ad.send(.present)
    let scant = ScantDelegate(log)
    ad.delegate = scant
    ad.ad.send(.impression)
    ad.ad.send(.dismissed)
    ad.delegate = nil
    ad.ad.send(.click)
    #expect(log.lines == ["dismissed"])
    #expect(
      try journal.read().lines.suffix(4) == [
        "ad.delegate_set ad=a-1", "ad.impression ad=a-1", "ad.dismissed ad=a-1",
        "ad.clicked ad=a-1",
      ])
  }

  @Test func `the app's delegate is called on the thread of the SDK's call`() async throws {
    let log = Log()
    let journal = try TestJournal()
    let app = AppDelegate("app", log)
    let ad = try await load(journal)
    ad.delegate = app
    ad.present(from: nil)
    let sdkAd = ad.ad
    elsewhere { sdkAd.send(.impression) }
    ad.ad.send(.click)
    #expect(log.lines == ["app impression elsewhere", "app click"])
    #expect(try journal.read().lines.suffix(2) == ["ad.impression ad=a-1", "ad.clicked ad=a-1"])
  }

  @Test func `presenting off the main thread fails with error 21 and no trap`()
    async throws
  {
    let log = Log()
    let journal = try TestJournal()
    let app = AppDelegate("app", log)
    let ad = try await load(journal)
    ad.delegate = app
    ad.ad.stubOnPresent = { _ in ad.ad.send(.failed, code: 21) }
    elsewhere {
      onThisThread {
        try? ad.canPresent(from: UIViewController())
        ad.paidEventHandler = { _ in }
        ad.present(from: UIViewController())
      }
    }
    #expect(log.lines == ["app failed 21 elsewhere"])
    #expect(try journal.read().values("error_code", of: "ad.failed_to_present") == ["21"])
  }

  @Test func `calls from many threads at once are all recorded and forwarded`() async throws {
    let journal = try TestJournal()
    let log = Log()
    let app = AppDelegate("app", log)
    let ad = try await load(journal)
    ad.delegate = app
    let tracker = Tracker(log, before: ad.ad.fullScreenContentDelegate)
    ad.ad.fullScreenContentDelegate = tracker
    ad.present(from: nil)
    nonisolated(unsafe) let sdkAd = ad.ad
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100 { sdkAd.send(.click) }
    }
    withExtendedLifetime(tracker) {}
    #expect(log.lines.count(where: { $0.hasPrefix("app click") }) == 400)
    #expect(log.lines.count(where: { $0.hasPrefix("tracker click") }) == 400)
    #expect(try journal.read().values("ad", of: "ad.clicked").count == 400)
  }

  @Test func `an app that presents again from within a failure receives each failure once`()
    async throws
  {
    let log = Log()
    let journal = try TestJournal()
    let app = AppDelegate("app", log)
    let ad = try await load(journal)
    ad.ad.fullScreenContentDelegate = app
    ad.ad.stubOnPresent = { _ in ad.ad.send(.failed) }
    nonisolated(unsafe) var attempts = 0
    app.reaction = { _, _ in
      attempts += 1
      if attempts < 3 { onThisThread { ad.present(from: nil) } }
    }
    ad.present(from: nil)
    #expect(log.lines == ["app failed 17", "app failed 17", "app failed 17"])
    let recording = try journal.read()
    #expect(recording.values("ad", of: "ad.failed_to_present").count == 3)
    #expect(recording.values("ad", of: "ad.present_requested").count == 3)
  }

  /// Runs a function when it is released.
  private final class Mortal: @unchecked Sendable {
    var atEnd: () -> Void = {}
    deinit { atEnd() }
  }

  @Test func `releasing a paid handler may set another one`() async throws {
    let journal = try TestJournal()
    let log = Log()
    let ad = try await load(journal)
    var owner: Mortal? = Mortal()
    owner?.atEnd = {
      log.add("end")
      onThisThread { ad.paidEventHandler = nil }
    }
    ad.paidEventHandler = { [owner] _ in withExtendedLifetime(owner) {} }
    owner = nil
    #expect(log.lines == [])
    ad.paidEventHandler = nil
    #expect(log.lines == ["end"] && ad.paidEventHandler == nil)
  }

  @Test func `the paid handler that was set last receives each value once`() async throws {
    let journal = try TestJournal()
    for (way, expected) in [
      ("given", "given"), ("set", "set"), ("given set", "set"), ("set given", "given"),
      ("given set given", "given"), ("", ""),
    ] {
      let log = Log()
      let ad = try await load(journal)
      for step in way.split(separator: " ") {
        if step == "given" {
          ad.paidEventHandler = { _ in log.add("given") }
        } else {
          ad.ad.paidEventHandler = { _ in log.add("set") }
        }
      }
      ad.present(from: nil)
      ad.ad.pay("0.5")
      ad.present(from: nil)
      ad.ad.pay("0.5")
      #expect(log.lines == (expected.isEmpty ? [] : [expected, expected]), "\(way)")
    }
    let recording = try journal.read()
    #expect(recording.values("ad", of: "ad.paid").count == 12)
    #expect(recording.values("ad", of: "ad.paid_handler_set").count == 6)
  }
}
