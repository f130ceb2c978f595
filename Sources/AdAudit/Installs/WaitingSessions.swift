internal import AdReplay
internal import AdRules
internal import AdSession
internal import Platform

/// The sessions of installs, and those of them that wait until the shows of their install are
/// counted.
///
/// They wait in temporary files; each waiting session takes 16 bytes of memory.
final class WaitingSessions: Sendable {
  private struct Files: ~Copyable {
    var ledger = InstallLedger()
    var archive = TemporaryFile(limit: 1 << 19)
    /// The number of sessions in the archive.
    var archived = 0
  }

  private let files = Lock<Files>(Files())
  /// The reports of the sessions that waited, by number.
  private let reports = Lock<[PendingReport?]>([])
  private let loss: DiskLoss
  private let rules: [Rule]

  init(_ loss: DiskLoss, rules: [Rule] = []) {
    self.loss = loss
    self.rules = rules
  }

  /// Adds notes of sessions, as records of the ``InstallLedger``.
  func note(_ records: [UInt8]) { files.locked { $0.ledger.add(records) } }

  /// Archives a session until ``judge(jobs:by:)``.
  func add(_ reading: borrowing SessionReading) -> InstallNote.Archived {
    let bytes = SessionArchive.bytes(of: reading)
    let hash = SymbolTable.hash(bytes)
    return files.locked { files in
      defer { files.archived += 1 }
      return InstallNote.Archived(
        number: files.archived, offset: files.archive.append(bytes), count: bytes.count, hash: hash)
    }
  }

  /// Judges all sessions that wait, on several threads, each with the shows before it.
  ///
  /// `makeJudge` makes the judge of one thread.
  func judge(
    jobs: Int, by makeJudge: @escaping @Sendable () -> (SessionReading, OtherShows) -> PendingReport
  ) {
    files.locked { files in
      let (count, archive) = (files.archived, files.archive.snapshot)
      reports.locked { $0 = Array(repeating: nil, count: count) }
      files.ledger.forEachPart(jobs: jobs, loss: loss) { [self] part in
        let judge = makeJudge()
        var archive = ArchivedSessions(archive)
        part.forEachInstall { self.judge($0, &archive, judge) }
      }
    }
  }

  /// The report of a session that waited; nil where the disk lost it.
  func report(_ number: Int) -> PendingReport? { reports.locked { $0[number] } }

  private func judge(
    _ notes: [InstallNote], _ archive: inout ArchivedSessions,
    _ judge: (SessionReading, OtherShows) -> PendingReport
  ) {
    guard notes.contains(where: { $0.archived != nil }) else { return }
    let sessions = InstallSessions(notes.map { $0.session }, rules: rules)
    for (index, note) in notes.enumerated() {
      guard let archived = note.archived else { continue }
      guard let reading = archive.reading(archived) else {
        loss.note()
        continue
      }
      let report = judge(reading, sessions.earlierShows(of: index))
      reports.locked { $0[archived.number] = report }
    }
  }
}

/// Reads archived sessions on one thread, one after the other.
private struct ArchivedSessions: ~Copyable {
  private var archive: TemporaryFileSnapshot.Reader
  /// The trace of the last session, whose memory the next one uses again.
  private var trace = Trace()

  init(_ archive: TemporaryFileSnapshot) { self.archive = TemporaryFileSnapshot.Reader(archive) }

  /// The session; nil where the disk lost or changed its bytes.
  mutating func reading(_ archived: InstallNote.Archived) -> SessionReading? {
    if isKnownUniquelyReferenced(&trace) { trace.clear() } else { trace = Trace() }
    var bytes: [UInt8] = []
    guard archive.read(archived.offset, archived.count, to: &bytes),
      SymbolTable.hash(bytes) == archived.hash
    else { return nil }
    return SessionArchive.reading(of: bytes, trace: trace)
  }
}
