/// Shortcuts for a journal in memory.
public enum Journal {
  /// The sessions of a journal, in the order in which they begin.
  public static func read(
    bytes: [UInt8], path: String = "journal.jsonl", blockSize: Int = 1 << 20, jobs: Int = 1
  ) -> [SessionReading] {
    readAll(bytes: bytes, path: path, blockSize: blockSize, jobs: jobs).sessions
  }

  /// The sessions of a journal, and the journal as a whole.
  public static func readAll(
    bytes: [UInt8], path: String = "journal.jsonl", blockSize: Int = 1 << 20, jobs: Int = 1,
    isStream: Bool = false
  ) -> (sessions: [SessionReading], summary: JournalSummary) {
    var sessions: [SessionReading] = []
    var summary = JournalSummary(path: path)
    let reader = JournalReader(jobs: jobs, blockSize: blockSize, readsTwice: !isStream)
    let input = Pipeline.Input(path: path) { .source(ByteSource(bytes: bytes, path: path)) }
    let results = ResultStore<SessionReading>()
    let judge = JournalReader.Judge(
      token: { reading, _ in results.put(reading) }, forget: { _ = results.take($0) })
    // Nothing here throws.
    try? reader.run([input], SegmentPlan([path]), judge) { delivery in
      switch delivery {
      case .sessions(let more): sessions += more.compactMap { results.take($0.token) }
      case .journal(let whole): summary = whole
      case .begin, .failure: break
      }
    }
    return (sessions, summary)
  }
}
