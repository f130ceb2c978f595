import AdRecording
import AdDecider
import AdManaging
import AdSession
import Foundation
import Testing

/// An ad of the manager's unit that the app has loaded itself is the app's.
@MainActor struct OtherHandsTests {
  /// Hands that have only what they loaded: with another ad they can do nothing.
  private final class OwnHands: AppOpenHands {
    private let recorder: SessionRecorder
    weak var manager: AppOpenManager?
    private var own: Set<String> = []
    /// The ads of others that they were to do something with.
    private(set) var refused: [String] = []

    init(_ recorder: SessionRecorder) { self.recorder = recorder }

    func load(_ request: AppOpenRequest) {
      let (ad, name) = ("own-\(own.count + 1)", "own-r-\(own.count + 1)")
      OtherHandsTests.load(recorder, ad, name)
      own.insert(ad)
      manager?.got(ad)
    }

    func present(_ ad: String, as presentation: AppOpenPresentation) {
      guard owns(ad) else { return }
      recorder.record(.adPresentRequested(ad: ad, unit: "u", format: .appOpen))
    }

    func drop(_ ad: String, _ reason: Recorded.AdDiscarded.Reason) {
      // Who is asked for it again and again gives in, so that the test ends.
      if owns(ad) || refused.count > 9 {
        recorder.record(.adDiscarded(ad: ad, unit: "u", reason: reason))
      }
    }

    private func owns(_ ad: String) -> Bool {
      if own.contains(ad) { return true }
      refused.append(ad)
      return false
    }

    func checkFit(of ad: String, in scene: String) {}
    func openWindow(_ name: String, in scene: String?) -> Int? { nil }
    func closeWindow(_ name: String) {}
    func closeSplash(in scene: String?) {}
  }

  private static func load(_ recorder: SessionRecorder, _ ad: String, _ request: String) {
    recorder.record(.adRequested(unit: "u", format: .appOpen, request: request))
    recorder.record(.adLoaded(unit: "u", format: .appOpen, request: request, ad: ad))
  }

  @Test func `It is neither shown nor dropped, and when it is too old another one is asked for`()
    async throws
  {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clock = PhoneClock(wall: 1_795_000_000_000, pace: 1)
    var facts = SessionFacts(
      app: "a", appVersion: "1", build: .release, os: "iOS", osVersion: "26", sdk: "s",
      sdkVersion: "1")
    facts.captures = [.decision]
    let recorder = SessionRecorder(folder: folder, facts: facts, system: clock.system)
    let hands = OwnHands(recorder)
    let manager = try #require(
      AppOpenManager(
        recorder, unit: "u", profile: .appOpenManager,
        store: ShowStore(read: { [] }, write: { _ in }), main: .onlyHere()))
    hands.manager = manager
    Self.load(recorder, "other", "other-r")
    manager.start(by: hands)
    recorder.record(.appLaunched(cold: true))
    recorder.record(.appBecameActive)
    for pause in [60_000, 14_400_000] as [Int64] {
      recorder.record(.appResignedActive)
      recorder.record(.appEnteredBackground)
      clock.advance(by: pause)
      recorder.record(.appEnteringForeground)
      recorder.record(.appBecameActive)
    }
    await recorder.end()
    #expect(hands.refused == [])
    let events = try Installs.trace(recorder.session, folder).events
    #expect(events.filter { $0.kind == .adRequested }.count == 2)
    #expect(events.filter { $0.kind == .adShowDecided }.map(\.reason).first == .notReady)
  }
}
