import AdRecording
import AdDecider
import AdManaging
import AdRules
import AdSession
import AdSimulator
import Foundation
import Testing

/// The cap is one of the user's calendar day, whatever process, clock and zone do.
@MainActor struct DayTests {
  /// An install whose user opens the app again and again, under a cap of two shows a day.
  @MainActor final class Install {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    /// 21:00 UTC of 2026-11-18.
    var wall: Int64 = 1_795_035_600_000
    var zone = 0
    private var clock = PhoneClock(wall: 0)
    private var recorder: SessionRecorder?
    private var hands: QuickHands?
    private var manager: AppOpenManager?
    private var sessions: [String] = []

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func launch() {
      kill()
      clock = PhoneClock(wall: wall)
      var facts = SessionFacts(
        app: "a", appVersion: "1", build: .release, os: "iOS", osVersion: "26", sdk: "s",
        sdkVersion: "1")
      facts.utcOffsetMinutes = zone
      facts.captures = [.decision, .lock, .revenue]
      facts.policy = [PolicySetting(.dailyCap, 2)]
      let recorder = SessionRecorder(folder: folder, facts: facts, system: clock.system)
      let hands = QuickHands(recorder)
      hands.comesUp = true
      manager = AppOpenManager(
        recorder, unit: "u", profile: .appOpenManager, store: .file(folder + "/shows"),
        main: .onlyHere())
      hands.manager = manager
      manager?.start(by: hands)
      (self.recorder, self.hands) = (recorder, hands)
      sessions.append(recorder.session)
      recorder.record(.appLaunched(cold: true))
      recorder.record(.appBecameActive)
    }

    private func kill() {
      wall = max(wall, clock.wallNow)
      recorder?.recorder.closeAndWait()
    }

    /// The user is away for some minutes and returns; whether an ad came, else why not.
    func visit(after minutes: Int64 = 2) -> String {
      recorder?.record(.appResignedActive)
      recorder?.record(.appEnteredBackground)
      clock.advance(by: minutes * 60_000)
      recorder?.record(.appEnteringForeground)
      let reason = manager?.reasonToSkip(in: nil)
      recorder?.record(.appBecameActive)
      let came = hands?.shown != nil
      clock.advance(by: 5_000)
      hands?.dismiss()
      return came ? "shown" : reason ?? "nothing"
    }

    func moveZone(to minutes: Int) {
      zone = minutes
      recorder?.record(.appTimeChanged(utcOffsetMin: minutes, reason: .zone))
    }

    func setClock(by milliseconds: Int64) {
      _ = recorder?.recorder.flushAndWait()
      clock.set(to: clock.now, wall: clock.wallNow + milliseconds)
      recorder?.record(.appTimeChanged(reason: .clock))
    }

    /// The rules that any session breaks; the shows of the others count for its cap.
    func broken() throws -> [String] {
      kill()
      let traces = try sessions.map { try Installs.trace($0, folder) }
      return traces.indices.flatMap { number in
        let others = OtherShows.shows(besides: number, in: traces)
        return zip(RuleBook.all, Judge().judge(traces[number], otherShows: others))
          .flatMap { rule, result in
            result.violations.map { "\(rule.id) in session \(number): \($0.because)" }
          }
      }
    }
  }

  @Test func `It counts across launches, and begins anew at midnight`() throws {
    let install = Install()
    install.launch()
    #expect(
      [install.visit(), install.visit(), install.visit()] == ["shown", "shown", "daily_cap"])
    install.launch()
    #expect(install.visit() == "daily_cap")
    #expect(install.visit(after: 180) == "shown", "after midnight")
    install.launch()
    #expect([install.visit(), install.visit()] == ["shown", "daily_cap"])
    #expect(try install.broken() == [])
  }

  @Test func `It is the day of the zone that the user is in`() throws {
    let install = Install()
    install.launch()
    #expect(
      [install.visit(), install.visit(), install.visit()] == ["shown", "shown", "daily_cap"])
    install.moveZone(to: 180)
    #expect(install.visit() == "shown", "it is past midnight there")
    install.moveZone(to: 0)
    #expect(install.visit() == "daily_cap", "and here it is not")
    install.launch()
    #expect(install.visit() == "daily_cap")
    #expect(try install.broken() == [])
  }

  @Test func `A clock that is set gives no more shows of a day`() throws {
    let install = Install()
    install.launch()
    #expect(
      [install.visit(), install.visit(), install.visit()] == ["shown", "shown", "daily_cap"])
    install.setClock(by: 86_400_000)
    #expect(install.visit() == "shown", "tomorrow, by the clock")
    install.setClock(by: -86_400_000)
    #expect(install.visit() == "daily_cap", "today again")
    install.launch()
    #expect(install.visit() == "daily_cap")
    #expect(try install.broken() == [])
  }

  @Test func `A store that forgets is found out`() throws {
    let install = Install()
    install.launch()
    #expect([install.visit(), install.visit()] == ["shown", "shown"])
    try FileManager.default.removeItem(atPath: install.folder + "/shows")
    install.launch()
    #expect(install.visit() == "shown")
    #expect(try install.broken().contains { $0.hasPrefix("daily-cap ") })
  }
}
