import AdReplay
import JournalInput
import AdReports

/// The session ids and the damage of the journals that a command reads.
struct JournalContents {
  let path: String
  /// The ids of the sessions, in order.
  private(set) var ids: [String] = []
  private(set) var findings = 0

  init(path: String) { self.path = path }

  /// Reads the journal or the folder.
  ///
  /// - Parameters:
  ///   - keep: Maps a session to the value to keep. Called on any thread, in any order.
  ///   - take: Called with each value, in the order of the sessions.
  /// - Throws: The first file that cannot be read.
  mutating func read<Kept>(
    _ reader: JournalReader, keeping keep: @escaping @Sendable (SessionReading) -> Kept,
    _ take: (Kept) -> Void
  ) throws {
    Progress.begin(reading: [path])
    let deliveries = reader.read([path]) {
      (id: $0.id, damage: $0.damage.total(), kept: keep($0))
    }
    for delivery in deliveries {
      switch delivery {
      case .session(let session):
        ids.append(session.id)
        findings += session.damage
        take(session.kept)
      case .journal(let summary):
        findings += summary.damage.total()
        summary.printVersionWarning()
      case .failure(let error): throw error
      }
    }
  }

  /// The exit code: damaged if there is damage, otherwise fine.
  var code: ExitCode { findings > 0 ? .damaged : .fine }

  /// Prints the number of damaged locations, if there are any.
  func printDamage() { Self.printDamage(findings, path) }

  /// Prints that there is no session to show.
  func printNoSession() {
    let reason = findings == 0 ? "the file is empty" : "no line names a session"
    Terminal.printError("no session in \(path): \(reason)")
  }

  private static func printDamage(_ findings: Int, _ path: String) {
    if findings > 0 {
      Terminal.printError(
        "\(path): \(AuditText.count(findings, "damaged location")); "
          + "run 'adjournal check \(path)' for details")
    }
  }
}

extension JournalContents {
  /// The session with an id, or all sessions.
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
  /// Prints a warning if records have a newer format version than this program.
  func printVersionWarning() {
    if let versionWarning { Terminal.printError(versionWarning) }
  }

  /// The warning about a newer format version; nil if there is none.
  var versionWarning: String? {
    guard highestVersion > Self.knownVersion else { return nil }
    return "\(path): format version \(highestVersion) is newer than this adjournal; "
      + "reading it as version \(Self.knownVersion)"
  }
}

extension JournalReader {
  static var onAllCores: JournalReader { JournalReader(jobs: Cores.count) }
}
