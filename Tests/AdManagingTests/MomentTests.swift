import AdRecording
import AdDecider
import AdManaging
import AdRules
import AdSession
import Foundation
import Testing

/// On a phone time goes on between a decision and what is recorded of it.
@MainActor struct MomentTests {
  /// Every look at the clock takes a millisecond; the user returns as the ad gets too old.
  @Test(arguments: -12...12)
  func `An ad that was young enough when it was decided is so in the journal`(offset: Int64)
    async throws
  {
    try await returnAsItGetsTooOld(offset) { _ in }
  }

  /// As before, and whenever the manager's thread has looked at the clock, another one records
  /// something, which is later: no record has an earlier time than the one before it.
  @Test(arguments: -40...4)
  func `It is so whatever other threads record meanwhile`(offset: Int64) async throws {
    let other = DispatchQueue(label: "other")
    let here = pthread_self()
    try await returnAsItGetsTooOld(offset) { recorder in
      guard pthread_equal(pthread_self(), here) != 0 else { return }
      let isDone = DispatchSemaphore(value: 0)
      other.async {
        recorder.record(.note(text: "meanwhile"))
        isDone.signal()
      }
      // It has to wait where the thread that looks holds the recorder's lock.
      _ = isDone.wait(timeout: .now() + .milliseconds(5))
    }
    other.sync {}
  }

  private func returnAsItGetsTooOld(
    _ offset: Int64, afterLooks: @escaping @Sendable (SessionRecorder) -> Void
  ) async throws {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clock = PhoneClock(wall: 1_795_000_000_000, pace: 1)
    var facts = SessionFacts(
      app: "a", appVersion: "1", build: .release, os: "iOS", osVersion: "26", sdk: "s",
      sdkVersion: "1")
    facts.captures = [.decision, .lock]
    let recorder = SessionRecorder(folder: folder, facts: facts, system: clock.system)
    let hands = QuickHands(recorder)
    let manager = try #require(
      AppOpenManager(
        recorder, unit: "u", profile: .appOpenManager,
        store: ShowStore(read: { [] }, write: { _ in }),
        main: .onlyHere()))
    hands.manager = manager
    manager.start(by: hands)
    recorder.record(.appLaunched(cold: true))
    recorder.record(.appBecameActive)
    let loaded = clock.now
    recorder.record(.appResignedActive)
    recorder.record(.appEnteredBackground)
    clock.advance(by: 14_400_000 - (clock.now - loaded) + offset)
    clock.callAfterLooks { afterLooks(recorder) }
    recorder.record(.appEnteringForeground)
    recorder.record(.appBecameActive)
    clock.callAfterLooks(nil)
    await recorder.end()
    let trace = try Installs.trace(recorder.session, folder)
    #expect(trace.events.contains { $0.kind == .adShowDecided })
    let broken = zip(RuleBook.all, Judge().judge(trace)).filter { !$1.violations.isEmpty }
    #expect(
      broken.allSatisfy { ["present-resolves", "session-ends-off-screen"].contains($0.0.id) },
      "\(broken.map { ($0.0.id, $0.1.violations.map(\.because)) })")
  }
}
