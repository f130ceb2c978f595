internal import AdReplay
internal import AdRules
internal import AdSession

/// Answers the questions of sessions when all inputs of a call were read, and judges those again
/// for which the shows of earlier sessions matter.
struct SecondJudgement {
  private let work: AuditWork
  /// Whether the earlier shows of a question are known and do not matter.
  private var areKnown: [Bool]
  /// The new reports of the sessions that were judged again, by question.
  private var revised: [Int: PendingReport] = [:]
  /// The errors of inputs that could not be read again.
  private(set) var failures: [Int: InputError] = [:]

  /// Judges again; `outputs` has the paths and sizes of the inputs.
  init(_ work: AuditWork, _ reader: JournalReader, _ outputs: inout HeldOutputs) throws {
    self.work = work
    areKnown = Array(repeating: false, count: work.questionCount)
    let answers = work.answers(jobs: reader.jobs)
    for question in answers.noneThatMatters { areKnown[question] = true }
    let worker = AuditWorker(work)
    var left: [CapLedger.Again] = []
    for again in answers.again {
      if let reading = work.takeKept(again.note), let question = again.note.question {
        revised[question] = worker.judge(reading, others: again.shows)
      } else if again.note.archive == nil {
        left.append(again)
      }
    }
    if !left.isEmpty { try readAgain(left, reader, &outputs) }
  }

  /// The report of a session whose turn it is; the other ones are discarded.
  mutating func report(_ pending: PendingReport) -> PendingReport? {
    guard case .asking(let question) = pending else { return pending }
    guard let both = work.reports(question) else { return nil }
    if let report = revised.removeValue(forKey: question) {
      work.discard(both)
      return report
    }
    let (report, other) =
      areKnown[question]
      ? (both.withoutEarlier, both.withUnknown) : (both.withUnknown, both.withoutEarlier)
    if other != report { work.discard(other) }
    return report
  }

  private struct Location: Hashable {
    var path: String
    var order: Int
  }

  private mutating func readAgain(
    _ again: [CapLedger.Again], _ reader: JournalReader, _ outputs: inout HeldOutputs
  ) throws {
    var reader = reader
    let inputs = Set(again.map(\.note.input))
    var paths: [Int: String] = [:]
    try outputs.forEach { output in
      guard case .journal(let summary, let input) = output, inputs.contains(input) else { return }
      paths[input] = summary.path
      reader.limits[summary.path] = summary.bytes
    }
    let numbers = paths.keys.sorted()
    let hashes = Set(again.map(\.note.session))
    // A session without a known name can be any of them.
    if !hashes.contains(0) { reader.only = SessionFilter(hashes: hashes) }
    var sessions: [Location: CapLedger.Again] = [:]
    for again in again {
      guard let path = paths[again.note.input] else { continue }
      sessions[Location(path: path, order: again.note.order)] = again
    }
    try judge(sessions, numbers.compactMap { paths[$0] }, numbers, reader)
    for again in again {
      guard let question = again.note.question, revised[question] == nil else { continue }
      let input = again.note.input
      if failures[input] == nil { failures[input] = paths[input].map { .changed($0) } }
    }
  }

  private mutating func judge(
    _ sessions: [Location: CapLedger.Again], _ paths: [String], _ numbers: [Int],
    _ reader: JournalReader
  ) throws {
    var input = 0
    try reader.evaluate(
      paths,
      makeEvaluator: { [work] in
        let worker = AuditWorker(work)
        return { reading, input in
          guard let again = sessions[Location(path: paths[input], order: reading.ordinal)],
            let question = again.note.question
          else { return nil }
          return Revised(question: question, report: worker.judge(reading, others: again.shows))
        }
      }
    ) { (delivery: QueueDelivery<Revised?>) in
      switch delivery {
      case .begin(let begun, _, _): input = begun
      case .sessions(let found):
        for case let session? in found.map(\.result) { revised[session.question] = session.report }
      case .superseded(let earlier):
        for case let session? in earlier { work.discard(session.report) }
      case .failure(let error):
        let number = paths.firstIndex(of: error.path) ?? input
        failures[numbers[number]] = error
      case .journal: break
      }
    }
  }

  private struct Revised: Sendable {
    var question: Int
    var report: PendingReport
  }
}
