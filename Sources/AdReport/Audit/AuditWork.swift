internal import AdJournal
internal import AdRules
internal import AdSession

/// Judging and rendering, on any thread; what remains of a session until its turn comes waits in a
/// ``Spool``, since there can be millions.
final class AuditWork: @unchecked Sendable {
  let judges: JudgePool
  private let render: @Sendable (AuditedSession) -> [UInt8]
  /// Whether the disk lost anything of what waits.
  let loss: DiskLoss
  private let reports: Spool
  /// The rare sessions with findings, by the place of their report.
  private let findings = Lock<[UInt64: Findings]>([:])
  private let journals: Lock<AuditedJournals>
  private let archive: Spool
  /// What snapshots keep of a session's daily caps: its place by the place of the report.
  private let caps = Lock<[UInt64: UInt64]>([:])
  private let storedCaps: Spool
  let keepsSnapshots: Bool

  init(
    _ judges: JudgePool, keepsSnapshots: Bool = false, loss: DiskLoss = DiskLoss(),
    render: @escaping @Sendable (AuditedSession) -> [UInt8]
  ) {
    self.judges = judges
    self.keepsSnapshots = keepsSnapshots
    self.render = render
    self.loss = loss
    reports = Spool(loss: loss)
    archive = Spool(loss: loss)
    storedCaps = Spool(loss: loss)
    journals = Lock(AuditedJournals(loss))
  }

  /// Keeps what is to be said of a session, and returns its place.
  func put(_ reading: consuming SessionReading, _ results: consuming RuleResults) -> UInt64 {
    let audited = AuditedSession(taking: reading, rules: judges.rules, results: results)
    let report = render(audited)
    // What snapshots keep is found by the place of the report.
    if report.isEmpty, !keepsSnapshots, audited.reading.damage.isEmpty,
      audited.reading.notes.isEmpty, let quiet = QuietSession(audited.counts)
    {
      return quiet.token
    }
    let found = Findings(damage: audited.reading.damage, notes: audited.reading.notes)
    return put(audited.counts, report, found)
  }

  private func put(_ counts: SessionCounts, _ report: [UInt8], _ found: Findings) -> UInt64 {
    let hasFindings = !found.damage.isEmpty || !found.notes.isEmpty
    let place = counts.withBytes { counts in report.withUnsafeBytes { reports.put(counts, $0) } }
    if hasFindings { findings.locked { $0[place] = found } }
    return place
  }

  /// Takes over a session that a snapshot keeps.
  func put(_ session: StoredSession, _ caps: StoredCaps?) -> UInt64 {
    let place = put(session.counts, session.report, session.findings)
    keep(caps, at: place)
    return place
  }

  /// Keeps what a snapshot keeps of a session's daily caps.
  func keep(_ caps: StoredCaps?, at place: UInt64) {
    guard let caps else { return }
    let stored = storedCaps.put(caps.bytes)
    self.caps.locked { $0[place] = stored }
  }

  /// Gives back what a snapshot keeps of a session's daily caps.
  func takeCaps(_ place: UInt64) -> StoredCaps? {
    guard keepsSnapshots, let stored = caps.locked({ $0.removeValue(forKey: place) }) else {
      return nil
    }
    let bytes = storedCaps.take(stored)
    return bytes.isEmpty ? nil : StoredCaps(bytes: bytes)
  }

  /// Gives a session's report back and forgets it.
  func take(_ place: UInt64) -> StoredSession? {
    if let quiet = QuietSession(token: place) {
      return StoredSession(counts: quiet.counts, report: [], findings: Findings())
    }
    guard let waited = reports.take(place, SessionCounts.parse) else { return nil }
    let found = findings.locked { $0.isEmpty ? nil : $0.removeValue(forKey: place) }
    return StoredSession(
      counts: waited.counts, report: waited.report, findings: found ?? Findings())
  }

  /// Forgets a report that nobody will see.
  func forget(_ place: UInt64) {
    if QuietSession(token: place) != nil { return }
    reports.forget(place)
    findings.locked { _ = $0.removeValue(forKey: place) }
    _ = takeCaps(place)
  }
}

extension AuditWork {
  /// Whether a session that was judged so far may have to be judged again.
  func hasCaps(_ input: Int) -> Bool { journals.locked { $0.has(input) } }

  /// What is known of the journal that a session is of.
  func caps(of input: Int, _ reading: borrowing SessionReading) -> JournalCaps {
    let isStream = !reading.isJoined && !reading.canReadAgain
    return journals.locked { $0.caps(of: input, isStream: isStream) }
  }

  /// Notes what a session says of its install's days; returns what a snapshot keeps of it.
  func note(
    _ entries: [CapEntry], _ install: String, of reading: borrowing SessionReading,
    _ caps: JournalCaps
  ) -> StoredCaps? {
    let isLost = reading.isJoined || caps.isStream
    let packed = isLost || keepsSnapshots ? SessionArchive.bytes(of: reading) : nil
    let place = packed.map { Int64(archive.put($0)) } ?? -1
    if isLost && packed == nil {
      let reading = copy reading
      journals.locked { _ in caps.keep(reading) }
    }
    CapRecord.withBytes(
      of: entries, install: install, session: reading.trace.nameHash,
      order: reading.ordinal, archive: place
    ) { record in journals.locked { _ in caps.ledger.add(record) } }
    guard keepsSnapshots, !isLost else { return nil }
    return StoredCaps(install: install, entries: entries, archive: packed ?? [])
  }

  /// Takes over what a snapshot keeps of a session's daily caps.
  func addCaps(_ stored: StoredCaps, order: Int, _ input: Int) {
    let place = stored.archive.isEmpty ? -1 : Int64(archive.put(stored.archive))
    journals.locked { journals in
      let caps = journals.caps(of: input, isStream: false)
      caps.ledger.add(stored.entries, install: stored.install, order: order, archive: place)
    }
  }

  /// Judges the sessions of a journal again whose daily caps depend on other sessions of their
  /// install; returns their new reports by the lines with which they begin.
  ///
  /// Of a file so many bytes are read again. `onFailure` is told where that cannot be done.
  func judgeAgain(
    _ input: Int, _ path: String, bytes: Int?, _ reader: JournalReader,
    onFailure: (InputError) throws -> Void
  ) throws -> [Int: UInt64] {
    guard let caps = journals.locked({ $0.remove(input) }) else { return [:] }
    var again = caps.ledger.again(jobs: reader.jobs)
    var reports: [Int: UInt64] = [:]
    let bench = AuditBench(self)
    for (order, session) in again {
      let isArchived = session.archive >= 0
      let kept = isArchived ? takeArchived(session.archive) : caps.kept[order]
      if let kept { reports[order] = bench.judge(kept, others: session.shows) }
      if kept != nil || isArchived { again[order] = nil }
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

  /// A session that waited; nil where the disk lost it.
  private func takeArchived(_ place: Int64) -> SessionReading? {
    let bytes = archive.take(UInt64(place))
    return bytes.isEmpty ? nil : SessionArchive.reading(of: bytes)
  }

  /// The place of no report.
  private static let none = QueueDelivery.greatestToken

  private func readAgain(
    _ path: String, _ again: [Int: CapLedger.Again], _ reader: JournalReader,
    _ reports: inout [Int: UInt64]
  ) throws -> InputError? {
    var reader = reader
    reader.snapshots = nil
    let hashes = Set(again.values.map(\.session))
    // A session whose name nobody knows can be any.
    if !hashes.contains(0) { reader.only = SessionFilter(hashes: hashes) }
    let judge = JournalReader.Judge(
      begin: {
        let bench = AuditBench(self)
        return { reading, _ in
          again[reading.ordinal].map { bench.judge(reading, others: $0.shows) } ?? Self.none
        }
      },
      forget: { if $0 != Self.none { self.forget($0) } })
    var failure: InputError?
    try reader.read([path], judge: judge) { delivery in
      switch delivery {
      case .sessions(let sessions):
        for session in sessions where session.token != Self.none {
          reports[session.order] = session.token
        }
      case .failure(let error): failure = error
      case .begin, .journal: break
      }
    }
    return failure
  }
}
