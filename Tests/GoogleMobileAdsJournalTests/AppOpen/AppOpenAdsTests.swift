import AdDecider
import AdManaging
import AdRecording
import AdReplay
import AdRules
import AdSession
import AppJournal
import Foundation
import GoogleMobileAds
import JournalInput
import Platform
import TestSessions
import Testing
import UIKit

@testable import GoogleMobileAdsJournal

/// `AppOpenAds` with stubs of the SDK's classes and the real recorder; the rules check its
/// journals.
@MainActor struct AppOpenAdsTests {
  /// A device with an active app, whose clock the test sets.
  @MainActor final class Phone {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    let clock = Clock()
    let unit = "ca-app-pub-3940256099942544/\(UUID().uuidString)"
    let recorder: AdRecorder
    private var own: AppOpenAds?
    var ads: AppOpenAds { own! }
    var loads: [StubAds.Load] = []
    var presented: [AppOpenAd] = []
    var presenters: [UIViewController?] = []
    var closed = 0

    init(
      splash: Bool = false, severalWindows: Bool = false,
      captures: [EventClass] = [.consent, .decision, .lock, .splash]
    ) {
      var facts = SessionFacts(
        app: "com.example.app", appVersion: "1", build: .debug, os: "iOS", osVersion: "26.1",
        sdk: "google-mobile-ads", sdkVersion: "13.1.0")
      facts.captures = captures + [.delegate, .handler, .revenue, .window]
      facts.launchCount = 9
      facts.supportsSeveralWindows = severalWindows
      facts.policy = [.init(.minBackgroundSeconds, 10)]
      recorder = AdRecorder(
        SessionRecorder(folder: folder, facts: facts, system: clock.system))
      own = AppOpenAds(
        recorder, unit: unit, profile: splash ? .splashModule : .appOpenManager,
        shows: .file(folder + "/app-open-shows"))
      ads.closeSplash = { [unowned self] _ in
        closed += 1
        recorder.record(.contentShown())
      }
      StubAds.answer(unit) { [unowned self] load in
        nonisolated(unsafe) let load = load
        MainActor.assumeIsolated { loads.append(load) }
      }
      ads.start()
      recorder.record(.appLaunched(cold: true))
      recorder.record(.consentUpdated(canRequestAds: true))
      recorder.record(.sdkStarted)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Releases the app's manager, on any thread.
    func letGo(elsewhere isElsewhere: Bool = false) async {
      weak let gone = own
      let last = Last(own)
      own = nil
      if isElsewhere { elsewhere { last.letGo() } } else { last.letGo() }
      #expect(gone == nil)
      await turn()
    }

    /// Completes the oldest load with an ad.
    func deliver() async throws {
      try #require(!loads.isEmpty)
      let ad = AppOpenAd(stubUnit: unit)
      ad.stubOnPresent = { [unowned self, unowned ad] presenter in
        nonisolated(unsafe) let shown = ad
        MainActor.assumeIsolated { show(shown, presenter) }
      }
      loads.removeFirst().finish(ad, nil)
      await turn()
    }

    /// Waits for all tasks of the main thread.
    func turn() async {
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }

    private func show(_ ad: AppOpenAd, _ presenter: UIViewController?) {
      presented.append(ad)
      presenters.append(presenter)
      ad.fullScreenContentDelegate?.adWillPresentFullScreenContent(ad)
      ad.fullScreenContentDelegate?.adDidRecordImpression(ad)
    }

    func dismiss() throws { try dismiss(#require(presented.last)) }

    func dismiss(_ ad: AppOpenAd) {
      clock.advance(2)
      ad.fullScreenContentDelegate?.adWillDismissFullScreenContent(ad)
      ad.fullScreenContentDelegate?.adDidDismissFullScreenContent(ad)
    }

    func leave(for seconds: Int64) {
      recorder.record(.appResignedActive)
      recorder.record(.appEnteredBackground)
      clock.advance(seconds)
      recorder.record(.appEnteringForeground)
      recorder.record(.appBecameActive)
    }

    /// Ends the session; returns its events and violations.
    func journal() async throws -> (kinds: [String], violations: [String]) {
      await recorder.session.end()
      let trace = try #require(Journal.read(bytes: try bytes()).first?.trace)
      let results = zip(RuleBook.all, Judge().judge(trace)).filter { !$1.violations.isEmpty }
      return (
        trace.events.map { $0.kind.name }, results.map { "\($0.id) \($1.violations[0].because)" }
      )
    }

    /// The texts of the notes in the journal, after its end.
    func notes() throws -> [String?] {
      Recording(bytes: try bytes()).values("text", of: "note")
    }

    private func bytes() throws -> [UInt8] {
      let file = URL(fileURLWithPath: "\(folder)/\(recorder.session.session).jsonl")
      return Array(try Data(contentsOf: file))
    }
  }

  /// Keeps a manager until another thread releases it.
  private final class Last: @unchecked Sendable {
    private let lock = NSLock()
    private var ads: AppOpenAds?

    init(_ ads: AppOpenAds?) { self.ads = ads }

    func letGo() { lock.withLock { ads = nil } }
  }

  /// A clock that the test sets.
  final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var nanoseconds: Int64 = 0

    var system: SystemCalls {
      var system = SystemCalls.live
      system.now = { self.lock.withLock { self.nanoseconds } }
      system.wall = { self.lock.withLock { 1_795_000_000_000_000_000 + self.nanoseconds } }
      return system
    }

    func advance(_ seconds: Int64) { lock.withLock { nanoseconds += seconds * 1_000_000_000 } }
  }

  @Test func `at launch the ad is shown over the loading screen, which closes with it`()
    async throws
  {
    let phone = Phone()
    phone.recorder.splashBegan()
    phone.recorder.record(.appBecameActive)
    #expect(phone.loads.count == 1)
    phone.clock.advance(1)
    try await phone.deliver()
    #expect(phone.presented.count == 1 && phone.closed == 0)
    phone.ads.contentIsReady()
    phone.clock.advance(5)
    try phone.dismiss()
    #expect(phone.closed == 1)
    #expect(phone.loads.count == 1, "the next ad")
    try await phone.deliver()
    phone.clock.advance(1)
    let (kinds, violations) = try await phone.journal()
    #expect(violations.isEmpty)
    #expect(
      kinds == [
        "session.began", "app.launched", "consent.updated", "sdk.started", "splash.began",
        "app.became_active", "ad.requested", "ad.loaded", "ad.delegate_set", "ad.paid_handler_set",
        "ad.show_decided", "ad.present_requested", "ad.will_present", "ad.impression",
        "ad.will_dismiss", "ad.dismissed", "splash.finished", "content.shown", "ad.requested",
        "ad.loaded", "ad.delegate_set", "ad.paid_handler_set", "session.ended", "session.sealed",
      ])
  }

  @Test func `of two AppOpenAds for one recorder only the first acts, and the journal notes it`()
    async throws
  {
    let phone = Phone()
    let second = AppOpenAds(
      phone.recorder, unit: phone.unit, shows: .file(phone.folder + "/app-open-shows"))
    second.start()
    phone.recorder.record(.contentShown())
    phone.recorder.record(.appBecameActive)
    #expect(phone.loads.count == 1)
    try await phone.deliver()
    phone.leave(for: 60)
    #expect(phone.presented.count == 1)
    try phone.dismiss()
    let (kinds, violations) = try await phone.journal()
    #expect(violations.isEmpty)
    #expect(kinds.count { $0 == "ad.requested" } == 2)
    #expect(try phone.notes() == ["AppOpenAds waits until the earlier one is released"])
  }

  @Test func `an ad that loads after AppOpenAds was released is dropped`()
    async throws
  {
    let journal = try TestJournal()
    let unit = UUID().uuidString
    nonisolated(unsafe) var loads: [StubAds.Load] = []
    StubAds.answer(unit) { loads.append($0) }
    var ads: AppOpenAds? = AppOpenAds(
      journal.recorder, unit: unit, shows: ShowStore(read: { [] }, write: { _ in }))
    weak let gone = ads
    ads?.start()
    journal.recorder.record(.consentUpdated(canRequestAds: true))
    journal.recorder.record(.sdkStarted)
    journal.recorder.record(.appBecameActive)
    #expect(loads.count == 1)
    ads = nil
    #expect(gone == nil)
    try #require(loads.first).finish(AppOpenAd(stubUnit: unit), nil)
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    TestJournal.releaseOrphans()
    #expect(try journal.read().values("reason", of: "ad.discarded") == ["other"])
  }

  /// The SDK does not retain a shown ad, and a scene does not retain a window.
  @Test(arguments: [false, true], [false, true])
  func `a shown ad and its window stay after AppOpenAds was released`(
    splash: Bool, elsewhere: Bool
  ) async throws {
    let scene = UIWindowScene()
    scene.activationState = .foregroundActive
    UIApplication.shared.connectedScenes.insert(scene)
    defer { UIApplication.shared.connectedScenes.remove(scene) }
    let phone = Phone(splash: splash)
    phone.recorder.record(.contentShown())
    phone.recorder.record(.appBecameActive)
    try await phone.deliver()
    phone.leave(for: 30)
    weak let ad = phone.presented.last
    weak let controller = phone.presenters.compactMap { $0 }.last
    #expect(ad != nil && (controller != nil) == splash)
    phone.presented = []
    phone.presenters = []
    await phone.letGo(elsewhere: elsewhere)
    TestJournal.releaseOrphans()
    #expect((controller != nil) == splash)
    phone.clock.advance(5)
    try phone.dismiss(#require(ad))
    await phone.turn()
    TestJournal.releaseOrphans()
    #expect(ad == nil && controller == nil)
    phone.leave(for: 60)
    #expect(phone.loads.isEmpty && phone.presented.isEmpty)
    let (kinds, violations) = try await phone.journal()
    #expect(violations.isEmpty)
    let windows = splash ? ["window.shown", "window.closed"] : []
    #expect(kinds.filter { $0.hasPrefix("window.") } == windows)
    #expect(kinds.count { $0 == "ad.discarded" } == 1)
  }

  @Test func `AppOpenAds does not close a window that the app opened`() async throws {
    let scene = UIWindowScene()
    scene.activationState = .foregroundActive
    UIApplication.shared.connectedScenes.insert(scene)
    defer { UIApplication.shared.connectedScenes.remove(scene) }
    let phone = Phone(splash: true)
    phone.recorder.record(.contentShown())
    phone.recorder.record(.appBecameActive)
    let window = phone.recorder.windowShown(UIWindow(windowScene: scene))
    phone.recorder.record(.userActed())
    phone.recorder.windowClosed(window)
    let (kinds, _) = try await phone.journal()
    let acts = kinds.filter { $0.hasPrefix("window.") || $0 == "user.acted" }
    #expect(acts == ["window.shown", "user.acted", "window.closed"])
  }

  @Test func `the second AppOpenAds acts after the first one and its ad are released`() async throws
  {
    let phone = Phone()
    let next = AppOpenAds(
      phone.recorder, unit: phone.unit, shows: .file(phone.folder + "/app-open-shows"))
    next.start()
    phone.recorder.record(.contentShown())
    phone.recorder.record(.appBecameActive)
    try await phone.deliver()
    phone.leave(for: 30)
    #expect(phone.presented.count == 1)
    await phone.letGo()
    #expect(phone.loads.isEmpty)
    try phone.dismiss()
    await phone.turn()
    #expect(phone.loads.count == 1)
    try await phone.deliver()
    let (_, violations) = try await phone.journal()
    #expect(violations.isEmpty)
  }

  @Test func `an ad is shown on a return, but not after a lock or a short absence`()
    async throws
  {
    let phone = Phone()
    phone.recorder.record(.contentShown())
    phone.recorder.record(.appBecameActive)
    try await phone.deliver()
    phone.leave(for: 10)
    #expect(phone.presented.isEmpty)
    #expect(phone.ads.reasonToSkip() == "interval")
    phone.recorder.record(.appResignedActive)
    phone.recorder.record(.appEnteredBackground)
    phone.recorder.record(.deviceLocked(confidence: .hint))
    phone.clock.advance(60)
    phone.recorder.record(.deviceUnlocked(confidence: .hint))
    phone.recorder.record(.appEnteringForeground)
    phone.recorder.record(.appBecameActive)
    #expect(phone.presented.isEmpty)
    phone.leave(for: 11)
    #expect(phone.presented.count == 1)
    try phone.dismiss()
    let (_, violations) = try await phone.journal()
    #expect(violations.isEmpty)
  }

  @Test func `the splash module requests in the background and shows in its own window`()
    async throws
  {
    let scene = UIWindowScene()
    scene.activationState = .foregroundActive
    UIApplication.shared.connectedScenes.insert(scene)
    defer { UIApplication.shared.connectedScenes.remove(scene) }
    let phone = Phone(splash: true)
    phone.recorder.record(.contentShown())
    phone.recorder.record(.appBecameActive)
    try await phone.deliver()
    phone.leave(for: 30)
    #expect(phone.presented.count == 1)
    let window = phone.presenters.compactMap { $0 }.first
    #expect(window != nil, "presented from the controller of the module's window")
    try phone.dismiss()
    let (kinds, violations) = try await phone.journal()
    #expect(violations.isEmpty)
    #expect(kinds.filter { $0.hasPrefix("window.") } == ["window.shown", "window.closed"])
  }

  @Test func `each window of an app has its own app-open ad`() async throws {
    let scenes = [UIWindowScene(), UIWindowScene()]
    UIApplication.shared.connectedScenes.formUnion(scenes)
    defer { UIApplication.shared.connectedScenes.subtract(scenes) }
    let phone = Phone(
      severalWindows: true, captures: [.consent, .decision, .lock, .scene])
    let controllers = [UIViewController(), UIViewController()]
    phone.ads.presentingController = { scene in
      scenes.firstIndex { $0 === scene }.map { controllers[$0] }
    }
    let names = scenes.map { phone.recorder.name(of: $0) }
    for name in names {
      phone.recorder.record(
        .sceneConnected(scene: name, width: 507, height: 1366, fullScreen: true))
    }
    phone.recorder.record(.contentShown(scene: names[0]))
    phone.recorder.record(.appBecameActive)
    #expect(phone.loads.map { $0.request?.scene === scenes[0] } == [true, false])
    try await phone.deliver()
    try await phone.deliver()
    phone.recorder.record(.sceneDisconnected(scene: names[0]))
    phone.leave(for: 30)
    #expect(phone.presented.count == 1, "the closed window shows no ad")
    #expect(phone.presenters.map { $0 === controllers[1] } == [true])
    try phone.dismiss()
    let (kinds, violations) = try await phone.journal()
    #expect(violations.isEmpty)
    #expect(kinds.count { $0 == "ad.discarded" } >= 1, "its ad is discarded")
  }

  @Test func `the daily cap persists across sessions`() async throws {
    let first = Phone()
    let store = ShowStore.file(first.folder + "/app-open-shows")
    first.recorder.record(.contentShown())
    first.recorder.record(.appBecameActive)
    try await first.deliver()
    first.leave(for: 60)
    #expect(first.presented.count == 1)
    let kept = try await shows(of: store)
    #expect(kept.count == 1)
    let shows = (0..<20).map { PastShow(wall: 1_795_000_000_000 - $0, day: kept[0].day) }
    store.write(shows)
    let second = AppOpenAds(first.recorder, unit: first.unit, shows: store)
    #expect(second.reasonToSkip() != nil)
  }

  /// Waits until the shows are written, which happens on another thread.
  private func shows(of store: ShowStore) async throws -> [PastShow] {
    for _ in 0..<1_000 {
      let shows = store.read()
      if !shows.isEmpty { return shows }
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    return []
  }

  @Test func `ads that load on another thread are presented on the main thread`() async throws {
    let phone = Phone()
    phone.recorder.record(.contentShown())
    phone.recorder.record(.appBecameActive)
    let load = try #require(phone.loads.first)
    nonisolated(unsafe) let finish = load.finish
    nonisolated(unsafe) let ad = AppOpenAd(stubUnit: phone.unit)
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        finish(ad, nil)
        DispatchQueue.main.async { done.resume() }
      }
    }
    phone.leave(for: 30)
    let (kinds, violations) = try await phone.journal()
    #expect(kinds.contains("ad.present_requested"))
    #expect(violations.allSatisfy { $0.hasPrefix("present-resolves") }, "\(violations)")
  }
}
