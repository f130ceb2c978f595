import AdJournal
import AdReport
import JSONLines

/// Writes the outputs of an audit in one of its formats.
struct AuditOutput {
  let format: AuditCommand.Format
  let text: AuditText
  let isQuiet: Bool
  private let spool = Spool()
  private var sessions: [Spool.Place] = []
  private var damage: [Damage] = []
  private var notes: [Note] = []
  private var hasJournal = false

  init(format: AuditCommand.Format, text: AuditText, isQuiet: Bool) {
    self.format = format
    self.text = text
    self.isQuiet = isQuiet
  }

  mutating func begin(_ terminal: inout Terminal) {
    if format == .json && !isQuiet {
      terminal.write("{\"schema\":\"\(AuditJSON.schema)\",\"journals\":[")
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
    case .journal(let summary):
      if format == .json { writeJSON(summary, &terminal) }
      if format == .text { writeText(summary, &terminal) }
    case .failure: break
    }
  }

  private func write(_ report: [UInt8], _ terminal: inout Terminal) {
    if format == .text { terminal.write(report) } else { terminal.write(json: report) }
  }

  private mutating func writeJSON(_ summary: JournalSummary, _ terminal: inout Terminal) {
    terminal.write(hasJournal ? "," : "")
    terminal.write(json: beginning(of: summary))
    terminal.write(",\"sessions\":[")
    for (index, place) in sessions.enumerated() {
      if index > 0 { terminal.write(",") }
      terminal.write(json: spool.take(place))
    }
    terminal.write("]}")
    hasJournal = true
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

  private func writeText(_ summary: JournalSummary, _ terminal: inout Terminal) {
    if summary.damage.isEmpty { return }
    terminal.write(text.block(summary))
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
    case .jsonl: break
    }
  }
}
