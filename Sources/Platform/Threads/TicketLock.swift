#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A lock that threads pass one at a time, in the order of their tickets.
package final class TicketLock: @unchecked Sendable {
  private let lock = ConditionLock()
  private var current = 0

  package init() {}

  /// Whether all smaller tickets have passed.
  package func isReached(by ticket: Int) -> Bool {
    guard lock.tryLock() else { return false }
    defer { lock.unlock() }
    return current == ticket
  }

  /// Waits until all smaller tickets have passed.
  ///
  /// Tries without sleeping first: a turn is shorter than waking up a thread takes.
  package func wait(for ticket: Int) {
    for _ in 0..<64 {
      if isReached(by: ticket) { return }
      sched_yield()
    }
    lock.lockBriefly()
    while current != ticket { lock.wait() }
    lock.unlock()
  }

  /// Advances the turn by this many tickets.
  package func pass(_ count: Int) {
    lock.lockBriefly()
    current += count
    lock.unlock()
    // After unlocking: a thread that wakes up needs the lock.
    lock.wakeAll()
  }
}
