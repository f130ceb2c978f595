import AdReport
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
    ],
    examples: [
      (
        "adjournal audit --format jsonl Journals/sessions | adjournal merge -",
        "the summary of the sessions"
      ),
      ("adjournal merge monday.jsonl tuesday.jsonl", "adds the audits of two halves of a fleet"),
    ]
  ) { arguments, terminal in
    var sum = MergedAudit()
    for path in arguments.operands { try sum.add(bytes: try RawFile.bytes(path: path), path: path) }
    if arguments.value("--format") == "json" {
      terminal.write(sum.json)
    } else {
      terminal.write(sum.text(terminal.paint))
    }
    return sum.exitCode
  }
}

/// Session lines of several audits, added up.
struct MergedAudit {
  private var tally = Tally()
  private var paths: Set<String> = []
  private var damagedPaths: Set<String> = []
  private var byRule = [(sessions: Int, violations: Int)](
    repeating: (0, 0), count: RuleBook.all.count)

  /// Adds every line of a file; throws a sentence that names the line that is no session.
  mutating func add(bytes: [UInt8], path: String) throws {
    var number = 0
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      number += 1
      if line.isEmpty { continue }
      guard let session = SessionLine(Array(line)) else {
        throw RawFile.Failure(
          description: "\(path): line \(number) is no session of 'audit --format jsonl'")
      }
      add(session)
    }
  }

  private mutating func add(_ session: SessionLine) {
    tally.sessions += 1
    tally.records += session.records
    tally.damage += session.damage
    if session.damage > 0 { damagedPaths.insert(session.path) }
    paths.insert(session.path)
    for (id, rule) in session.rules {
      tally.add(verdict: rule.verdict, 1)
      guard let place = RuleBook.all.firstIndex(where: { $0.id == id }) else { continue }
      tally.add(severity: RuleBook.all[place].severity, rule.violations)
      if rule.violations > 0 { byRule[place].sessions += 1 }
      byRule[place].violations += rule.violations
    }
  }

  private var whole: Tally {
    var whole = tally
    whole.journals = paths.count
    whole.damaged = damagedPaths.count
    return whole
  }

  /// The summary object of the contract.
  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("schema")
    writer.string(AuditJSON.schema)
    writer.key("summary")
    AuditJSON.write(whole, to: &writer)
    writer.key("rules")
    writer.beginObject()
    for (rule, counts) in zip(RuleBook.all, byRule) where counts.violations > 0 {
      writer.key(rule.id)
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
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The rules that were violated, most sessions first, and the summary.
  func text(_ paint: Paint) -> String {
    var lines = ""
    let violated = zip(RuleBook.all, byRule).filter { $0.1.violations > 0 }
      .sorted { $0.1.sessions > $1.1.sessions }
    let width = violated.map { $0.0.id.count }.max() ?? 0
    for (rule, counts) in violated {
      lines +=
        "\(Help.padded(rule.severity.rawValue, 8))\(Help.padded(rule.id, width))  "
        + "\(AuditText.count(counts.violations, "violation")) in "
        + "\(AuditText.count(counts.sessions, "session"))\n"
    }
    return lines + (lines.isEmpty ? "" : "\n") + AuditText(paint: paint).summary(whole)
  }

  /// As an audit of the same journals would exit.
  var exitCode: ExitCode {
    var codes: [ExitCode] = []
    if whole.isViolated(atLeast: .error) { codes.append(.violated) }
    if whole.damage > 0 { codes.append(.damaged) }
    return ExitCode.worst(codes)
  }
}

/// One line of `audit --format jsonl`.
struct SessionLine {
  var path = ""
  var records = 0
  var damage = 0
  var rules: [(id: String, rule: (verdict: Verdict, violations: Int))] = []

  /// Reads a line; nil where it is something else.
  init?(_ line: [UInt8]) {
    var scanner = LineScanner()
    if scanner.scan(bytes: line) != nil { return nil }
    var isSession = false
    line.withUnsafeBytes { bytes in
      JSONValue(bytes, type: .object).forEachMember { member in
        switch member.name {
        case "path": path = member.value.string ?? ""
        case "session": isSession = true
        case "records": records = Int(member.value.integer ?? 0)
        case "damage": member.value.forEachElement { _ in damage += 1 }
        case "rules": member.value.forEachMember { add(rule: $0.name, $0.value) }
        default: break
        }
      }
    }
    if !isSession { return nil }
  }

  private mutating func add(rule id: String, _ value: JSONValue) {
    var verdict: Verdict?
    var violations = 0
    value.forEachMember { member in
      if member.name == "verdict" { verdict = member.value.string.flatMap(Verdict.init(rawValue:)) }
      if member.name == "violations" { member.value.forEachElement { _ in violations += 1 } }
    }
    if let verdict { rules.append((id, (verdict, violations))) }
  }
}
