internal import AdReplay
internal import AdRules
internal import AdSession

/// Judges the sessions of one thread, and collects its notes for ``WaitingSessions``.
final class AuditWorker {
  private let work: AuditWork
  private var judge: Judge?
  /// Counts what rules of files limit for each day; nil without such rules.
  private let counters: DayCounters?
  /// Records for the ``InstallLedger``.
  ///
  /// They are handed over many at once, because threads wait for each other there.
  private var notes: [UInt8] = []

  private static var manyNotes: Int { 1 << 14 }

  init(_ work: AuditWork) {
    self.work = work
    counters = DayCounters(work.judges.rules, overrides: work.judges.policy)
  }

  deinit {
    if !notes.isEmpty { work.waiting.note(notes) }
    if let judge { work.judges.give(judge) }
  }

  /// Judges a session and returns its report, or lets it wait for the other ones of its install.
  func judge(_ reading: consuming SessionReading) -> PendingReport {
    if let archived = note(reading) { return .waiting(archived.number) }
    return judge(reading, .unknown)
  }

  /// Judges a session whose earlier shows are counted.
  func judge(_ reading: consuming SessionReading, _ earlierShows: OtherShows) -> PendingReport {
    let results = ownJudge().judge(reading.trace, otherShows: earlierShows)
    return work.report(reading, results, earlierShows)
  }

  /// Notes the shows of a session of an install; archives it if earlier ones can change a verdict.
  private func note(_ reading: borrowing SessionReading) -> InstallNote.Archived? {
    guard let install = reading.trace.header?.install, !install.isEmpty,
      let session = InstallSession(reading.trace, counters)
    else { return nil }
    let counts = counters != nil && reading.trace.header?.launchCount != 1
    let waits = counts || reading.trace.dependsOnEarlierShows(work.judges.policy)
    let archived = waits ? work.waiting.add(reading) : nil
    notes += InstallLedger.record(
      InstallNote(session: session, archived: archived), install: install)
    if notes.count > Self.manyNotes {
      work.waiting.note(notes)
      notes.removeAll(keepingCapacity: true)
    }
    return archived
  }

  private func ownJudge() -> Judge {
    if let judge { return judge }
    let new = work.judges.take()
    judge = new
    return new
  }
}
