import AdAudit
import AdReplay
import AdReports
import AdRules
import JSONLines

/// Writes the outputs of an audit in one of its formats.
struct AuditOutput {
  let format: AuditCommand.Format
  let text: AuditText
  let rules: [Rule]
  let isQuiet: Bool
  /// Makes the text of what was kept of a session.
  private let unpack: ([UInt8]) -> [UInt8]
  private let spool: Spool
  private var sessions: [UInt64] = []
  /// What could not be read, for a format that says so at its end.
  private var errors: [InputError] = []
  private var damage: [Damage] = []
  private var notes: [Note] = []
  /// Whether something stands before, in a list that commas separate.
  private var needsComma = false

  init(
    format: AuditCommand.Format, text: AuditText, rules: [Rule], isQuiet: Bool, loss: DiskLoss,
    unpack: @escaping ([UInt8]) -> [UInt8]
  ) {
    self.format = format
    self.text = text
    self.rules = rules
    self.isQuiet = isQuiet
    self.unpack = unpack
    spool = Spool(loss: loss)
  }

  mutating func begin(_ terminal: inout Terminal) {
    if isQuiet { return }
    switch format {
    case .json: terminal.write("{\"schema\":\"\(AuditJSON.schema)\",\"journals\":[")
    case .sarif:
      terminal.write(AuditSARIF.beginning(version: CommandTable.version, rules: rules))
    case .junit: terminal.write(AuditJUnit.beginning)
    case .text, .jsonl, .github: break
    }
  }

  mutating func write(_ output: Auditor.Output, _ terminal: inout Terminal) {
    if isQuiet { return }
    switch output {
    case .session(let report, _, let damage, let notes):
      if format != .json { return write(report, &terminal) }
      sessions.append(spool.put(report))
      self.damage += damage
      self.notes += notes
    case .journal(let summary): write(summary, &terminal)
    case .failure(let error):
      write(error, &terminal)
    }
  }

  private mutating func write(_ error: InputError, _ terminal: inout Terminal) {
    switch format {
    case .sarif: errors.append(error)
    case .junit: terminal.write(AuditJUnit.text(error))
    case .github: terminal.write(AuditGitHub.text(error))
    case .text, .json, .jsonl: break
    }
  }

  private mutating func write(_ summary: JournalSummary, _ terminal: inout Terminal) {
    switch format {
    case .json: writeJSON(summary, &terminal)
    case .text: if !summary.damage.isEmpty { terminal.write(text.block(summary)) }
    case .sarif:
      var writer = JSONWriter()
      AuditSARIF.write(summary, to: &writer)
      write(writer.bytes, &terminal)
    case .junit: terminal.write(AuditJUnit(least: .error).text(summary))
    case .github: terminal.write(AuditGitHub.text(summary))
    case .jsonl: break
    }
  }

  private mutating func write(_ report: [UInt8], _ terminal: inout Terminal) {
    switch format {
    case .text, .junit, .github: terminal.write(report)
    case .json, .jsonl: terminal.write(json: unpack(report))
    case .sarif:
      if report.isEmpty { return }
      if needsComma { terminal.write(",") }
      terminal.write(json: report)
      needsComma = true
    }
  }

  private mutating func writeJSON(_ summary: JournalSummary, _ terminal: inout Terminal) {
    terminal.write(needsComma ? "," : "")
    terminal.write(json: beginning(of: summary))
    terminal.write(",\"sessions\":[")
    var separator = ""
    for place in sessions {
      let session = unpack(spool.take(place))
      if session.isEmpty { continue }
      terminal.write(separator)
      terminal.write(json: session)
      separator = ","
    }
    terminal.write("]}")
    needsComma = true
    sessions.removeAll()
    damage.removeAll()
    notes.removeAll()
  }

  /// The journal's object without its sessions and its closing brace.
  private func beginning(of summary: JournalSummary) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("path")
    writer.string(summary.path)
    writer.key("bytes")
    writer.integer(Int64(summary.bytes))
    writer.key("records")
    writer.integer(Int64(summary.records))
    writer.key("damage")
    AuditJSON.write((damage + summary.damage).sorted { $0.line < $1.line }, to: &writer)
    writer.key("notes")
    AuditJSON.write((notes + summary.notes).sorted { $0.line < $1.line }, to: &writer)
    return writer.bytes
  }

  mutating func end(_ tally: Tally, _ terminal: inout Terminal) {
    if isQuiet { return }
    switch format {
    case .text: terminal.write(text.summary(tally))
    case .json:
      var writer = JSONWriter()
      AuditJSON.write(tally, to: &writer)
      terminal.write("],\"summary\":")
      terminal.write(writer.bytes)
      terminal.write("}\n")
    case .sarif: terminal.write(json: AuditSARIF.end(errors))
    case .junit: terminal.write(AuditJUnit.end)
    case .jsonl, .github: break
    }
  }
}
