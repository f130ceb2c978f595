internal import AdJournalCHeader

/// The failure of a call: its status, as the header lists it, and the reason in words.
struct CallFailure: Error, Equatable {
  let status: Int64
  let reason: String

  private init(_ status: Int32, _ reason: String) {
    self.status = Int64(status)
    self.reason = reason
  }

  static func noSession(_ number: Int64) -> CallFailure {
    CallFailure(ADJOURNAL_NO_SESSION, "session \(number) is not open")
  }

  static func invalid(_ reason: String) -> CallFailure { CallFailure(ADJOURNAL_INVALID, reason) }

  static func malformed(_ reason: String) -> CallFailure {
    CallFailure(ADJOURNAL_MALFORMED, reason)
  }

  static func file(_ reason: String) -> CallFailure { CallFailure(ADJOURNAL_FILE, reason) }

  static let dropped = CallFailure(
    ADJOURNAL_DROPPED, "the queue is full; the event is counted in a gap")

  static let ended = CallFailure(
    ADJOURNAL_ENDED, "the session has ended; no event can follow `session.ended`")

  static let tooMany = CallFailure(
    ADJOURNAL_TOO_MANY, "\(ADJOURNAL_SLOTS) sessions are open, the maximum; close one first")
}
