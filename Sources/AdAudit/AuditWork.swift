internal import AdReplay
internal import Platform
internal import AdRules
internal import AdSession

/// Evaluates and renders sessions on any thread; the reports wait in a ``Spool`` for their turn.
final class AuditWork: @unchecked Sendable {
  let judges: JudgePool
  private let render: @Sendable (AuditedSession) -> [UInt8]
  /// Whether the disk lost any of the reports.
  let loss: DiskLoss
  private let reports: Spool
  private let journals: Lock<AuditedJournals>
  private let archive: Spool

  init(
    _ judges: JudgePool, loss: DiskLoss = DiskLoss(),
    render: @escaping @Sendable (AuditedSession) -> [UInt8]
  ) {
    self.judges = judges
    self.render = render
    self.loss = loss
    reports = Spool(loss: loss)
    archive = Spool(loss: loss)
    journals = Lock(AuditedJournals(loss))
  }

  /// Renders the report of a session.
  func report(
    _ reading: consuming SessionReading, _ results: consuming RuleResults
  ) -> PendingReport {
    let audited = AuditedSession(taking: reading, rules: judges.rules, results: results)
    let report = render(audited)
    let found = Findings(damage: audited.reading.damage, notes: audited.reading.notes)
    if report.isEmpty, found.isEmpty, let tally = PackedTally(audited.counts) {
      return .quiet(tally)
    }
    return .spooled(reports.put(report, found.tail + audited.counts.bytes))
  }

  /// Returns the report of a session and removes it from the spool; nil where the disk lost it.
  func take(_ pending: PendingReport) -> SessionReport? {
    switch pending {
    case .quiet(let tally):
      return SessionReport(counts: tally.counts, report: [], findings: Findings())
    case .spooled(let offset):
      var report = reports.take(offset)
      guard let counts = SessionCounts(removedFrom: &report),
        let findings = Findings(removedFrom: &report)
      else { return nil }
      return SessionReport(counts: counts, report: report, findings: findings)
    }
  }

  /// Removes a report that will not be handed out.
  func discard(_ pending: PendingReport) {
    guard case .spooled(let offset) = pending else { return }
    reports.remove(offset)
  }
}

extension AuditWork {
  /// Whether sessions of a journal may have to be judged again.
  func hasCaps(_ input: Int) -> Bool { journals.locked { $0.has(input) } }

  /// The state of the daily caps of a session's journal.
  func caps(of input: Int, _ reading: borrowing SessionReading) -> JournalCaps {
    let isStream = !reading.isJoined && !reading.canReadAgain
    return journals.locked { $0.caps(of: input, isStream: isStream) }
  }

  /// Records what a session contributes to the daily caps of its install.
  func note(
    _ entries: [CapEntry], _ install: String, of reading: borrowing SessionReading,
    _ caps: JournalCaps
  ) {
    let cannotReadAgain = reading.isJoined || caps.isStream
    let packed = cannotReadAgain ? SessionArchive.bytes(of: reading) : nil
    let offset = packed.map { archive.put($0) }
    if cannotReadAgain && packed == nil {
      let reading = copy reading
      journals.locked { _ in caps.keep(reading) }
    }
    let record = CapRecord.bytes(
      of: entries, install: install, session: reading.trace.nameHash,
      order: reading.ordinal, archive: offset)
    journals.locked { _ in caps.ledger.add(record) }
  }

  /// Judges the sessions of a journal again whose daily caps depend on other sessions of their
  /// install; returns their new reports by the lines with which they begin.
  ///
  /// Of a file, `bytes` bytes are read again. `onFailure` gets the error where that fails.
  func judgeAgain(
    _ input: Int, _ path: String, bytes: Int?, _ reader: JournalReader,
    onFailure: (InputError) throws -> Void
  ) throws -> [Int: PendingReport] {
    guard let caps = journals.locked({ $0.remove(input) }) else { return [:] }
    var again = caps.ledger.again(jobs: reader.jobs)
    var reports: [Int: PendingReport] = [:]
    let worker = AuditWorker(self)
    for (order, session) in again {
      let kept = session.archive.map(takeArchived) ?? caps.kept[order]
      if let kept { reports[order] = worker.judge(kept, others: session.shows) }
      if kept != nil || session.archive != nil { again[order] = nil }
    }
    if again.isEmpty { return reports }
    let wanted = reports.count + again.count
    var reader = reader
    reader.limit = bytes
    let failure = try readAgain(path, again, reader, &reports)
    if let error = failure ?? (reports.count < wanted ? .changed(path) : nil) {
      try onFailure(error)
    }
    return reports
  }

  /// Returns an archived session; nil where the disk lost it.
  private func takeArchived(_ offset: UInt64) -> SessionReading? {
    let bytes = archive.take(offset)
    return bytes.isEmpty ? nil : SessionArchive.reading(of: bytes)
  }

  private func readAgain(
    _ path: String, _ again: [Int: CapLedger.Again], _ reader: JournalReader,
    _ reports: inout [Int: PendingReport]
  ) throws -> InputError? {
    var reader = reader
    let hashes = Set(again.values.map(\.session))
    // A session without a known name can be any of them.
    if !hashes.contains(0) { reader.only = SessionFilter(hashes: hashes) }
    var failure: InputError?
    try reader.evaluate(
      [path],
      makeEvaluator: {
        let worker = AuditWorker(self)
        return { reading, _ in
          again[reading.ordinal].map { worker.judge(reading, others: $0.shows) }
        }
      }
    ) { delivery in
      switch delivery {
      case .sessions(let sessions):
        for session in sessions {
          if let report = session.result { reports[session.order] = report }
        }
      case .superseded(let earlier): for report in earlier { report.map(discard) }
      case .failure(let error): failure = error
      case .begin, .journal: break
      }
    }
    return failure
  }
}
