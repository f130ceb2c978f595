internal import AdJournalCHeader
internal import Platform

/// The sessions that are open, by their numbers.
///
/// A number is `slot + 64 * opened`, where `opened` counts the sessions so far from 1. So it is
/// never used twice, and the session of a number is found in constant time.
final class CallerSessions: Sendable {
  static let all = CallerSessions()

  private struct Slots {
    var sessions: [(number: Int64, session: CallerSession)?] = Array(
      repeating: nil, count: slotCount)
    var opened: Int64 = 0
  }

  private static let slotCount = Int(ADJOURNAL_SLOTS)
  private let slots = Lock(Slots())

  /// Opens a session; returns its number.
  func open(_ configuration: SessionConfiguration) throws(CallFailure) -> Int64 {
    guard slots.locked({ $0.sessions.contains { $0 == nil } }) else { throw .tooMany }
    // Files are read outside the lock, so that no other thread waits for them.
    let session = CallerSession(configuration)
    let number = slots.locked { slots -> Int64? in
      guard let slot = slots.sessions.firstIndex(where: { $0 == nil }) else { return nil }
      slots.opened += 1
      let number = slots.opened * Int64(Self.slotCount) + Int64(slot)
      slots.sessions[slot] = (number, session)
      adjournal_count_refused(number)
      return number
    }
    if let number {
      session.begin(number)
      return number
    }
    _ = try? session.close()
    throw .tooMany
  }

  /// The open session with a number.
  func session(_ number: Int64) throws(CallFailure) -> CallerSession {
    let found = slots.locked { slots in
      slots.sessions[Self.slot(number)].flatMap { $0.number == number ? $0.session : nil }
    }
    guard let found else { throw .noSession(number) }
    return found
  }

  /// Removes a session and ends it; returns the number of its events that are not records.
  ///
  /// Of several threads that close a session, one finds it.
  func close(_ number: Int64) throws(CallFailure) -> Int64 {
    let found = slots.locked { slots -> CallerSession? in
      let slot = Self.slot(number)
      guard let open = slots.sessions[slot], open.number == number else { return nil }
      slots.sessions[slot] = nil
      return open.session
    }
    guard let found else { throw .noSession(number) }
    return try found.close()
  }

  private static func slot(_ number: Int64) -> Int {
    Int(UInt64(bitPattern: number) % UInt64(slotCount))
  }
}
