public import AdReplay
public import JournalInput
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
  /// sessions began. Sessions whose verdicts can depend on the shows of earlier sessions of their
  /// install are judged when all inputs were read and these shows are counted; they are handed out
  /// then, with all that comes after them.
  public func audit(
    _ paths: [String], render: @escaping @Sendable (AuditedSession) -> [UInt8],
    handle: (Output) throws -> Void
  ) throws {
    try audit(paths, render: render, sumsUp: false, quiet: { _ in }, handle: handle)
  }

  /// Audits files, folders and streams, as ``audit(_:render:handle:)`` does.
  ///
  /// With `sumsUp`, sessions without violations, findings and report go to `quiet` as the sum of
  /// their counts, because handing out each of them would take longer. Bytes that the disk lost are
  /// reported once, at the end; `loss` can be that of what the caller keeps there.
  package func audit(
    _ paths: [String], render: @escaping @Sendable (AuditedSession) -> [UInt8],
    sumsUp: Bool, loss: DiskLoss = DiskLoss(), quiet: (Tally) -> Void,
    handle: (Output) throws -> Void
  ) throws {
    let work = AuditWork(JudgePool(rules, policy), loss: loss, render: render)
    var outputs = HeldOutputs(loss)
    try reader.evaluate(
      paths, makeEvaluator: { evaluator(work) }
    ) { (delivery: QueueDelivery<PendingReport>) in
      switch delivery {
      case .begin: break
      case .sessions(let sessions):
        let sum = try handOut(sessions, &outputs, work, sumsUp: sumsUp, handle)
        if sum.sessions > 0 { quiet(sum) }
      case .journal(let summary):
        if outputs.isEmpty {
          try handle(.journal(summary))
        } else {
          outputs.add(summary)
        }
      case .failure(let error):
        if outputs.isEmpty { try handle(.failure(error)) } else { outputs.add(error) }
      }
    }
    if !outputs.isEmpty { try handOutHeld(&outputs, work, handle) }
    if let error = work.loss.error { try handle(.failure(error)) }
  }

  /// Makes the evaluator of one thread.
  private func evaluator(_ work: AuditWork) -> JournalReader.Evaluator<PendingReport> {
    let worker = AuditWorker(work)
    return { reading, _ in
      onProgress?(reading.recordCount)
      return worker.judge(consume reading)
    }
  }

  /// Hands out reports, or holds them back from the first one on that depends on other inputs.
  private func handOut(
    _ sessions: [SessionInTurn<PendingReport>], _ outputs: inout HeldOutputs, _ work: AuditWork,
    sumsUp: Bool, _ handle: (Output) throws -> Void
  ) throws -> Tally {
    var sum = Tally()
    for session in sessions {
      if sumsUp, case .quiet(let verdicts, let records) = session.result {
        sum.add(Tally(SessionCounts(verdicts: verdicts, records: records)))
      } else if outputs.isEmpty, !session.result.isWaiting {
        try handOut(session.result, work, handle)
      } else {
        outputs.add(session.result)
      }
    }
    return sum
  }

  private func handOut(
    _ pending: PendingReport, _ work: AuditWork, _ handle: (Output) throws -> Void
  ) throws {
    guard let report = work.take(pending) else { return }
    try handle(
      .session(
        report: report.report, tally: Tally(report.counts), damage: report.findings.damage,
        notes: report.findings.notes))
  }

  /// Judges the sessions that wait, and hands out what was held back.
  private func handOutHeld(
    _ outputs: inout HeldOutputs, _ work: AuditWork, _ handle: (Output) throws -> Void
  ) throws {
    work.judgeWaiting(jobs: reader.jobs)
    try outputs.forEach { output in
      switch output {
      case .session(let pending): try handOut(pending, work, handle)
      case .journal(let summary): try handle(.journal(summary))
      case .failure(let error): try handle(.failure(error))
      }
    }
  }
}
