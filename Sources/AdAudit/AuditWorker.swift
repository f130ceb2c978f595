internal import AdReplay
internal import AdRules
internal import AdSession

/// The evaluator of one thread: its own judge, and notes for daily caps that are not delivered yet.
final class AuditWorker {
  private let work: AuditWork
  @exclusivity(unchecked) private var judge: Judge?
  /// The ``CapRecord``s since the last delivery, for which threads wait for each other.
  @exclusivity(unchecked) private var notes: [UInt8] = []

  private static var manyNotes: Int { 1 << 14 }

  init(_ work: AuditWork) { self.work = work }

  deinit {
    if !notes.isEmpty { work.note(notes) }
    if let judge { work.judges.give(judge) }
  }

  /// Judges a session of an input, notes what daily caps need, and returns its report.
  func judge(_ reading: consuming SessionReading, input: Int) -> PendingReport {
    let judge = ownJudge()
    let results = judge.judge(reading.trace, otherShows: .assumedNone)
    if judge.assumedNoEarlierShows { return ask(reading, results, judge, input) }
    if let note = CapNote(reading, judge.session, asks: false) { add(note, reading) }
    return work.report(reading, results)
  }

  /// Judges a session again, with what is known of earlier shows.
  func judge(_ reading: consuming SessionReading, others: OtherShows) -> PendingReport {
    let results = ownJudge().judge(reading.trace, otherShows: others)
    return work.report(reading, results)
  }

  /// Reports a session for both cases, no earlier shows and unknown ones, if they differ.
  private func ask(
    _ reading: consuming SessionReading, _ results: RuleResults, _ judge: Judge, _ input: Int
  ) -> PendingReport {
    guard var note = CapNote(reading, judge.session, asks: true) else {
      return work.report(reading, judge.ifEarlierShowsAreUnknown(results))
    }
    let withoutEarlier = work.report(copy reading, results)
    let withUnknown =
      judge.dependsOnEarlierShows
      ? work.report(copy reading, judge.ifEarlierShowsAreUnknown(results)) : withoutEarlier
    let question = work.ask(
      Questions.Reports(withoutEarlier: withoutEarlier, withUnknown: withUnknown))
    note.question = question
    note.input = input
    if reading.isJoined || !reading.canReadAgain {
      note.archive = work.keep(reading, question: question)
    }
    add(note, reading)
    return .asking(question)
  }

  private func add(_ note: CapNote, _ reading: borrowing SessionReading) {
    guard let install = reading.trace.header?.install else { return }
    notes += CapRecord.bytes(of: note, install: install)
    guard notes.count > Self.manyNotes else { return }
    work.note(notes)
    notes.removeAll(keepingCapacity: true)
  }

  private func ownJudge() -> Judge {
    if let judge { return judge }
    let new = work.judges.take()
    judge = new
    return new
  }
}
