import AdReplay
import AdReports
import AdSession
import JSONLines

extension CommandEntry {
  static let check = CommandEntry(
    name: "check", says: "The integrity of the bytes alone: damage, gaps, checksums, seals.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--format", value: .one("FORMAT"), says: "text or json (default: text).",
        choices: ["text", "json"]),
      .key("Verifies keyed seals by this key: 32 bytes, or 64 hexadecimal digits."),
      OptionEntry(name: "--quiet", says: "Prints no results; the exit code tells."),
      OptionEntry(name: "--exit-zero", says: "Damage exits 0."),
    ],
    examples: [
      Example(
        "adjournal check Journals/damaged", "every finding with its file, line and byte",
        exits: .damaged),
      Example("adjournal check Journals/sessions && echo whole", "the exit code alone tells"),
    ],
    details: """
      With --format json, one object a journal and line. Notes (a blank line, a repeated record) are
      shown and do not change the exit code. A seal that fits shows that its lines were not changed
      by accident; under the key also that nobody changed them who did not have the key of that
      segment. With --key, a seal without hmac is a bad one. Behind the last seal anything can be
      missing.
      """
  ) { arguments, terminal in
    var check = IntegrityCheck(
      isJSON: arguments.value("--format") == "json", isQuiet: arguments.has("--quiet"))
    var reader = JournalReader(jobs: Cores.count)
    reader.sealKey = try arguments.sealKey()
    check.hasKey = reader.sealKey != nil
    try reader.read(
      FileList.once(arguments.operands),
      judge: { IntegrityCheck.Part($0) },
      deliver: { check.take($0, &terminal) })
    terminal.flush()
    check.complain()
    return arguments.has("--exit-zero") && check.code == .damaged ? .fine : check.code
  }
}

/// Collects what is found in the bytes of journals.
struct IntegrityCheck {
  /// What a session leaves.
  struct Part {
    var damage: [Damage]
    var notes: [Note]
    var gaps: Int
    var seals: Seals

    init(_ reading: SessionReading) {
      seals = reading.seals
      damage = reading.damage
      notes = reading.notes
      gaps = reading.trace.gaps.count
    }
  }

  let isJSON: Bool
  let isQuiet: Bool
  /// Whether seals are verified by a key.
  var hasKey = false
  private var seals = (count: 0, verified: 0, open: 0)
  private var codes: [ExitCode] = []
  private var damage: [Damage] = []
  private var notes: [Note] = []
  private var gaps = 0
  private var total = (journals: 0, damaged: 0, findings: 0)

  init(isJSON: Bool, isQuiet: Bool) {
    self.isJSON = isJSON
    self.isQuiet = isQuiet
  }

  /// What the exit code says.
  var code: ExitCode { ExitCode.worst(codes) }

  mutating func take(_ delivery: Delivery<Part>, _ terminal: inout Terminal) {
    switch delivery {
    case .session(let part):
      damage += part.damage
      notes += part.notes
      gaps += part.gaps
      seals.count += part.seals.count
      seals.verified += part.seals.verified
      seals.open += part.seals.coverTheEnd ? 0 : 1
    case .journal(let summary): take(summary, &terminal)
    case .failure(let error):
      Terminal.complain(error.description)
      codes.append(.unreadable)
    }
  }

  private mutating func take(_ summary: JournalSummary, _ terminal: inout Terminal) {
    let all = (damage + summary.damage).sorted { $0.line < $1.line }
    let odd = (notes + summary.notes).sorted { $0.line < $1.line }
    total.journals += 1
    total.findings += all.count
    if !all.isEmpty {
      total.damaged += 1
      codes.append(.damaged)
    }
    if !isQuiet {
      if isJSON {
        writeJSON(summary, all, odd, &terminal)
      } else {
        writeText(summary, all, odd, &terminal)
      }
    }
    summary.complainOfVersion()
    damage = []
    notes = []
    gaps = 0
    seals = (0, 0, 0)
  }

  private func writeText(
    _ summary: JournalSummary, _ damage: [Damage], _ notes: [Note], _ terminal: inout Terminal
  ) {
    let style = terminal.style
    let state = damage.isEmpty ? style.green("whole") : style.red("damaged")
    let gapText = gaps == 0 ? "" : ", " + AuditText.count(gaps, "gap")
    terminal.write(
      "\(style.bold(AuditText.name(ofFile: summary.path)))  \(state)  "
        + "\(AuditText.count(summary.records, "record")), "
        + "\(AuditText.count(summary.sessions, "session"))\(gapText)\(sealText)\n")
    for finding in damage { write(finding, style.red("damage"), &terminal) }
    for finding in notes { write(finding, style.faint("note"), &terminal) }
    for (kind, count) in summary.unknownKinds.sorted(by: { $0.key < $1.key }) {
      terminal.write(
        "  \(style.faint("note")) \(style.bold("unknown-kind"))  \(TerminalEscaping.text(kind))\n"
          + "    \(AuditText.count(count, "record")) of it; kept, and no rule judges them\n")
    }
    for (field, count) in summary.unknownValues.sorted(by: { $0.key < $1.key }) {
      let values = AuditText.count(count, "value")
      terminal.write(
        "  \(style.faint("note")) \(style.bold("unknown-value"))  \(field)\n"
          + "    \(values) that the vocabulary does not allow; kept, and unknown to the rules\n")
    }
  }

  /// How many seals there are, and what they do not cover.
  private var sealText: String {
    if seals.count == 0 && !hasKey { return "" }
    let verified = hasKey ? ", \(seals.verified) verified by the key" : ""
    let open =
      seals.open == 0
      ? "" : ", \(AuditText.count(seals.open, "session")) without a seal at the end"
    return ", " + AuditText.count(seals.count, "seal") + verified + open
  }

  private func write<Code>(
    _ finding: Finding<Code>, _ word: String, _ terminal: inout Terminal
  ) {
    let session = finding.session.map { ", session \($0)" } ?? ""
    let file = finding.path.map { " of \($0)" } ?? ""
    let place = TerminalEscaping.text("line \(finding.line)\(file), byte \(finding.byte)\(session)")
    terminal.write("  \(word) \(terminal.style.bold(finding.code.rawValue))  \(place)\n")
    terminal.write("    \(TerminalEscaping.text(finding.because))\n")
  }

  private func writeJSON(
    _ summary: JournalSummary, _ damage: [Damage], _ notes: [Note], _ terminal: inout Terminal
  ) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("path")
    writer.string(summary.path)
    writer.key("bytes")
    writer.integer(Int64(summary.bytes))
    writer.key("records")
    writer.integer(Int64(summary.records))
    writer.key("sessions")
    writer.integer(Int64(summary.sessions))
    writer.key("gaps")
    writer.integer(Int64(gaps))
    writer.key("seals")
    writer.beginObject()
    for (name, count) in [
      ("count", seals.count), ("verified", seals.verified), ("open_sessions", seals.open),
    ] {
      writer.key(name)
      writer.integer(Int64(count))
    }
    writer.endObject()
    writer.key("damage")
    AuditJSON.write(damage, to: &writer)
    writer.key("notes")
    AuditJSON.write(notes, to: &writer)
    writer.endObject()
    writer.endLine()
    terminal.write(json: writer.bytes)
  }

  /// Says what the exit code says.
  func complain() {
    if total.findings > 0 {
      Terminal.complain(
        "\(AuditText.count(total.findings, "damaged place")) in "
          + "\(total.damaged) of \(AuditText.count(total.journals, "journal"))")
    }
  }
}
