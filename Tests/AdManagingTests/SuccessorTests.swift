import AdRecording
import AdDecider
import AdManaging
import AdSession
import Foundation
import Testing

/// Several managers of one session, as where an app makes its manager anew.
@MainActor struct SuccessorTests {
  /// An app that has made two managers of one unit; the shows of the day are kept.
  @MainActor final class App {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    let clock = PhoneClock(wall: 1_795_000_000_000)
    let recorder: SessionRecorder
    var managers: [AppOpenManager] = []
    var hands: [QuickHands] = []

    init(_ store: ShowStore? = nil) throws {
      var facts = SessionFacts(
        app: "a", appVersion: "1", build: .release, os: "iOS", osVersion: "26", sdk: "s",
        sdkVersion: "1")
      facts.captures = [.consent, .decision, .lock]
      facts.policy = [PolicySetting(.dailyCap, 2)]
      recorder = SessionRecorder(folder: folder, facts: facts, system: clock.system)
      try addManager(store)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func addManager(_ store: ShowStore? = nil) throws {
      let new = QuickHands(recorder, prefix: "\(hands.count)-")
      new.comesUp = true
      let manager = try #require(
        AppOpenManager(
          recorder, unit: "u", profile: .appOpenManager,
          store: store ?? .file(folder + "/shows"), main: .onlyHere()))
      new.manager = manager
      manager.start(by: new)
      managers.append(manager)
      hands.append(new)
    }

    /// The app lets go of its first manager; of the ad, too, that it has.
    func dropFirst(_ ad: String) {
      managers.removeFirst()
      recorder.record(.adDiscarded(ad: ad, unit: "u", reason: .other))
    }

    func launch() {
      recorder.record(.appLaunched(cold: true))
      recorder.record(.consentUpdated(canRequestAds: true))
      recorder.record(.sdkStarted)
      recorder.record(.appBecameActive)
    }

    func visit() {
      recorder.record(.appResignedActive)
      recorder.record(.appEnteredBackground)
      clock.advance(by: 120_000)
      recorder.record(.appEnteringForeground)
      recorder.record(.appBecameActive)
      clock.advance(by: 5_000)
      for hands in hands { hands.dismiss() }
    }

    func events() async throws -> [Event] {
      await recorder.end()
      return try Installs.trace(recorder.session, folder).events
    }
  }

  @Test func `of two managers one acts`() async throws {
    let app = try App()
    try app.addManager()
    app.launch()
    app.visit()
    #expect(app.managers.map(\.isFirst) == [true, false])
    let events = try await app.events()
    #expect(events.filter { $0.kind == .adRequested }.count == 2)
    #expect(events.filter { $0.kind == .adWillPresent }.count == 1)
  }

  @Test func `when a manager is gone the next one acts, and knows consent and cap`() async throws {
    let app = try App()
    app.launch()
    app.visit()
    try app.addManager()
    app.dropFirst("0-a-2")
    for _ in 0..<3 { app.visit() }
    let events = try await app.events()
    #expect(events.filter { $0.kind == .adWillPresent }.count == 2)
    #expect(
      events.filter { $0.kind == .adShowDecided }.map(\.reason)
        == [.ready, .ready, .dailyCap, .dailyCap])
  }

  @Test func `one that comes when another is long gone knows the session all the same`()
    async throws
  {
    let app = try App()
    app.launch()
    app.dropFirst("0-a-1")
    for _ in 0..<5 { app.recorder.record(.note(text: "nobody follows")) }
    try app.addManager()
    app.visit()
    #expect(try await app.events().contains { $0.kind == .adWillPresent })
  }

  /// As on a phone that was not unlocked when the process began.
  @Test func `shows that could not be read at first are not written over`() async throws {
    let store = LateStore([PastShow(wall: 1_794_900_000_000, day: 20_774)])
    let app = try App(store.store)
    store.isReadable = true
    app.launch()
    app.visit()
    #expect(try await app.events().contains { $0.kind == .adWillPresent })
    #expect(store.shows.count == 2 && store.shows.first?.wall == 1_794_900_000_000)
  }

  @Test func `shows that could not be read at first count as soon as they can`() async throws {
    let today = 1_795_000_000_000 / 86_400_000 as Int64
    let store = LateStore([1, 2].map { PastShow(wall: 1_795_000_000_000 - $0, day: today) })
    let app = try App(store.store)
    store.isReadable = true
    app.launch()
    app.visit()
    let events = try await app.events()
    #expect(events.filter { $0.kind == .adShowDecided }.map(\.reason) == [.dailyCap])
    #expect(store.shows.count == 2)
  }
}

/// Shows that cannot be read for some time.
private final class LateStore: @unchecked Sendable {
  private let lock = NSLock()
  private var content: (shows: [PastShow], isReadable: Bool)

  init(_ shows: [PastShow]) { content = (shows, false) }

  var shows: [PastShow] { lock.withLock { content.shows } }

  var isReadable: Bool {
    get { lock.withLock { content.isReadable } }
    set { lock.withLock { content.isReadable = newValue } }
  }

  var store: ShowStore {
    ShowStore(
      read: { self.isReadable ? self.shows : [] },
      write: { shows in self.lock.withLock { self.content.shows = shows } })
  }
}
