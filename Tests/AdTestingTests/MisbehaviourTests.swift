import AdTesting
import Foundation
import Testing

/// Managers that do what no manager may do are reported as that.
struct MisbehaviourTests {
  @Test func `A manager that keeps the rules passes, and the report says what was activated`()
    throws
  {
    let report = try AdManagerTest(interstitialApp) { CarefulManager($0) }.verify(sessions: 600)
    #expect(report.sessions >= 500)
    let activated = report.activated.filter { $0.sessions > 0 }.map(\.rule)
    #expect(activated.contains("full-screen-max-age") && activated.contains("single-use-ad"))
  }

  @Test func `A manager that throws is reported with its error`() {
    final class Throwing: CarefulManager {
      struct Trouble: Error {}
      override func appBecameActive() throws { throw Trouble() }
    }
    let failure = failure { Throwing($0) }
    #expect(failure?.rule == nil)
    #expect(failure?.sentence == "the manager threw 'Trouble()' in 'appBecameActive'")
    #expect(failure?.replay != nil)
  }

  @Test func `A factory that throws is reported`() {
    struct NoLicense: Error {}
    let failure = failure { _ -> CarefulManager in throw NoLicense() }
    #expect(failure?.sentence == "the manager threw 'NoLicense()' in 'the factory'")
  }

  @Test func `A manager that does not return is reported, not waited for`() {
    final class Hanging: CarefulManager {
      override func wantsToShow(_ placement: AdPlacement) throws {
        while true { Thread.sleep(forTimeInterval: 0.05) }
      }
    }
    var test = AdManagerTest(interstitialApp) { Hanging($0) }
    test.patience = 0.3
    let failure = #expect(throws: AdTestFailure.self) { try test.verify(sessions: 100) }
    #expect(failure?.sentence == "the manager did not return from 'wantsToShow'")
    #expect(failure?.because == "nothing came for 1 s")
    #expect(failure?.journal.contains("\"event\":\"session.began\"") == true)
  }

  @Test func `A case in which the manager hangs is made small, and replays`() throws {
    final class Hanging: CarefulManager {
      override func appEnteredBackground() {
        super.appEnteredBackground()
        while phone.milliseconds >= 60_000 { Thread.sleep(forTimeInterval: 0.05) }
      }
    }
    var test = AdManagerTest(interstitialApp) { Hanging($0) }
    test.patience = 0.4
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try test.verify(sessions: 200) })
    #expect(failure.sentence == "the manager did not return from 'appEnteredBackground'")
    let records = failure.journal.split(separator: "\n")
    #expect(records.count <= 30, "\(records.count)")
    #expect(records.last?.contains("\"event\":\"app.entered_background\"") == true)
    let replay = try #require(failure.replay)
    let again = #expect(throws: AdTestFailure.self) { try test.verify(replay: replay) }
    #expect(again?.journal == failure.journal)
  }

  @Test func `A manager that only takes its time is no manager that hangs`() throws {
    final class Slow: CarefulManager {
      override func contentShown() {
        super.contentShown()
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    var test = AdManagerTest(interstitialApp) { Slow($0) }
    test.patience = 5
    try test.verify(sessions: 40)
  }

  @Test func `A manager that goes on twice is reported`() {
    final class Eager: CarefulManager {
      override func readyToGoOn() throws {
        phone.goOn()
        phone.goOn()
      }
    }
    var app = interstitialApp
    app.hasSplash = true
    let failure = failure(app) { Eager($0) }
    #expect(failure?.sentence == "the manager called 'goOn' twice")
  }

  @Test func `A manager that never goes on is reported`() {
    final class Silent: CarefulManager {
      override func readyToGoOn() throws {}
    }
    var app = interstitialApp
    app.hasSplash = true
    let failure = failure(app) { Silent($0) }
    #expect(failure?.sentence == "the manager never called 'goOn' after 'readyToGoOn'")
  }

  @Test func `A call from another thread is reported and does nothing`() {
    final class Threaded: CarefulManager {
      override func appBecameActive() throws {
        let box = Box(phone)
        let done = DispatchSemaphore(value: 0)
        Thread {
          box.value.goOn(); done.signal()
        }.start()
        done.wait()
      }
      struct Box: @unchecked Sendable {
        let value: SimulatedPhone
        init(_ value: SimulatedPhone) { self.value = value }
      }
    }
    let failure = failure { Threaded($0) }
    #expect(failure?.sentence == "the manager called 'goOn' from another thread")
  }

  @Test func `A manager that asks for no ad proves nothing`() {
    final class Idle: TestedAdManager {
      let phone: SimulatedPhone
      init(_ phone: SimulatedPhone) { self.phone = phone }
      func readyToGoOn() { phone.goOn() }
    }
    let failure = failure { Idle($0) }
    #expect(failure?.sentence == "no rule was activated: the manager asked for no ad")
  }

  private func failure<Manager: TestedAdManager>(
    _ app: TestedApp = interstitialApp, make: @escaping (SimulatedPhone) throws -> Manager
  ) -> AdTestFailure? {
    #expect(throws: AdTestFailure.self) {
      try AdManagerTest(app, make: make).verify(sessions: 60)
    }
  }
}
