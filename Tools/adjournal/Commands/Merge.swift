import AdAudit
import AdReports
import AdRules
import JSONLines

extension CommandEntry {
  static let merge = CommandEntry(
    name: "merge", summary: "Merge outputs of 'audit --format jsonl' into one summary.",
    operands: "FILE…", fewest: 1,
    options: [
      .textOrJSON
    ] + OptionEntry.ofExitPolicy,
    examples: [
      Example(
        "adjournal audit --format jsonl Journals/sessions | adjournal merge -",
        "print the summary of all sessions"),
      Example(
        "adjournal merge --format json <(adjournal audit --format jsonl Journals/incidents)",
        "print the summary as JSON, with the counts of each rule", exits: .violated),
    ],
    details: """
      Audit parts of a fleet on several machines, then merge the outputs: the counts equal those of
      one audit of everything, and so does the exit status with the same options. Inputs may be
      compressed (.gz). Journals without sessions, and damage outside sessions, are not counted.
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

/// The totals of the session lines of several audits.
struct MergedAudit {
  private(set) var tally = Tally()
  private var byRule: [String: (sessions: Int, violations: Int)] = [:]
  private let canonical = CanonicalSessionLines()

  /// Adds every line of a file.
  ///
  /// - Throws: An error with the number of the first line that is not a session.
  mutating func add(path: String) throws {
    var number = 0
    var paths: Set<String> = []
    var damagedPaths: Set<String> = []
    try RawFile.forEachLine(path: path) { line in
      number += 1
      if line.isEmpty { return }
      guard let session = canonical.session(line) ?? SessionLine(line) else {
        throw RawFile.Failure(
          description: "\(path):\(number): not a session; expected the output of "
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
      byRule[rule.id, default: (0, 0)].violations += rule.severities.count + rule.unlisted
      for severity in rule.severities { tally.add(severity: severity, 1) }
      // All violations of a rule have its severity.
      if let severity = rule.severities.last { tally.add(severity: severity, rule.unlisted) }
    }
  }

  /// The summary as one JSON object.
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

  /// The violated rules, sorted by the number of sessions, and the summary.
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
