import AdRecording
import AdDecider
import AdManaging
import AdRules
import AdSession
import AdSimulator
import Foundation
import Testing

/// The daily cap of the app-open manager across sessions, clock changes and time zones.
@MainActor struct DailyCapTests {
  /// An install with a daily cap of two shows, whose user returns to the app often.
  @MainActor final class Install {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    /// 21:00 UTC of 2026-11-18.
    var wall: Int64 = 1_795_035_600_000
    var zone = 0
    private var clock = PhoneClock(wall: 0)
    private var recorder: SessionRecorder?
    private var presenter: ImmediatePresenter?
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
      let presenter = ImmediatePresenter(recorder)
      presenter.appears = true
      manager = AppOpenManager(
        recorder, unit: "u", profile: .appOpenManager, store: .file(folder + "/shows"),
        main: .onlyHere())
      presenter.manager = manager
      manager?.start(by: presenter)
      (self.recorder, self.presenter) = (recorder, presenter)
      sessions.append(recorder.session)
      recorder.record(.appLaunched(cold: true))
      recorder.record(.appBecameActive)
    }

    private func kill() {
      wall = max(wall, clock.wallNow)
      recorder?.recorder.closeAndWait()
    }

    /// Leaves the app for some minutes and returns; returns `shown` or the reason to skip.
    func visit(after minutes: Int64 = 2) -> String {
      recorder?.record(.appResignedActive)
      recorder?.record(.appEnteredBackground)
      clock.advance(by: minutes * 60_000)
      recorder?.record(.appEnteringForeground)
      let reason = manager?.reasonToSkip(in: nil)
      recorder?.record(.appBecameActive)
      let isShown = presenter?.shown != nil
      clock.advance(by: 5_000)
      presenter?.dismiss()
      return isShown ? "shown" : reason ?? "nothing"
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

    /// The violations of all sessions; shows of other sessions count for the daily cap.
    func violations() throws -> [String] {
      kill()
      let traces = try sessions.map { try Installs.trace($0, folder) }
      return traces.indices.flatMap { number in
        let others = OtherShows.ofProcesses(before: number, in: traces)
        return zip(RuleBook.all, Judge().judge(traces[number], otherShows: others))
          .flatMap { rule, result in
            result.violations.map { "\(rule.id) in session \(number): \($0.because)" }
          }
      }
    }
  }

  @Test func `the daily cap counts shows across launches and restarts at midnight`() throws {
    let install = Install()
    install.launch()
    #expect(
      [install.visit(), install.visit(), install.visit()] == ["shown", "shown", "daily_cap"])
    install.launch()
    #expect(install.visit() == "daily_cap")
    #expect(install.visit(after: 180) == "shown", "after midnight")
    install.launch()
    #expect([install.visit(), install.visit()] == ["shown", "daily_cap"])
    #expect(try install.violations() == [])
  }

  @Test func `the daily cap follows the current time zone`() throws {
    let install = Install()
    install.launch()
    #expect(
      [install.visit(), install.visit(), install.visit()] == ["shown", "shown", "daily_cap"])
    install.moveZone(to: 180)
    #expect(install.visit() == "shown", "past midnight in the new time zone")
    install.moveZone(to: 0)
    #expect(install.visit() == "daily_cap", "before midnight in the old time zone")
    install.launch()
    #expect(install.visit() == "daily_cap")
    #expect(try install.violations() == [])
  }

  @Test func `setting the clock allows no more shows per day`() throws {
    let install = Install()
    install.launch()
    #expect(
      [install.visit(), install.visit(), install.visit()] == ["shown", "shown", "daily_cap"])
    install.setClock(by: 86_400_000)
    #expect(install.visit() == "shown", "the next day by the clock")
    install.setClock(by: -86_400_000)
    #expect(install.visit() == "daily_cap", "the first day again")
    install.launch()
    #expect(install.visit() == "daily_cap")
    #expect(try install.violations() == [])
  }

  @Test func `a lost store of shows leads to a violation of daily-cap`() throws {
    let install = Install()
    install.launch()
    #expect([install.visit(), install.visit()] == ["shown", "shown"])
    try FileManager.default.removeItem(atPath: install.folder + "/shows")
    install.launch()
    #expect(install.visit() == "shown")
    #expect(try install.violations().contains { $0.hasPrefix("daily-cap ") })
  }
}
