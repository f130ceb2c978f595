import AdReplay
import AdReports

/// What the files of a command come to, beside the sessions that it shows.
struct JournalContents {
  let path: String
  /// The sessions, in order.
  private(set) var ids: [String] = []
  private(set) var findings = 0

  init(path: String) { self.path = path }

  /// Reads the journal or the folder; throws the first failure.
  ///
  /// - Parameters:
  ///   - keep: What to keep of a session; called on any thread, in any order, and for a session with
  ///     late records twice.
  ///   - take: Called with what is kept, session by session, in order.
  mutating func read<Kept>(
    _ reader: JournalReader, keeping keep: @escaping @Sendable (SessionReading) -> Kept,
    _ take: (Kept) -> Void
  ) throws {
    let judge: @Sendable (inout SessionReading) -> (id: String, damage: Int, kept: Kept) = {
      ($0.id, $0.damage.count, keep($0))
    }
    try reader.read([path], judge: judge) { delivery in
      switch delivery {
      case .session(let session):
        ids.append(session.id)
        findings += session.damage
        take(session.kept)
      case .journal(let summary):
        findings += summary.damage.count
        summary.complainOfVersion()
      case .failure(let error): throw error
      }
    }
  }

  /// Damaged or fine.
  var code: ExitCode { findings > 0 ? .damaged : .fine }

  /// Says what the exit code says.
  func complain() { Self.complain(findings, path) }

  /// Says that there is no session to show.
  func complainOfNoSession() {
    let why = findings == 0 ? "it is empty" : "no line tells to which one it belongs"
    Terminal.complain("\(path) has no session: \(why)")
  }

  static func complain(_ findings: Int, _ path: String) {
    if findings > 0 {
      Terminal.complain(
        "\(path): \(AuditText.count(findings, "damaged place")); "
          + "'adjournal check \(path)' shows the bytes")
    }
  }
}

extension JournalContents {
  /// The session of an id; all sessions without one.
  static func sessions(
    _ id: String?, of path: String, reader: JournalReader = .onAllCores
  ) throws -> (contents: JournalContents, sessions: [SessionReading]) {
    if let id {
      let chosen = try ChosenSession(id, of: path, reader: reader)
      return (chosen.contents, [try chosen.session()])
    }
    var contents = JournalContents(path: path)
    var sessions: [SessionReading] = []
    try contents.read(reader, keeping: { $0 }) { sessions.append($0) }
    return (contents, sessions)
  }
}

extension JournalSummary {
  /// Says once that records are of a version that this program does not know.
  func complainOfVersion() {
    if let versionComplaint { Terminal.complain(versionComplaint) }
  }

  /// That records are of a version that this program does not know; nil where they are not.
  var versionComplaint: String? {
    guard highestVersion > Self.knownVersion else { return nil }
    return "\(path): has records of format version \(highestVersion), and this adjournal knows "
      + "version \(Self.knownVersion); read by the rules of that"
  }
}

extension JournalReader {
  static var onAllCores: JournalReader { JournalReader(jobs: Cores.count) }
}
