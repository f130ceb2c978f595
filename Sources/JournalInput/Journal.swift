public import AdReplay

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
    bytes: [UInt8], path: String = "journal.jsonl", blockSize: Int = 1 << 20, jobs: Int = 1
  ) -> (sessions: [SessionReading], summary: JournalSummary) {
    var sessions: [SessionReading] = []
    var summary = JournalSummary(path: path)
    let reader = JournalReader(jobs: jobs, blockSize: blockSize)
    let deliveries = JournalDeliveries(reader: reader, judge: { $0 }) {
      JournalInputs(list: InputList([path], areRegular: false)) { _ in
        .source(ByteSource(bytes: bytes, path: path))
      }
    }
    for delivery in deliveries {
      switch delivery {
      case .session(let session): sessions.append(session)
      case .journal(let whole): summary = whole
      case .failure: break
      }
    }
    return (sessions, summary)
  }
}
