import Foundation

/// What the manager under test did in one case that no manager may do, and what it is doing now.
///
/// The watchdog reads it from another thread.
final class ManagerReport: @unchecked Sendable {
  private let lock = NSLock()
  private var sentences: [String] = []
  private var call: (name: String, since: DispatchTime)?
  private var isAbandoned = false

  /// What was complained of, in order.
  var complaints: [String] { lock.withLock { sentences } }

  func complain(_ sentence: String) {
    lock.withLock { if !sentences.contains(sentence) { sentences.append(sentence) } }
  }

  /// Calls the manager; what it throws is a complaint.
  func run(_ name: String, _ body: () throws -> Void) {
    let outer = lock.withLock {
      let outer = call?.name
      call = (name, .now())
      return outer
    }
    do { try body() } catch { complain("the manager threw '\(error)' in '\(name)'") }
    stayAwayIfAbandoned()
    lock.withLock { call = outer.map { ($0, .now()) } }
  }

  /// Gives the case up where the manager has not returned from a call for so many seconds: answers
  /// the call; nil where there is none.
  func abandon(after seconds: Double) -> String? {
    lock.withLock {
      guard let call else { return nil }
      let passed = DispatchTime.now().uptimeNanoseconds - call.since.uptimeNanoseconds
      isAbandoned = Double(passed) / 1e9 > seconds
      return isAbandoned ? call.name : nil
    }
  }

  /// Holds the thread of a manager that came back too late: nobody waits for it any more.
  func stayAwayIfAbandoned() {
    while lock.withLock({ isAbandoned }) { Thread.sleep(forTimeInterval: 3_600) }
  }
}

/// The thread that a phone lives on.
struct ThreadMark {
  private let thread = pthread_self()

  /// Whether this is that thread.
  var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
