internal import AdJournal
internal import AdRules
internal import AdSession

/// What remains of a judged session until its turn comes: little, since there can be millions.
struct Outcome: Sendable {
  var place: Spool.Place
  var counts: SessionCounts
  /// The line with which the session begins: its name within the journal.
  var order: Int
  var findings: Findings?
  var cap: Cap?

  /// What was found in the session's bytes.
  final class Findings: Sendable {
    let damage: [Damage]
    let notes: [Note]

    init?(_ reading: SessionReading) {
      if reading.damage.isEmpty && reading.notes.isEmpty { return nil }
      damage = reading.damage
      notes = reading.notes
    }
  }

  /// What the daily cap needs of the session, and of a stream the session itself.
  final class Cap: @unchecked Sendable {
    let install: String
    let entries: [CapLedger.Entry]
    let reading: SessionReading?

    init(install: String, entries: [CapLedger.Entry], reading: SessionReading?) {
      self.install = install
      self.entries = entries
      self.reading = reading
    }
  }
}

/// The counts of one session, in few bytes.
struct SessionCounts: Sendable {
  var verdicts = SIMD8<UInt8>()
  var violations = SIMD4<UInt32>()
  var records: UInt32 = 0
}

/// The sessions of a journal that wait for their turn.
struct HeldSessions {
  private(set) var ledger = CapLedger()
  private var outcomes: [Outcome] = []
  private var hasCaps = false

  /// Whether nothing that was seen so far can have to be judged again.
  var isReleasable: Bool { !hasCaps }

  mutating func add(_ outcome: Outcome) {
    outcomes.append(outcome)
    guard let cap = outcome.cap else { return }
    hasCaps = true
    ledger.add(cap.entries, install: cap.install, session: outcomes.count - 1)
    if cap.reading == nil { outcomes[outcomes.count - 1].cap = nil }
  }

  func reading(_ number: Int) -> SessionReading? { outcomes[number].cap?.reading }

  func order(_ number: Int) -> Int { outcomes[number].order }

  mutating func replace(_ number: Int, by outcome: Outcome, _ spool: Spool) {
    _ = spool.take(outcomes[number].place)
    outcomes[number] = outcome
  }

  mutating func takeAll() -> [Outcome] {
    defer { outcomes = [] }
    return outcomes
  }
}

/// Judging and rendering, on any thread.
struct AuditWork: Sendable {
  let judges: JudgePool
  let spool: Spool
  let render: @Sendable (AuditedSession) -> [UInt8]

  /// Judges a session and puts its report into the spool.
  func outcome(
    of reading: SessionReading, others: OtherShows = .none
  ) -> Outcome {
    judges.with { judge in
      let results = judge.judge(reading.trace, otherShows: others)
      let audited = AuditedSession(reading, rules: judges.rules, results: results)
      return Outcome(
        place: spool.put(render(audited)), counts: audited.counts, order: reading.ordinal,
        findings: Outcome.Findings(reading),
        cap: cap(of: reading, judge.session))
    }
  }

  private func cap(of reading: SessionReading, _ state: borrowing Session) -> Outcome.Cap? {
    guard let install = reading.trace.header?.install, !install.isEmpty else { return nil }
    let entries = CapLedger.entries(of: reading, state)
    if entries.isEmpty { return nil }
    let isStream = !JournalFiles.canReadAgain(reading.path)
    return Outcome.Cap(install: install, entries: entries, reading: isStream ? reading : nil)
  }
}

/// A judge for each thread that asks for one.
final class JudgePool: Sendable {
  let rules: [Rule]
  private let idle: Lock<[Judge]>
  private let policy: [PolicySetting]

  init(_ rules: [Rule], _ policy: [PolicySetting]) {
    self.rules = rules
    self.policy = policy
    idle = Lock([])
  }

  func with<Value>(_ body: (Judge) -> Value) -> Value {
    let judge = idle.locked { $0.popLast() } ?? Judge(rules: rules, overrides: policy)
    defer { idle.locked { $0.append(judge) } }
    return body(judge)
  }
}
