internal import AdReplay
internal import Platform
internal import AdRules
internal import AdSession

/// Evaluates and renders sessions on any thread; the reports wait in a ``Spool`` for their turn.
final class AuditWork: @unchecked Sendable {
  let judges: JudgePool
  /// The results that are reported; see ``Auditor/narrow``.
  private let narrow: (@Sendable (AuditedSession) -> RuleResults)?
  private let render: @Sendable (AuditedSession) -> [UInt8]
  /// Whether the disk lost any of the reports.
  let loss: DiskLoss
  private let reports: Spool
  /// The sessions whose verdicts can depend on other ones.
  let waiting: WaitingSessions

  init(
    _ judges: JudgePool, loss: DiskLoss = DiskLoss(),
    narrow: (@Sendable (AuditedSession) -> RuleResults)? = nil,
    render: @escaping @Sendable (AuditedSession) -> [UInt8]
  ) {
    self.judges = judges
    self.narrow = narrow
    self.render = render
    self.loss = loss
    reports = Spool(loss: loss)
    waiting = WaitingSessions(loss, rules: judges.rules)
  }

  /// Renders the report of a session.
  func report(
    _ reading: consuming SessionReading, _ results: consuming RuleResults, _ otherShows: OtherShows
  ) -> PendingReport {
    var audited = AuditedSession(
      taking: reading, rules: judges.rules, results: results, otherShows: otherShows)
    if let narrow, audited.isViolated {
      audited = AuditedSession(
        taking: audited.reading, rules: audited.rules, results: narrow(audited),
        otherShows: otherShows)
    }
    let report = render(audited)
    let found = Findings(damage: audited.reading.damage, notes: audited.reading.notes)
    let counts = audited.counts
    if report.isEmpty, found.isEmpty, counts.violations == SIMD4() {
      return .quiet(verdicts: counts.verdicts, records: counts.records)
    }
    var head = ByteWriter()
    counts.append(to: &head)
    found.append(to: &head)
    return .spooled(reports.put(head.bytes, report))
  }

  /// Judges the sessions that wait, when all inputs were read.
  func judgeWaiting(jobs: Int) {
    waiting.judge(jobs: jobs) {
      let worker = AuditWorker(self)
      return { worker.judge($0, $1) }
    }
  }

  /// Returns the report of a session and removes it from the spool; nil where the disk lost it.
  func take(_ pending: PendingReport) -> SessionReport? {
    switch pending {
    case .quiet(let verdicts, let records):
      let counts = SessionCounts(verdicts: verdicts, records: records)
      return SessionReport(counts: counts, report: [], findings: Findings())
    case .waiting(let number): return waiting.report(number).flatMap(take)
    case .spooled(let offset):
      var report = ByteReader(reports.take(offset))
      guard let counts = SessionCounts(&report), let findings = Findings(&report) else {
        return nil
      }
      return SessionReport(counts: counts, report: Array(report.rest), findings: findings)
    }
  }
}
