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
  private let ledger: Lock<CapLedger>
  private let questions = Lock<Questions>(Questions())
  /// Archived sessions that may be judged again.
  private let archive: Spool
  /// The same for damaged sessions, which have no archive form; by the number of the question.
  private let kept = Lock<[Int: SessionReading]>([:])

  init(
    _ judges: JudgePool, loss: DiskLoss = DiskLoss(),
    render: @escaping @Sendable (AuditedSession) -> [UInt8]
  ) {
    self.judges = judges
    self.render = render
    self.loss = loss
    reports = Spool(loss: loss)
    archive = Spool(loss: loss)
    ledger = Lock(CapLedger(loss: loss))
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
    var head = ByteWriter()
    audited.counts.append(to: &head)
    found.append(to: &head)
    return .spooled(reports.put(head.bytes, report))
  }

  /// Returns the report of a session and removes it from the spool; nil where the disk lost it.
  func take(_ pending: PendingReport) -> SessionReport? {
    switch pending {
    case .quiet(let tally):
      return SessionReport(counts: tally.counts, report: [], findings: Findings())
    case .asking: return nil
    case .spooled(let offset):
      var report = ByteReader(reports.take(offset))
      guard let counts = SessionCounts(&report), let findings = Findings(&report) else {
        return nil
      }
      return SessionReport(counts: counts, report: Array(report.rest), findings: findings)
    }
  }

  /// Removes both reports of a session, which can be the same one.
  func discard(_ both: Questions.Reports) {
    discard(both.withoutEarlier)
    if both.withUnknown != both.withoutEarlier { discard(both.withUnknown) }
  }

  /// Removes a report that will not be handed out.
  func discard(_ pending: PendingReport) {
    switch pending {
    case .quiet: break
    case .spooled(let offset): reports.remove(offset)
    case .asking(let number):
      guard let both = questions.locked({ $0.reports(number) }) else { return }
      discard(both)
    }
  }
}

extension AuditWork {
  /// Keeps the two reports of a session until the earlier shows of its install are known; returns
  /// the number of its question.
  func ask(_ reports: Questions.Reports) -> Int { questions.locked { $0.add(reports) } }

  /// Adds notes of sessions, as ``CapRecord``s.
  func note(_ records: [UInt8]) { ledger.locked { $0.add(records) } }

  /// Archives a session that may be judged again and cannot be read again; returns its offset, or
  /// nil where it is kept as it is.
  func keep(_ reading: borrowing SessionReading, question: Int) -> UInt64? {
    if let bytes = SessionArchive.bytes(of: reading) { return archive.put(bytes) }
    let reading = copy reading
    kept.locked { $0[question] = reading }
    return nil
  }

  /// The answers to all questions; called when all sessions were judged.
  func answers(jobs: Int) -> CapLedger.Answers { ledger.locked { $0.answers(jobs: jobs) } }

  /// How many sessions asked.
  var questionCount: Int { questions.locked { $0.count } }

  /// The two reports of a session; nil where the disk lost them.
  func reports(_ question: Int) -> Questions.Reports? {
    let reports = questions.locked { $0.reports(question) }
    if reports == nil { loss.note() }
    return reports
  }

  /// A session that cannot be read again; nil if it can.
  func takeKept(_ note: CapNote) -> SessionReading? {
    guard let question = note.question else { return nil }
    if let offset = note.archive {
      let bytes = archive.take(offset)
      return bytes.isEmpty ? nil : SessionArchive.reading(of: bytes)
    }
    return kept.locked { $0.isEmpty ? nil : $0.removeValue(forKey: question) }
  }
}
