import AdJournal
import AdReport

/// Every session of some journals, in memory: for the commands that show one.
struct JournalContents {
  private(set) var sessions: [SessionReading] = []
  private(set) var findings = 0
  private let path: String

  /// What the files came to: damaged or fine.
  var code: ExitCode { findings > 0 ? .damaged : .fine }

  /// Reads a journal or a folder; throws the first failure.
  init(_ path: String, reader: JournalReader = JournalReader(jobs: 1)) throws {
    self.path = path
    try reader.read([path], judge: { $0 }) { delivery in
      switch delivery {
      case .session(let reading):
        sessions.append(reading)
        findings += reading.damage.count
      case .journal(let summary): findings += summary.damage.count
      case .failure(let error): throw error
      }
    }
  }

  /// Says what the exit code says.
  func complain() { Self.complain(findings, path) }

  static func complain(_ findings: Int, _ path: String) {
    if findings > 0 {
      Terminal.complain(
        "\(path): \(AuditText.count(findings, "damaged place")); "
          + "'adjournal check \(path)' shows the bytes")
    }
  }

  /// The session of this id; the first of all where none is asked for.
  func session(_ id: String?) throws -> SessionReading {
    sessions[try Self.choice(of: id, among: sessions.map(\.id), path)]
  }

  /// The place of an id among those of a file; the first where none is asked for.
  static func choice(of id: String?, among ids: [String], _ path: String) throws -> Int {
    guard let found = id.map({ ids.firstIndex(of: $0) }) ?? ids.indices.first else {
      throw UsageError(
        id.map { "\(path) has no session '\($0)'" } ?? "\(path) has no session: it is empty",
        near: id ?? "", known: ids)
    }
    if ids.count > 1 && id == nil {
      Terminal.complain(
        "\(path) has \(ids.count) sessions; this is \(ids[found]), the first"
          + " (--session ID takes another)")
    }
    return found
  }
}
