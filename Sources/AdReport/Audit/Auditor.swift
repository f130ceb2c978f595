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
  /// Where it is kept how far files were read; nil reads all of them from their beginnings.
  public var snapshots: AuditSnapshots?

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
  /// their counts: so many of them follow each other that to hand out each would take longer.
  /// What the disk loses is said once, at the end; `loss` can be that of what the caller keeps there.
  package func audit(
    _ paths: [String], render: @escaping @Sendable (AuditedSession) -> [UInt8],
    sumsUp: Bool, loss: DiskLoss = DiskLoss(), quiet: (Tally) -> Void,
    handle: (Output) throws -> Void
  ) throws {
    let work = AuditWork(
      JudgePool(rules, policy), keepsSnapshots: snapshots != nil, loss: loss, render: render)
    snapshots?.serve(work)
    var reader = reader
    reader.snapshots = snapshots
    var journal = JournalInTurn()
    let judge = JournalReader.Judge(
      begin: {
        let bench = AuditBench(work)
        return { reading, input in
          onProgress?(reading.recordCount)
          return bench.judge(reading, input: input)
        }
      }, forget: work.forget)
    try reader.read(paths, judge: judge) { delivery in
      switch delivery {
      case .begin(let input, let path, let whole):
        journal = JournalInTurn(input: input, path: path)
        if let whole {
          journal.revised = try work.judgeAgain(input, path, bytes: whole.bytes, reader) {
            journal.failure = $0
          }
          journal.recorder = snapshots?.recorder(of: input)
        }
      case .sessions(let sessions):
        // All of them are judged: what they say of daily caps is there.
        if !journal.held.isEmpty || work.hasCaps(journal.input) {
          for session in sessions { journal.held.append(session.token, order: session.order) }
        } else {
          let sum = try handOut(sessions, &journal, work, sumsUp: sumsUp, handle)
          if sum.sessions > 0 { quiet(sum) }
        }
      case .journal(let summary):
        try handOutHeld(&journal, work, handle)
        // What is lost of the report would be missing in every one that begins from a snapshot.
        if !work.loss.happened, journal.failure == nil { _ = journal.recorder?.finish() }
        try handle(.journal(summary))
        if let failure = journal.failure { try handle(.failure(failure)) }
      case .failure(let error):
        try handOutHeld(&journal, work, handle)
        try handle(.failure(error))
      }
    }
    if let error = work.loss.error { try handle(.failure(error)) }
  }

  /// The journal whose sessions are handed out.
  private struct JournalInTurn: ~Copyable {
    var input = -1
    var path = ""
    /// The reports of sessions that were judged again, by the lines with which they begin.
    var revised: [Int: UInt64] = [:]
    /// The snapshot of it that is being written.
    var recorder: SnapshotRecorder?
    /// Why it could not be read again.
    var failure: InputError?
    /// The reports that wait for the end of a stream.
    var held = HeldReports()
  }

  private func handOut(
    _ sessions: [SessionInTurn], _ journal: inout JournalInTurn, _ work: AuditWork,
    sumsUp: Bool, _ handle: (Output) throws -> Void
  ) throws -> Tally {
    var sum = QuietSession.Sum()
    let sumsUp = sumsUp && journal.revised.isEmpty
    for session in sessions {
      if sumsUp, let quiet = QuietSession(token: session.token) {
        sum.add(quiet)
      } else {
        try handOut(session.token, session.order, &journal, work, handle)
      }
    }
    return Tally(sum)
  }

  private func handOut(
    _ report: UInt64, _ order: Int, _ journal: inout JournalInTurn, _ work: AuditWork,
    _ handle: (Output) throws -> Void
  ) throws {
    let revised = journal.revised.isEmpty ? nil : journal.revised.removeValue(forKey: order)
    let judged = work.take(report)
    if let judged, work.keepsSnapshots {
      let caps = work.takeCaps(report)
      journal.recorder?.add(judged, caps, order: order)
    }
    guard let session = revised.map(work.take) ?? judged else { return }
    try handle(
      .session(
        report: session.report, tally: Tally(session.counts), damage: session.findings.damage,
        notes: session.findings.notes))
  }

  /// Judges again what a stream's caps need, when all of it is known.
  private func handOutHeld(
    _ journal: inout JournalInTurn, _ work: AuditWork, _ handle: (Output) throws -> Void
  ) throws {
    if journal.held.isEmpty { return }
    journal.revised = try work.judgeAgain(
      journal.input, journal.path, bytes: nil, reader, onFailure: { try handle(.failure($0)) })
    var held = journal.held
    journal.held = HeldReports()
    try held.takeAll { report, order in try handOut(report, order, &journal, work, handle) }
  }
}
