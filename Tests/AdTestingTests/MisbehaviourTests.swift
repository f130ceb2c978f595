import AdTesting
import Foundation
import Testing

@testable import ReferenceManagers

/// Managers that misuse the phone, throw or hang fail the test with a message of their own.
struct MisbehaviourTests {
  @Test func `a manager that keeps the rules passes with a report of the activated rules`() throws {
    let report = try AdManagerTest(InterstitialAds.app) { InterstitialAds($0) }.check(
      sessions: 600)
    #expect(report.sessions >= 500)
    let activated = report.activated.filter { $0.sessions > 0 }.map(\.rule)
    #expect(activated.contains("full-screen-max-age") && activated.contains("single-use-ad"))
  }

  @Test func `a manager that throws fails with its error and the method`() {
    final class Throwing: InterstitialAds {
      struct Trouble: Error {}
      override func deviceLocked() throws { throw Trouble() }
    }
    let failure = failure { Throwing($0) }
    #expect(failure?.rule == nil)
    #expect(failure?.sentence == "the manager threw 'Trouble()' in 'deviceLocked'")
    #expect(failure?.replay != nil)
  }

  @Test func `a factory that throws fails with its error`() {
    struct NoLicense: Error {}
    let failure = failure { _ -> InterstitialAds in throw NoLicense() }
    #expect(failure?.sentence == "the manager threw 'NoLicense()' in 'the factory'")
  }

  @Test func `a manager that does not return from a call fails after the timeout`() {
    final class Hanging: InterstitialAds {
      override func wantsToShow(_ placement: AdPlacement) {
        while true { Thread.sleep(forTimeInterval: 0.05) }
      }
    }
    var test = AdManagerTest(InterstitialAds.app) { Hanging($0) }
    test.callTimeoutSeconds = 0.3
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 100) }
    #expect(failure?.sentence == "the manager did not return from 'wantsToShow'")
    #expect(failure?.because == "the call took longer than 1 s")
    #expect(failure?.journal.contains("\"event\":\"session.began\"") == true)
  }

  @Test func `a case in which the manager hangs is shrunk and can be replayed`() throws {
    final class Hanging: InterstitialAds {
      override func appEnteredBackground() {
        super.appEnteredBackground()
        while phone.milliseconds >= 60_000 { Thread.sleep(forTimeInterval: 0.05) }
      }
    }
    var test = AdManagerTest(InterstitialAds.app) { Hanging($0) }
    test.callTimeoutSeconds = 0.4
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try test.check(sessions: 200) })
    #expect(failure.sentence == "the manager did not return from 'appEnteredBackground'")
    let records = failure.journal.split(separator: "\n")
    #expect(records.count <= 30, "\(records.count)")
    #expect(records.last?.contains("\"event\":\"app.entered_background\"") == true)
    let replay = try #require(failure.replay)
    let again = #expect(throws: AdTestFailure.self) { try test.check(replay: replay) }
    #expect(again?.journal == failure.journal)
  }

  @Test func `a slow manager that stays within the timeout passes`() throws {
    final class Slow: InterstitialAds {
      override func contentShown() {
        super.contentShown()
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    var test = AdManagerTest(InterstitialAds.app) { Slow($0) }
    test.callTimeoutSeconds = 5
    try test.check(sessions: 40)
  }

  @Test func `a manager that closes the loading screen twice fails`() {
    final class Eager: InterstitialAds {
      override func readyToFinishSplash() {
        phone.finishSplash()
        phone.finishSplash()
      }
    }
    var app = InterstitialAds.app
    app.hasSplash = true
    let failure = failure(app) { Eager($0) }
    #expect(failure?.sentence == "the manager called 'finishSplash' twice")
  }

  @Test func `a manager that closes the loading screen before the app is ready fails`() {
    final class Hasty: InterstitialAds {
      override func appBecameActive() {
        super.appBecameActive()
        if !hasContent { phone.finishSplash() }
      }
    }
    var app = InterstitialAds.app
    app.hasSplash = true
    let failure = failure(app) { Hasty($0) }
    #expect(
      failure?.sentence == "the manager called 'finishSplash' before 'readyToFinishSplash'")
  }

  @Test func `a manager that never closes the loading screen fails`() {
    final class Silent: InterstitialAds {
      override func readyToFinishSplash() {}
    }
    var app = InterstitialAds.app
    app.hasSplash = true
    let failure = failure(app) { Silent($0) }
    #expect(
      failure?.sentence == "the manager never called 'finishSplash' after 'readyToFinishSplash'")
  }

  @Test func `a call of the phone from another thread fails`() {
    final class Threaded: InterstitialAds {
      override func appBecameActive() {
        let box = Box(phone)
        let done = DispatchSemaphore(value: 0)
        Thread {
          box.value.finishSplash(); done.signal()
        }.start()
        done.wait()
      }
      struct Box: @unchecked Sendable {
        let value: SimulatedPhone
        init(_ value: SimulatedPhone) { self.value = value }
      }
    }
    let failure = failure { Threaded($0) }
    #expect(
      failure?.sentence
        == "the manager called 'finishSplash' from another thread; timers and dispatch queues run "
        + "in real time, so wait with 'Task.sleep' or 'after(milliseconds:)'")
  }

  @Test func `a manager that requests no ad fails`() {
    final class Idle: TestedAdManager {
      let phone: SimulatedPhone
      init(_ phone: SimulatedPhone) { self.phone = phone }
      func readyToFinishSplash() { phone.finishSplash() }
    }
    let failure = failure { Idle($0) }
    #expect(failure?.sentence == "no rule was activated: the manager requested no ad")
  }

  private func failure<Manager: TestedAdManager>(
    _ app: TestedApp = InterstitialAds.app, make: @escaping (SimulatedPhone) throws -> Manager
  ) -> AdTestFailure? {
    #expect(throws: AdTestFailure.self) {
      try AdManagerTest(app, make: make).check(sessions: 60)
    }
  }
}
