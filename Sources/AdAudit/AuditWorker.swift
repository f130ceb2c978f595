internal import AdReplay
internal import AdRules
internal import AdSession

/// The evaluator of one thread: its own judge and the caps of its last journal.
///
/// A thread waits for others only to record what a session contributes to daily caps.
final class AuditWorker {
  private let work: AuditWork
  @exclusivity(unchecked) private var judge: Judge?
  @exclusivity(unchecked) private var last: (input: Int, caps: JournalCaps)?
  /// The cap entries of the last session; the memory is reused.
  @exclusivity(unchecked) private var entries: [CapEntry] = []

  init(_ work: AuditWork) { self.work = work }

  deinit { if let judge { work.judges.give(judge) } }

  /// Judges a session of an input, records what its daily caps need, and returns its report.
  func judge(_ reading: consuming SessionReading, input: Int) -> PendingReport {
    let judge = ownJudge()
    let results = judge.judge(reading.trace)
    noteCaps(reading, judge.session, input)
    return work.report(reading, results)
  }

  /// Judges a session again, with the shows of the others.
  func judge(_ reading: consuming SessionReading, others: OtherShows) -> PendingReport {
    let results = ownJudge().judge(reading.trace, otherShows: others)
    return work.report(reading, results)
  }

  private func ownJudge() -> Judge {
    if let judge { return judge }
    let new = work.judges.take()
    judge = new
    return new
  }

  private func noteCaps(
    _ reading: borrowing SessionReading, _ state: borrowing Session, _ input: Int
  ) {
    guard let install = reading.trace.header?.install, !install.isEmpty else { return }
    CapEntry.find(in: reading.trace, state, &entries)
    if entries.isEmpty { return }
    work.note(entries, install, of: reading, caps(of: input, reading))
  }

  private func caps(of input: Int, _ reading: borrowing SessionReading) -> JournalCaps {
    if let last, last.input == input { return last.caps }
    let caps = work.caps(of: input, reading)
    last = (input, caps)
    return caps
  }
}
