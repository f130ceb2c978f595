import Foundation
import UIKit

@testable import AppJournal
@testable import GoogleMobileAdsJournal

/// A stubbed app with an observer; tests post the notifications of the system.
@MainActor final class AppWorld {
  let journal: TestJournal
  let application = UIApplication()
  let center = NotificationCenter()
  let time = WorldTime()
  private(set) var observer: AppObserver?

  init() throws { journal = try TestJournal() }

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

/// A clock that a test sets.
final class WorldTime: @unchecked Sendable {
  private let lock = NSLock()
  private var value = AppObserver.LocalTime(offsetMinutes: 60, seconds: 20_000 * 86_400)

  var now: AppObserver.LocalTime {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
