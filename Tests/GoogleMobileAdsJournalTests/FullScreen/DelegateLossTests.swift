import AdReplay
import AppJournal
import Foundation
import GoogleMobileAds
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

/// Delegates and handlers that are gone while their ad still needs them.
@MainActor struct DelegateLossTests {
  private func load(_ journal: TestJournal) async throws -> RecordedAd<InterstitialAd> {
    let unit = UUID().uuidString
    StubAds.deliver(unit)
    return try await journal.recorder.load(InterstitialAd.self, with: unit)
  }

  private func losses(_ journal: TestJournal) throws -> [String] {
    try journal.read().lines.filter { $0.hasPrefix("ad.delegate_lost") || $0.hasPrefix("ad.dis") }
  }

  @Test func `a delegate that is released before the show is recorded as lost, once`()
    async throws
  {
    let journal = try TestJournal()
    let ad = try await load(journal)
    ad.delegate = AppDelegate("app", Log())
    ad.present(from: nil)
    for callback in [Callback.present, .dismissed] { ad.ad.send(callback) }
    #expect(
      try journal.read().lines.dropFirst(2) == [
        "ad.delegate_set ad=a-1", "ad.delegate_lost ad=a-1 what=delegate",
        "ad.present_requested ad=a-1", "ad.will_present ad=a-1", "ad.dismissed ad=a-1",
      ])
  }

  @Test(arguments: [
    (Callback.dismissed, "ad.dismissed ad=a-1"),
    (
      .failed,
      "ad.failed_to_present ad=a-1 error_code=17 error_domain=com.google.admob error_message=internal error"
    ),
  ])
  func `a delegate that is released during the show is recorded as lost before its end`(
    _ end: Callback, _ record: String
  ) async throws {
    let journal = try TestJournal()
    let ad = try await load(journal)
    var app: AppDelegate? = AppDelegate("app", Log())
    ad.delegate = app
    ad.present(from: nil)
    app = nil
    ad.ad.send(end)
    #expect(app == nil)
    #expect(
      try journal.read().lines.suffix(2) == ["ad.delegate_lost ad=a-1 what=delegate", record])
  }

  @Test func `a delegate on the SDK's ad that is released or removed is recorded as lost`()
    async throws
  {
    let journal = try TestJournal()
    let released = try await load(journal)
    var short: AppDelegate? = AppDelegate("app", Log())
    released.ad.fullScreenContentDelegate = short
    short = nil
    released.present(from: nil)
    let removed = try await load(journal)
    let app = AppDelegate("app", Log())
    removed.delegate = app
    removed.ad.fullScreenContentDelegate = nil
    removed.present(from: nil)
    removed.ad.send(.dismissed)
    withExtendedLifetime(app) {}
    #expect(short == nil)
    #expect(
      try losses(journal) == [
        "ad.delegate_lost ad=a-1 what=delegate", "ad.delegate_lost ad=a-2 what=delegate",
        "ad.dismissed ad=a-2",
      ])
  }

  @Test func `an app without a delegate, or that takes its delegate back, loses none`()
    async throws
  {
    let journal = try TestJournal()
    let without = try await load(journal)
    let takenBack = try await load(journal)
    let replaced = try await load(journal)
    let (app, other) = (AppDelegate("app", Log()), AppDelegate("other", Log()))
    takenBack.delegate = app
    takenBack.delegate = nil
    replaced.delegate = app
    replaced.ad.fullScreenContentDelegate = other
    for ad in [without, takenBack, replaced] {
      ad.present(from: nil)
      ad.ad.send(.dismissed)
    }
    #expect(
      try losses(journal) == [
        "ad.dismissed ad=a-1", "ad.dismissed ad=a-2", "ad.dismissed ad=a-3",
      ])
  }

  @Test func `a paid handler that is gone before it received a value is recorded as lost`()
    async throws
  {
    let journal = try TestJournal()
    let (before, during) = (try await load(journal), try await load(journal))
    for ad in [before, during] { ad.paidEventHandler = { _ in } }
    before.ad.paidEventHandler = nil
    before.present(from: nil)
    during.present(from: nil)
    during.ad.paidEventHandler = { _ in }
    for ad in [before, during] { ad.ad.send(.dismissed) }
    #expect(
      try losses(journal) == [
        "ad.delegate_lost ad=a-1 what=paid_handler", "ad.dismissed ad=a-1",
        "ad.delegate_lost ad=a-2 what=paid_handler", "ad.dismissed ad=a-2",
      ])
  }

  @Test func `a paid handler that received its value or was never given is not lost`()
    async throws
  {
    let journal = try TestJournal()
    let (paid, without, kept) = (
      try await load(journal), try await load(journal), try await load(journal)
    )
    for ad in [paid, kept] { ad.paidEventHandler = { _ in } }
    for ad in [paid, without, kept] { ad.present(from: nil) }
    paid.ad.pay("1")
    paid.ad.paidEventHandler = nil
    without.ad.paidEventHandler = nil
    for ad in [paid, without, kept] { ad.ad.send(.dismissed) }
    #expect(
      try losses(journal) == [
        "ad.dismissed ad=a-1", "ad.dismissed ad=a-2", "ad.dismissed ad=a-3",
      ])
  }
}
