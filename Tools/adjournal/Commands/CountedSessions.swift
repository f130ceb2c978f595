import AdAudit
import AdReplay
import Platform

extension OptionEntry {
  static let countedSessions = OptionEntry(
    name: "--session", value: .one("ID"), isRepeatable: true,
    help: "List and count only this session; all are judged, for daily caps. Accepts a "
      + "comma-separated list.")
}

/// The sessions of `--session` in an audit: all are judged, and these are listed and counted.
///
/// The report of each session has its id in front, because an output of an audit does not name its
/// session.
struct CountedSessions {
  /// The ids as they were given.
  private let given: [String]
  private let wanted: Set<String>
  /// The ids of all sessions, in order.
  private var known: [String] = []
  /// Whether the journal of the last session has a wanted one.
  private var isInJournal = false
  private var hasFailed = false

  /// The sessions of a command line; nil if it names none.
  init?(_ arguments: Arguments) {
    if !arguments.has("--session") { return nil }
    given = arguments.list("--session")
    wanted = Set(given)
  }

  /// Renders the wanted sessions as `render` does, with the id in front; of others, only the id.
  func render(
    _ render: @escaping @Sendable (AuditedSession) -> [UInt8]
  ) -> @Sendable (AuditedSession) -> [UInt8] {
    let wanted = wanted
    return { audited in
      var report = ByteWriter()
      report.text(audited.reading.id)
      return wanted.contains(audited.reading.id) ? report.bytes + render(audited) : report.bytes
    }
  }

  /// The output without what concerns other sessions; nil for another session and for a journal
  /// without a wanted one.
  mutating func take(_ output: Auditor.Output) -> Auditor.Output? {
    switch output {
    case .session(let report, let tally, let damage, let notes):
      var reader = ByteReader(report)
      guard let id = reader.text() else { return nil }
      known.append(id)
      if !wanted.contains(id) { return nil }
      isInJournal = true
      return .session(report: Array(reader.rest), tally: tally, damage: damage, notes: notes)
    case .journal(var summary):
      defer { isInJournal = false }
      if !isInJournal { return nil }
      summary.damage.removeAll { isOfOther($0.session) }
      summary.notes.removeAll { isOfOther($0.session) }
      return .journal(summary)
    case .failure:
      hasFailed = true
      return output
    }
  }

  private func isOfOther(_ session: String?) -> Bool {
    session.map { !wanted.contains($0) } ?? false
  }

  /// Throws an error about the first id that no session has, unless a file could not be read.
  func refuseMissing(in paths: [String]) throws {
    if hasFailed { return }
    let found = Set(known)
    for id in given where !found.contains(id) {
      throw ChosenSession.noSession(
        of: id, among: known, paths.count == 1 ? paths[0] : "the input")
    }
  }
}
