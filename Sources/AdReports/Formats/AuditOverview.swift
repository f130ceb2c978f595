package import AdAudit
package import AdReplay
internal import AdRules
internal import Platform

/// The text output of an audit.
///
/// Of up to ten sessions, it lists every finding. Of more sessions it lists a few in short form,
/// then has a table of the violated rules. At the end it says what is not listed, and which
/// commands tell more.
package struct AuditOverview: AuditFormat {
  package static let kind = OutputKind.text

  /// The number of sessions up to which every finding is listed.
  package static let mostWhole = 10
  /// The number of sessions that are listed by default if there are more of them: with the table of
  /// rules, they fit two screens of 24 lines.
  package static let usualTop = 3
  /// The number of rules in the table by default.
  private static let mostRules = 10

  private let text: AuditText
  /// The number of sessions that are listed of many; nil lists all, with every finding.
  private let top: Int?
  private let commands: FollowUps
  /// What the exit status depends on, as a line or nothing.
  private let exitNote: @Sendable (Tally) -> String
  private var table: ViolatedRules
  private var sessions = 0
  private var hasFailed = false
  /// Blocks that wait until it is known whether there are many sessions.
  private var held: [Block] = []
  private var listed = 0
  /// The sessions with violations or damage, and the journals with damage outside sessions, that
  /// are not listed.
  private var leftOut = (sessions: 0, journals: 0)
  /// The sessions of many with moments without an ad.
  private var unshown = 0
  private var isMany: Bool { sessions > Self.mostWhole }

  /// What is reported of a session or of a journal.
  private struct Block {
    /// All findings.
    var whole: [UInt8] = []
    /// The short form; empty if there is none, and for a journal.
    var short: [UInt8] = []
    var isSession = true
    var hasUnshown = false
  }

  package init(_ settings: AuditFormatSettings) {
    text = AuditText(settings)
    top = settings.top == 0 ? nil : settings.top ?? Self.usualTop
    commands = FollowUps(settings.inputs)
    exitNote = settings.exitNote
    table = ViolatedRules(rules: settings.rules, accepted: settings.acceptedProblems)
  }

  package var render: @Sendable (AuditedSession) -> [UInt8] {
    { [text, table] audited in
      let whole = text.bytes(audited)
      if whole.isEmpty { return [] }
      var report = ByteWriter()
      report.list(whole)
      report.list(text.short(audited))
      report.byte(UnshownSlots(audited.reading.trace).isWorthALine ? 1 : 0)
      return table.report(report.bytes, of: audited)
    }
  }

  package mutating func session(
    _ report: [UInt8], damage: [Damage], notes: [Note], _ write: Write
  ) {
    sessions += 1
    if sessions == Self.mostWhole + 1, top != nil {
      for block in held { list(block, write) }
      held = []
    }
    if report.isEmpty { return }
    var packed = ByteReader(table.take(report))
    guard let whole = packed.list(), let short = packed.list(), let mark = packed.byte() else {
      return
    }
    add(Block(whole: Array(whole), short: Array(short), hasUnshown: mark == 1), write)
  }

  package mutating func journal(_ summary: JournalSummary, _ write: Write) {
    let findings = text.findings(summary)
    if !findings.isEmpty { add(Block(whole: Array(findings.utf8), isSession: false), write) }
  }

  private mutating func add(_ block: Block, _ write: Write) {
    if top == nil {
      write(block.whole)
    } else if isMany {
      list(block, write)
    } else {
      held.append(block)
    }
  }

  /// Lists a session or a journal of many.
  private mutating func list(_ block: Block, _ write: Write) {
    if block.hasUnshown { unshown += 1 }
    let bytes = block.isSession ? block.short : block.whole
    if bytes.isEmpty { return }
    if listed < top ?? Int.max {
      listed += 1
      write(bytes)
    } else if block.isSession {
      leftOut.sessions += 1
    } else {
      leftOut.journals += 1
    }
  }

  package mutating func failure(_ error: InputError, _ write: Write) { hasFailed = true }

  package mutating func end(_ tally: Tally, _ write: Write) {
    for block in held { write(block.whole) }
    // Zeros would look like a result.
    if hasFailed && tally.journals == 0 && tally.sessions == 0 { return }
    let rows = table.sorted.filter { $0.open.sessions > 0 }
    var lines: [String] = []
    if isMany {
      lines += notListed + tableLines(rows) + unshownLines
      if !lines.isEmpty { lines.append("") }
    }
    lines += rows.first.map { commands.lines($0, sessions: sessions) } ?? []
    let ending = text.summary(tally) + exitNote(tally)
    write(Array((lines.map { $0 + "\n" }.joined() + ending).utf8))
  }

  private var notListed: [String] {
    let counts = [
      leftOut.sessions > 0
        ? "\(AuditText.count(leftOut.sessions, "more session")) with violations or damage" : nil,
      leftOut.journals > 0
        ? "\(AuditText.count(leftOut.journals, "more journal")) with damage outside sessions" : nil,
    ].compactMap { $0 }
    if counts.isEmpty {
      return listed > 0 ? ["In short form; '--top 0' lists every finding.", ""] : []
    }
    return ["\(counts.joined(separator: ", ")); '--top 0' lists every finding.", ""]
  }

  private var unshownLines: [String] {
    if unshown == 0 { return [] }
    let count = AuditText.count(unshown, "session")
    return ["", "\(count) with moments at which a slot showed no ad; 'adjournal stats' says why."]
  }

  /// A line for each violated rule: its counts, and the place of its first violation.
  private func tableLines(_ rows: [ViolatedRules.Row]) -> [String] {
    if rows.isEmpty { return [] }
    let style = text.style
    let heading = "sessions  installs  violations  rule"
    let lines = rows.prefix(top == nil ? Int.max : Self.mostRules).map { row in
      let installs = row.open.installs
      let count = "\(installs.isExact ? "" : "~")\(installs.installs)"
      let numbers = [
        FittedText.aligned(String(row.open.sessions), 8), FittedText.aligned(count, 8),
        FittedText.aligned(String(row.open.violations), 10),
      ]
      let place = row.open.examples.first.map { style.place($0.path, line: $0.line) } ?? ""
      let rule = "\(text.severity(row.open.severity)) \(style.bold(row.rule.id))"
      return "\(numbers.joined(separator: "  "))  \(rule)  \(style.faint(place))"
    }
    let left = rows.count - lines.count
    let more =
      left > 0 ? ["\(AuditText.count(left, "more violated rule")); '--top 0' lists them."] : []
    return [style.bold(heading)] + lines + more
  }
}

/// The commands that tell more about an audit, with their arguments.
package struct FollowUps: Sendable {
  /// What the commands are made from.
  package struct Inputs: Sendable {
    /// The operands of the call, as a shell takes them; nil if they cannot be given again.
    package var operands: String?
    /// The options of the call that select rules and thresholds, as a shell takes them, with a
    /// space before each.
    package var options = ""
    /// Those of them that set what rules demand: rule files, thresholds and the configuration.
    package var settings = ""
    /// Those of them that name rule files.
    package var ruleFiles = ""
    /// Whether a journal can have sessions that are not listed.
    package var hasOtherSessions = false
    /// Makes a shell word of a path.
    package var quoted: @Sendable (String) -> String

    package init(
      operands: String?, options: String, settings: String, ruleFiles: String,
      quoted: @escaping @Sendable (String) -> String
    ) {
      self.operands = operands
      self.options = options
      self.settings = settings
      self.ruleFiles = ruleFiles
      self.quoted = quoted
    }
  }

  private let inputs: Inputs?

  package init(_ inputs: Inputs?) { self.inputs = inputs }

  /// The lines, for the first violation of the worst rule.
  func lines(_ row: ViolatedRules.Row, sessions: Int) -> [String] {
    guard let example = row.open.examples.first, let inputs else { return [] }
    var lines = ["next:"]
    if example.path != "-" {
      let path = inputs.quoted(example.path)
      let isOneOfMany = sessions > 1 || inputs.hasOtherSessions
      let session = isOneOfMany ? " --session \(inputs.quoted(example.session))" : ""
      lines += [
        "  adjournal show\(inputs.options) \(path)\(session) --around \(example.seq)",
        "  adjournal explain\(inputs.settings) \(path)\(session) --seq \(example.seq)",
      ]
    }
    lines.append("  adjournal rules\(inputs.ruleFiles) \(row.rule.id)")
    if sessions > 1, let operands = inputs.operands {
      lines.append("  adjournal triage\(inputs.options) \(operands)")
    }
    return lines + [""]
  }
}
