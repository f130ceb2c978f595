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
  /// depend on each other are judged once more when all of them are known: a file is read again
  /// for them, of a stream they are kept until then.
  public func audit(
    _ paths: [String], render: @escaping @Sendable (AuditedSession) -> [UInt8],
    handle: (Output) throws -> Void
  ) throws {
    let work = AuditWork(judges: JudgePool(rules, policy), spool: Spool(), render: render)
    var held = HeldSessions()
    try reader.read(paths, judge: judge(work)) { delivery in
      switch delivery {
      case .failure(let error): try handle(.failure(error))
      case .session(let outcome):
        held.add(outcome)
        if held.isReleasable { try release(&held, work, handle) }
      case .journal(let summary):
        try judgeAgain(&held, summary.path, work)
        try release(&held, work, handle)
        held = HeldSessions()
        try handle(.journal(summary))
      }
    }
  }

  private func judge(_ work: AuditWork) -> @Sendable (inout SessionReading) -> Outcome {
    { reading in
      onProgress?(reading.recordCount)
      return work.outcome(of: reading)
    }
  }

  private func release(
    _ held: inout HeldSessions, _ work: AuditWork, _ handle: (Output) throws -> Void
  ) throws {
    for outcome in held.takeAll() {
      try handle(
        .session(
          report: work.spool.take(outcome.place), tally: outcome.tally,
          damage: outcome.findings?.damage ?? [], notes: outcome.findings?.notes ?? []))
    }
  }

  /// Judges the sessions again whose daily caps depend on other sessions of their install.
  private func judgeAgain(
    _ held: inout HeldSessions, _ path: String, _ work: AuditWork
  ) throws {
    let others = held.ledger.othersBySession()
    if others.isEmpty { return }
    for (number, shows) in others {
      guard let reading = held.reading(number) else { continue }
      held.replace(number, by: work.outcome(of: reading, others: shows), work.spool)
    }
    let missing = others.filter { held.reading($0.key) == nil }
    if missing.isEmpty { return }
    let orders = Dictionary(uniqueKeysWithValues: missing.map { (held.order($0.key), $0) })
    let again: @Sendable (inout SessionReading) -> Outcome? = { reading in
      orders[reading.ordinal].map { work.outcome(of: reading, others: $0.value) }
    }
    try reader.read([path], judge: again) { delivery in
      guard case .session(let outcome?) = delivery else { return }
      guard let number = orders[outcome.order]?.key else { return }
      held.replace(number, by: outcome, work.spool)
    }
  }
}

extension Outcome {
  /// The counts of the session.
  var tally: Tally { Tally(counts) }
}
