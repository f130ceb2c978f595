public import AdJournal
public import AdRules
public import AdSession

/// Audits journals: reads them, judges every session on all cores, and hands out reports in order.
public struct Auditor: Sendable {
  /// The rules to judge by.
  public var rules: [Rule]
  /// Thresholds that win over what the journals say.
  public var policy: [PolicySetting]
  /// How the journals are read.
  public var reader: JournalReader
  /// Called now and then with the number of records judged since the last call; on any thread.
  public var onProgress: (@Sendable (Int) -> Void)?

  /// Makes an auditor.
  public init(
    rules: [Rule] = RuleBook.all, policy: [PolicySetting] = [], reader: JournalReader
  ) {
    self.rules = rules
    self.policy = policy
    self.reader = reader
  }

  /// What an audit hands out: a journal's sessions, then the journal.
  public enum Output {
    /// The report of one session, as `render` made it, its counts and its findings.
    case session(report: [UInt8], tally: Tally, damage: [Damage], notes: [Note])
    /// All sessions of this journal were handed out.
    case journal(JournalSummary)
    /// A file could not be read, or not to its end.
    case failure(InputError)
  }

  /// Audits files, folders and streams.
  ///
  /// `render` is called on any thread; `handle` on the calling one, in the order in which the
  /// sessions began. Where an install has several sessions in a journal, those whose daily caps
  /// depend on each other are judged once more when all of them are known.
  public func audit(
    _ paths: [String], render: @escaping @Sendable (AuditedSession) -> [UInt8],
    handle: (Output) throws -> Void
  ) throws {
    let judges = JudgePool(rules, policy)
    let spool = Spool()
    var held: [Outcome] = []
    var hold = CapHold()
    let judge: @Sendable (inout SessionReading) -> Outcome = { reading in
      let outcome = judges.outcome(of: reading, others: .none, spool, render)
      onProgress?(reading.recordCount)
      return outcome
    }
    try reader.read(paths, judge: judge) { delivery in
      switch delivery {
      case .failure(let error): try handle(.failure(error))
      case .session(let outcome):
        hold.add(outcome)
        held.append(outcome)
        if !hold.isNeeded { try Self.release(&held, spool, handle) }
      case .journal(let summary):
        let changed = judgeAgain(hold, summary.path, judges, spool, render)
        for (number, outcome) in changed {
          _ = spool.take(held[number].place)
          held[number] = outcome
        }
        try Self.release(&held, spool, handle)
        hold = CapHold()
        try handle(.journal(summary))
      }
    }
  }

  private static func release(
    _ held: inout [Outcome], _ spool: Spool, _ handle: (Output) throws -> Void
  ) throws {
    for outcome in held {
      try handle(
        .session(
          report: spool.take(outcome.place), tally: outcome.tally, damage: outcome.damage,
          notes: outcome.notes))
    }
    held.removeAll(keepingCapacity: true)
  }

  /// Judges the sessions again whose daily caps depend on other sessions of their install.
  private func judgeAgain(
    _ hold: CapHold, _ path: String, _ judges: JudgePool, _ spool: Spool,
    _ render: @escaping @Sendable (AuditedSession) -> [UInt8]
  ) -> [Int: Outcome] {
    let others = hold.ledger.othersBySession()
    var changed: [Int: Outcome] = [:]
    for (number, shows) in others {
      guard let reading = hold.readings[number] else { continue }
      changed[number] = judges.outcome(of: reading, others: shows, spool, render)
    }
    return changed
  }
}

/// What remains of a judged session until its turn comes.
struct Outcome: Sendable {
  var place: Spool.Place
  var tally: Tally
  var damage: [Damage]
  var notes: [Note]
  var cap: Cap?

  /// What the daily cap needs of the session, and the session itself to judge it again.
  struct Cap: @unchecked Sendable {
    var install: String
    var entries: [CapLedger.Entry]
    var reading: SessionReading
  }
}

/// The sessions of a journal that the daily cap may tie together.
private struct CapHold {
  var ledger = CapLedger()
  var readings: [Int: SessionReading] = [:]
  private var count = 0

  /// Whether a session was seen that may have to be judged again.
  var isNeeded: Bool { !readings.isEmpty }

  mutating func add(_ outcome: Outcome) {
    defer { count += 1 }
    guard let cap = outcome.cap else { return }
    let entries = cap.entries.map { entry in
      var entry = entry
      entry.session = count
      return entry
    }
    ledger.add(entries, install: cap.install)
    readings[count] = cap.reading
  }
}

/// A judge for each thread that asks for one.
final class JudgePool: Sendable {
  private let idle: Lock<[Judge]>
  private let rules: [Rule]
  private let policy: [PolicySetting]

  init(_ rules: [Rule], _ policy: [PolicySetting]) {
    self.rules = rules
    self.policy = policy
    idle = Lock([])
  }

  func outcome(
    of reading: SessionReading, others: OtherShows, _ spool: Spool,
    _ render: (AuditedSession) -> [UInt8]
  ) -> Outcome {
    let judge = idle.locked { $0.popLast() } ?? Judge(rules: rules, overrides: policy)
    defer { idle.locked { $0.append(judge) } }
    let results = judge.judge(reading.trace, otherShows: others)
    let audited = AuditedSession(reading, rules: rules, results: results)
    return Outcome(
      place: spool.put(render(audited)), tally: audited.tally, damage: reading.damage,
      notes: reading.notes, cap: cap(of: reading, judge.session))
  }

  private func cap(of reading: SessionReading, _ state: Session) -> Outcome.Cap? {
    guard let install = reading.trace.header?.install, !install.isEmpty else { return nil }
    let entries = CapLedger.entries(of: reading, state, number: 0)
    return entries.isEmpty ? nil : Outcome.Cap(install: install, entries: entries, reading: reading)
  }
}
