internal import AdReplay

/// The state across the sessions of each journal that is being audited; used under a lock.
struct AuditedJournals {
  private var all: [Int: JournalCaps] = [:]
  private let loss: DiskLoss

  init(_ loss: DiskLoss) { self.loss = loss }

  /// Whether sessions of a journal may have to be judged again.
  func has(_ input: Int) -> Bool { all[input] != nil }

  /// The state of a journal.
  mutating func caps(of input: Int, isStream: @autoclosure () -> Bool) -> JournalCaps {
    if let caps = all[input] { return caps }
    let caps = JournalCaps(isStream: isStream(), loss)
    all[input] = caps
    return caps
  }

  /// Removes the state of a journal.
  mutating func remove(_ input: Int) -> JournalCaps? { all.removeValue(forKey: input) }
}

/// What the daily caps need across the sessions of one journal.
final class JournalCaps {
  /// Used under a lock, and so not checked for access.
  @exclusivity(unchecked) var ledger: CapLedger
  /// Whether the journal cannot be read again.
  let isStream: Bool
  /// The sessions that cannot be read again and are not whole, by the line with which they begin.
  private(set) var kept: [Int: SessionReading] = [:]

  init(isStream: Bool, _ loss: DiskLoss) {
    self.isStream = isStream
    ledger = CapLedger(loss: loss)
  }

  /// Keeps a session that cannot be read again.
  func keep(_ reading: SessionReading) { kept[reading.ordinal] = reading }
}
