import AdAudit
import AdFleet
import AdReports
import AdRules
import JSONLines

extension CommandEntry {
  static let merge = CommandEntry(
    name: "merge", summary: "Merge outputs of 'audit --format jsonl' into one summary.",
    operands: "FILE…", fewest: 1,
    options: [
      .textOrJSON, .baseline,
    ] + OptionEntry.ofSelection.filter { $0.name != "--policy" } + OptionEntry.ofExitPolicy,
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
      one audit of everything, and so does the exit status with the same options. The order of the
      lines, and how they are divided into files, do not matter. Lines of 'audit --only' have the same
      counts. The outputs of 'merge --format json' can be merged again. Inputs may be compressed
      (.gz). Journals without sessions, and damage outside sessions, are not counted.

      With --baseline, the options that select rules must be those of the audit; otherwise they have
      no effect. A summary does not name problems, so that it cannot be merged with --baseline.
      """
  ) { arguments, terminal in
    var sum = try MergedAudit(arguments)
    for path in try FileList.once(arguments.operands) {
      try sum.add(path: path)
    }
    sum.printRepeatedSessions()
    let exits = ExitPolicy(arguments)
    if arguments.value("--format") == "json" {
      terminal.write(json: sum.json)
    } else {
      terminal.write(sum.text(terminal.style) + exits.note(sum.tally))
    }
    terminal.flush()
    return exits.code(try sum.baseline?.end(sum.tally) ?? sum.tally)
  }
}

/// The totals of the session lines of several audits, and of earlier totals.
struct MergedAudit {
  private(set) var tally = Tally()
  /// The accepted problems; nil without a baseline.
  private(set) var baseline: AuditBaseline?
  private var byRule: [String: ViolatedRule] = [:]
  private var input: FleetInput

  /// Makes totals of nothing.
  init(_ arguments: Arguments) throws {
    let rules = try Selection.rules(arguments)
    input = FleetInput(rules: rules)
    baseline = try AuditBaseline(arguments, rules: rules)
  }

  /// Adds every line of a file.
  ///
  /// - Throws: An error with the number of the first line that is not a session.
  mutating func add(path: String) throws {
    var number = 0
    Progress.begin(reading: [path])
    try RawFile.forEachLine(path: path) { line in
      number += 1
      if line.isEmpty { return }
      do {
        try add(line)
      } catch let error as FleetInput.Failure {
        throw RawFile.Failure(description: "\(path):\(number): \(error.description)")
      }
    }
  }

  private mutating func add(_ line: [UInt8]) throws(FleetInput.Failure) {
    if let session = try input.counts(line) {
      if baseline != nil { try input.checkProblems(of: session) }
      baseline?.add(session)
      tally.add(session.tally)
      for (rule, found) in session.violationsByRule {
        add(rule, ViolatedRule(sessions: 1, violations: found.count, severity: found.severity))
      }
    } else if let earlier = MergedLine(line) {
      if baseline != nil {
        throw FleetInput.Failure(
          description: "a summary does not name problems; to use a baseline, merge the output of "
            + "'adjournal audit --format jsonl'")
      }
      try input.check(
        sumOf: earlier.tally.sessions, tool: earlier.tool, numbers: earlier.sum)
      tally.add(earlier.tally)
      for (rule, violated) in earlier.rules { add(rule, violated) }
    } else {
      throw FleetInput.Failure(
        description: "not a session; expected the output of 'adjournal audit --format jsonl' or "
          + "'adjournal merge --format json'")
    }
  }

  private mutating func add(_ rule: String, _ violated: ViolatedRule) {
    byRule[rule, default: ViolatedRule()].add(violated)
  }

  /// Prints that sessions of lines count more than once, if any do.
  ///
  /// The summary does not have their number: a sum of sums could not know those of different parts.
  func printRepeatedSessions() {
    if let sentence = input.repeated.sentence { Terminal.printError(sentence) }
  }

  /// The summary as one JSON object.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("schema")
    writer.string(AuditJSON.schema)
    writer.key("tool")
    if let tool = input.tool { writer.string(tool) } else { writer.null() }
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
      writer.field("severity", counts.severity.rawValue)
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// The violated rules, sorted by the number of sessions, and the summary.
  func text(_ style: TextStyle) -> String {
    let violated = byRule.sorted {
      $0.value.sessions != $1.value.sessions
        ? $0.value.sessions > $1.value.sessions : $0.key < $1.key
    }
    let width = violated.map(\.key.count).max() ?? 0
    let lines = violated.map { id, counts in
      return FittedText.padded(counts.severity.rawValue, 9)
        + FittedText.padded(TerminalEscaping.text(id), width) + "  "
        + AuditText.count(counts.violations, "violation") + " in "
        + AuditText.count(counts.sessions, "session") + "\n"
    }
    return lines.joined() + (lines.isEmpty ? "" : "\n") + AuditText(style: style).summary(tally)
  }
}
