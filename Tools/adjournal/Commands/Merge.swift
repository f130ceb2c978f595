import AdAudit
import AdReports
import AdRules
import JSONLines

extension CommandEntry {
  static let merge = CommandEntry(
    name: "merge", says: "Adds up outputs of 'audit --format jsonl' to one summary.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--format", value: .one("FORMAT"), says: "text or json (default: text).",
        choices: ["text", "json"])
    ] + OptionEntry.ofExitPolicy,
    examples: [
      Example(
        "adjournal audit --format jsonl Journals/sessions | adjournal merge -",
        "the summary of the sessions"),
      Example(
        "adjournal merge --format json <(adjournal audit --format jsonl Journals/incidents)",
        "the summary of the incidents as JSON, with the counts of each rule", exits: .violated),
    ],
    details: """
      The counts of two halves of a fleet add up to those of the whole. Exits as the audit of all
      would with these options. An output may be compressed (.gz). Journals without a session, and
      damage that belongs to none, are not in it.
      """
  ) { arguments, terminal in
    var sum = MergedAudit()
    for path in try FileList.once(arguments.operands) {
      try sum.add(path: path)
    }
    if arguments.value("--format") == "json" {
      terminal.write(json: sum.json)
    } else {
      terminal.write(sum.text(terminal.style))
    }
    terminal.flush()
    return ExitPolicy(arguments).code(sum.tally)
  }
}

/// Session lines of several audits, added up.
struct MergedAudit {
  private(set) var tally = Tally()
  private var byRule: [String: (sessions: Int, violations: Int)] = [:]
  private let quiet = QuietLines()

  /// Adds every line of a file; throws a sentence that names the line that is no session.
  mutating func add(path: String) throws {
    var number = 0
    var paths: Set<String> = []
    var damagedPaths: Set<String> = []
    try RawFile.forEachLine(path: path) { line in
      number += 1
      if line.isEmpty { return }
      guard let session = quiet.session(line) ?? SessionLine(line) else {
        throw RawFile.Failure(
          description: "\(path): line \(number) is no session; expected the output of "
            + "'adjournal audit --format jsonl'")
      }
      add(session)
      paths.insert(session.path)
      if session.damage > 0 { damagedPaths.insert(session.path) }
    }
    tally.journals += paths.count
    tally.damaged += damagedPaths.count
  }

  private mutating func add(_ session: SessionLine) {
    tally.sessions += 1
    tally.records += session.records
    tally.damage += session.damage
    for rule in session.rules {
      tally.add(verdict: rule.verdict, 1)
      if rule.severities.isEmpty { continue }
      byRule[rule.id, default: (0, 0)].sessions += 1
      byRule[rule.id, default: (0, 0)].violations += rule.severities.count
      for severity in rule.severities { tally.add(severity: severity, 1) }
    }
  }

  /// The summary object of the contract.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("schema")
    writer.string(AuditJSON.schema)
    writer.key("summary")
    AuditJSON.write(tally, to: &writer)
    writer.key("rules")
    writer.beginObject()
    for (id, counts) in byRule.sorted(by: { $0.key < $1.key }) {
      writer.key(id)
      writer.beginObject()
      writer.key("sessions")
      writer.integer(Int64(counts.sessions))
      writer.key("violations")
      writer.integer(Int64(counts.violations))
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// The rules that were violated, most sessions first, and the summary.
  func text(_ style: ANSIStyle) -> String {
    let violated = byRule.sorted {
      $0.value.sessions != $1.value.sessions
        ? $0.value.sessions > $1.value.sessions : $0.key < $1.key
    }
    let width = violated.map(\.key.count).max() ?? 0
    let lines = violated.map { id, counts in
      let severity = RuleBook.rule(id)?.severity.rawValue ?? "unknown"
      return Help.padded(severity, 9) + Help.padded(TerminalEscaping.text(id), width) + "  "
        + AuditText.count(counts.violations, "violation") + " in "
        + AuditText.count(counts.sessions, "session") + "\n"
    }
    return lines.joined() + (lines.isEmpty ? "" : "\n") + AuditText(style: style).summary(tally)
  }
}
