public import AdReplay
public import AdRules
public import AdSession

/// Audits journals: reads them, judges every session on all cores, and hands out reports in order.
public struct Auditor: Sendable {
  /// The rules to judge by.
  public var rules: [Rule]
  /// Thresholds that override those in the journals.
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
    try audit(paths, render: render, sumsUp: false, quiet: { _ in }, handle: handle)
  }

  /// Audits files, folders and streams, as ``audit(_:render:handle:)`` does.
  ///
  /// With `sumsUp`, sessions without violations, findings and report go to `quiet` as the sum of
  /// their counts, because handing out each of them would take longer.
  /// Bytes that the disk lost are reported once, at the end; `loss` can be that of what the caller keeps there.
  package func audit(
    _ paths: [String], render: @escaping @Sendable (AuditedSession) -> [UInt8],
    sumsUp: Bool, loss: DiskLoss = DiskLoss(), quiet: (Tally) -> Void,
    handle: (Output) throws -> Void
  ) throws {
    let work = AuditWork(JudgePool(rules, policy), loss: loss, render: render)
    var journal = JournalInTurn()
    try reader.evaluate(
      paths, makeEvaluator: { evaluator(work) }
    ) { (delivery: QueueDelivery<PendingReport>) in
      switch delivery {
      case .begin(let input, let path, let whole):
        journal = JournalInTurn(input: input, path: path)
        if let whole {
          journal.revised = try work.judgeAgain(input, path, bytes: whole.bytes, reader) {
            journal.failure = $0
          }
        }
      case .sessions(let sessions):
        // All of them are judged: what they contribute to daily caps is known.
        if !journal.held.isEmpty || journal.input.map(work.hasCaps) == true {
          journal.held.append(sessions)
        } else {
          let sum = try handOut(sessions, &journal, work, sumsUp: sumsUp, handle)
          if sum.sessions > 0 { quiet(sum) }
        }
      case .superseded(let reports): reports.forEach(work.discard)
      case .journal(let summary):
        try handOutHeld(&journal, work, handle)
        try handle(.journal(summary))
        if let failure = journal.failure { try handle(.failure(failure)) }
      case .failure(let error):
        try handOutHeld(&journal, work, handle)
        try handle(.failure(error))
      }
    }
    if let error = work.loss.error { try handle(.failure(error)) }
  }

  /// Makes the evaluator of one thread.
  private func evaluator(_ work: AuditWork) -> JournalReader.Evaluator<PendingReport> {
    let worker = AuditWorker(work)
    return { reading, input in
      onProgress?(reading.recordCount)
      return worker.judge(consume reading, input: input)
    }
  }

  /// The journal whose sessions are handed out.
  private struct JournalInTurn {
    var input: Int?
    var path = ""
    /// The reports of sessions that were judged again, by the lines with which they begin.
    var revised: [Int: PendingReport] = [:]
    /// Why it could not be read again.
    var failure: InputError?
    /// The reports that wait for the end of a stream.
    var held: [[SessionInTurn<PendingReport>]] = []
  }

  private func handOut(
    _ sessions: [SessionInTurn<PendingReport>], _ journal: inout JournalInTurn, _ work: AuditWork,
    sumsUp: Bool, _ handle: (Output) throws -> Void
  ) throws -> Tally {
    var sum = PackedTally.Sum()
    let sumsUp = sumsUp && journal.revised.isEmpty
    for session in sessions {
      if sumsUp, case .quiet(let tally) = session.result {
        sum.add(tally)
      } else {
        try handOut(session, &journal, work, handle)
      }
    }
    return Tally(sum)
  }

  private func handOut(
    _ session: SessionInTurn<PendingReport>, _ journal: inout JournalInTurn, _ work: AuditWork,
    _ handle: (Output) throws -> Void
  ) throws {
    let revised = journal.revised.isEmpty ? nil : journal.revised.removeValue(forKey: session.order)
    if revised != nil { work.discard(session.result) }
    guard let report = work.take(revised ?? session.result) else { return }
    try handle(
      .session(
        report: report.report, tally: Tally(report.counts), damage: report.findings.damage,
        notes: report.findings.notes))
  }

  /// Judges again what a stream's caps need, when all of it is known.
  private func handOutHeld(
    _ journal: inout JournalInTurn, _ work: AuditWork, _ handle: (Output) throws -> Void
  ) throws {
    guard let input = journal.input, !journal.held.isEmpty else { return }
    journal.revised = try work.judgeAgain(
      input, journal.path, bytes: nil, reader, onFailure: { try handle(.failure($0)) })
    let held = journal.held
    journal.held = []
    for session in held.joined() { try handOut(session, &journal, work, handle) }
  }
}
