import AdJournal
import AdReport

/// Every session of some journals, in memory: for the commands that show one.
struct JournalContents {
  private(set) var sessions: [SessionReading] = []
  private var findings = 0
  private let path: String

  /// What the files came to: damaged or fine.
  var code: ExitCode { findings > 0 ? .damaged : .fine }

  /// Reads a journal or a folder; throws the first failure.
  init(_ path: String) throws {
    self.path = path
    try JournalReader(jobs: 1).read([path], judge: { $0 }) { delivery in
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
  func complain() {
    if findings > 0 {
      Terminal.complain(
        "\(path): \(AuditText.count(findings, "damaged place")); "
          + "'adjournal check \(path)' shows the bytes")
    }
  }

  /// The session of this id; the first of all where none is asked for.
  func session(_ id: String?) throws -> SessionReading {
    let found = id.map { id in sessions.first { $0.id == id } } ?? sessions.first
    guard let found else {
      throw UsageError(
        id.map { "\(path) has no session '\($0)'" } ?? "\(path) has no session: it is empty",
        near: id ?? "", known: sessions.map(\.id))
    }
    if sessions.count > 1 && id == nil {
      Terminal.complain(
        "\(path) has \(sessions.count) sessions; this is \(found.id), the first"
          + " (--session ID takes another)")
    }
    return found
  }
}
