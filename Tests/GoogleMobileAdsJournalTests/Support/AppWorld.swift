import AdRecording
import Foundation
import TestSessions
import UIKit

@testable import AppJournal
@testable import GoogleMobileAdsJournal

/// A stubbed app with an observer; tests post the notifications of the system.
@MainActor final class AppWorld {
  let journal: TestJournal
  let application = UIApplication()
  let center = NotificationCenter()
  let time = WorldTime()
  /// What the recorder does later on the main queue.
  let later = Later()
  private(set) var observer: AppObserver?

  init(configure: (inout SessionFacts) -> Void = { _ in }) throws {
    journal = try TestJournal(configure: configure)
    let later = later
    journal.recorder.main = MainQueue(isCurrent: { true }, run: { later.add($0, $1) })
  }

  func observe(recordsLaunch: Bool = true, endsSession: Bool = false) {
    let time = time
    observer = AppObserver(
      journal.recorder, center, application, recordsLaunch: recordsLaunch,
      endsSession: endsSession, clock: { time.now }, isMainThread: { true })
  }

  func post(_ name: Notification.Name, _ object: Any? = nil) {
    center.post(name: name, object: object)
  }

  func stopObserving() { observer = nil }

  /// The records so far.
  func lines() throws -> [String] { try journal.read().lines }
}

/// Functions that wait for the main queue, with their delays in seconds.
final class Later: @unchecked Sendable {
  private let lock = NSLock()
  private var waiting: [(seconds: Double, body: @MainActor @Sendable () -> Void)] = []

  func add(_ seconds: Double, _ body: @escaping @MainActor @Sendable () -> Void) {
    lock.withLock { waiting.append((seconds, body)) }
  }

  /// Runs all functions with a delay, and removes them.
  @MainActor func run(after seconds: Double) {
    let due = lock.withLock { () -> [@MainActor @Sendable () -> Void] in
      defer { waiting.removeAll { $0.seconds == seconds } }
      return waiting.filter { $0.seconds == seconds }.map(\.body)
    }
    for body in due { body() }
  }
}

/// A clock that a test sets.
final class WorldTime: @unchecked Sendable {
  private let lock = NSLock()
  private var value = AppObserver.LocalTime(offsetMinutes: 60, seconds: 20_000 * 86_400)

  var now: AppObserver.LocalTime {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
