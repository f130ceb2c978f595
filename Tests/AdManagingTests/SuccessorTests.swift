import AdRecording
import AdDecider
import AdManaging
import AdSession
import Foundation
import Testing

/// Several managers of one session, as in an app that creates its manager again.
@MainActor struct SuccessorTests {
  /// An app that can have several managers of one unit.
  @MainActor final class App {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    let clock = PhoneClock(wall: 1_795_000_000_000)
    let recorder: SessionRecorder
    var managers: [AppOpenManager] = []
    var presenter: [ImmediatePresenter] = []

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
      let new = ImmediatePresenter(recorder, prefix: "\(presenter.count)-")
      new.appears = true
      let manager = try #require(
        AppOpenManager(
          recorder, unit: "u", profile: .appOpenManager,
          store: store ?? .file(folder + "/shows"), main: .onlyHere()))
      new.manager = manager
      manager.start(by: new)
      managers.append(manager)
      presenter.append(new)
    }

    /// Releases the first manager and discards its ad.
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
      for presenter in presenter { presenter.dismiss() }
    }

    func events() async throws -> [Event] {
      await recorder.end()
      return try Installs.trace(recorder.session, folder).events
    }
  }

  @Test func `of two managers that follow one recorder only the first acts`() async throws {
    let app = try App()
    try app.addManager()
    app.launch()
    app.visit()
    #expect(app.managers.map(\.isActing) == [true, false])
    let events = try await app.events()
    #expect(events.filter { $0.kind == .adRequested }.count == 2)
    #expect(events.filter { $0.kind == .adWillPresent }.count == 1)
  }

  @Test func `when a manager is released the next one acts and knows consent and daily cap`()
    async throws
  {
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

  @Test func `a manager created long after another was released knows the session`()
    async throws
  {
    let app = try App()
    app.launch()
    app.dropFirst("0-a-1")
    for _ in 0..<5 { app.recorder.record(.note(text: "no manager follows")) }
    try app.addManager()
    app.visit()
    #expect(try await app.events().contains { $0.kind == .adWillPresent })
  }

  /// As on a device that was not unlocked when the session began.
  @Test func `shows that could not be read at first are not overwritten`() async throws {
    let store = LateStore([PastShow(wall: 1_794_900_000_000, day: 20_774)])
    let app = try App(store.store)
    store.isReadable = true
    app.launch()
    app.visit()
    #expect(try await app.events().contains { $0.kind == .adWillPresent })
    #expect(store.shows.count == 2 && store.shows.first?.wall == 1_794_900_000_000)
  }

  @Test func `shows that could not be read at first count as soon as they are readable`()
    async throws
  {
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

/// A store that is not readable at first.
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
