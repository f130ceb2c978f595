internal import AdReplay
internal import AdSession

/// The result for a session.
struct JudgedSession<Result> {
  var result: Result
  var records: Int
  var name: NamedSession
  /// Whether its file had changed when lines of it were read again.
  var hasChanged: Bool
}

/// Judges complete sessions on one thread, with memory that it uses again.
final class SessionJudge<Result> {
  private let reader: SessionReader
  private let judge: JournalReader.Judge<Result>
  private var sessions = SessionAssembly(linesAgain: LinesAgain.hashes)
  private var trace = Trace()

  private static var manyRecords: Int { 1 << 14 }

  init(_ reader: SessionReader, _ judge: @escaping JournalReader.Judge<Result>) {
    self.reader = reader
    self.judge = judge
  }

  /// Judges the sessions among some events.
  func results(of events: [InputEvent<CompleteSession>]) -> [InputEvent<JudgedSession<Result>>] {
    var used: [SessionPointer] = []
    defer { reader.give(used) }
    return events.map { event in
      switch event {
      case .began(let place): return .began(place)
      case .complete(let place, let complete):
        defer { used.append(complete.session) }
        return .complete(place, judged(complete))
      case .reportedElsewhere(let place): return .reportedElsewhere(place)
      case .ended(let end): return .ended(end)
      }
    }
  }

  private func judged(_ complete: CompleteSession) -> JudgedSession<Result> {
    let result = result(of: complete)
    complete.session.value.clear()
    // The result may keep the trace; else its memory is used again.
    if isKnownUniquelyReferenced(&trace) { trace.clear() } else { trace = Trace() }
    return result
  }

  private func result(of complete: CompleteSession) -> JudgedSession<Result> {
    let session = complete.session
    if !session.value.canStream { session.value.unpackAll() }
    var reading = sessions.reading(
      of: session, path: complete.path, trace: trace,
      seals: complete.seals?.report ?? session.value.sealReport)
    complete.originalLines?.number(&reading)
    // The trace has all records; those of a long session would take as much memory again.
    if session.value.count > Self.manyRecords { session.value.releaseRecords() }
    let name = NamedSession(
      id: reading.id, hash: session.value.nameHash, byte: session.value.byte)
    return JudgedSession(
      result: judge(reading), records: reading.recordCount, name: name,
      hasChanged: reading.hasChanged)
  }
}
