internal import AdSimulator
import Foundation

/// What the manager under test did that no manager may do, and what it is doing now.
///
/// The watchdog reads it from another thread.
final class ManagerReport: @unchecked Sendable {
  private let lock = NSLock()
  private var sentences: [String] = []
  private var call: (name: String, since: DispatchTime)?
  private weak var world: World?

  /// Forgets the run before.
  func begin() { lock.withLock { sentences = [] } }

  func watch(_ world: World) { self.world = world }

  /// What was complained of, in order.
  var complaints: [String] { lock.withLock { sentences } }

  func complain(_ sentence: String) {
    lock.withLock { if !sentences.contains(sentence) { sentences.append(sentence) } }
  }

  /// Calls the manager; what it throws is a complaint.
  func run(_ name: String, _ body: () throws -> Void) {
    let outer = lock.withLock {
      let outer = call
      call = (name, .now())
      return outer
    }
    do { try body() } catch { complain("the manager threw '\(error)' in '\(name)'") }
    lock.withLock { call = outer }
  }

  /// The call that the manager has not returned from for so many seconds; nil: there is none.
  func hangingCall(longerThan seconds: Double) -> String? {
    lock.withLock {
      guard let call else { return nil }
      let passed = DispatchTime.now().uptimeNanoseconds - call.since.uptimeNanoseconds
      return Double(passed) / 1e9 > seconds ? call.name : nil
    }
  }
}

/// The thread that a phone lives on.
struct ThreadMark {
  private let thread = pthread_self()

  /// Whether this is that thread.
  var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
