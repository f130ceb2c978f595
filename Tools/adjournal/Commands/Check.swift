import AdAudit
import AdReplay
import JournalInput
import AdReports
import AdSession
import JSONLines

extension CommandEntry {
  static let check = CommandEntry(
    name: "check", summary: "Verify the integrity of journals: damage, gaps, checksums, seals.",
    operands: "FILE…", fewest: 1,
    options: [
      .textOrJSON,
      .key("Verify keyed seals with this key file: 32 bytes, or 64 hexadecimal digits."),
      OptionEntry(name: "--quiet", help: "Suppress output; use the exit status."),
      OptionEntry(
        name: "--strict",
        help:
          "Also fail on records that no seal covers, and if sealed records may be missing at the "
          + "end."),
      OptionEntry(name: "--exit-zero", help: "Exit with 0 on damage and with '--strict'."),
    ],
    examples: [
      Example(
        "adjournal check Journals/damaged",
        "list every finding with its file, line and byte offset",
        exits: .damaged),
      Example(
        "adjournal check --quiet Journals/sessions && echo intact",
        "use the exit status in a script"),
    ],
    details: """
      With --format json, prints one object per journal, one per line; 'unknown_kinds' has the number of
      records of each unknown kind, 'unknown_values' the number of unknown values of each field. Notes,
      such as a blank line or a repeated record, do not change the exit status.

      A valid seal shows that its lines were not changed by accident. Verified with --key, it also
      shows that nobody without the key of that segment changed them. With --key, a seal without
      'hmac' is invalid. Records after the last seal are not protected: any can be missing, changed or
      added. They are counted, and with --strict the exit status is 3 if there are any.

      A session whose last record is a seal, but which has no 'session.ended', may have lost whole
      segments at its end. It is counted, and with --strict the exit status is 3.
      """
  ) { arguments, terminal in
    var check = IntegrityCheck(
      isJSON: arguments.value("--format") == "json", isQuiet: arguments.has("--quiet"))
    var reader = JournalReader(jobs: Cores.count)
    reader.isLenient = true
    reader.sealKey = try arguments.sealKey()
    check.hasKey = reader.sealKey != nil
    check.isStrict = arguments.has("--strict")
    let spool = check.spool
    let paths = try FileList.once(arguments.operands)
    Progress.begin(reading: paths)
    let deliveries = reader.read(paths) {
      IntegrityCheck.Part($0, spool)
    }
    for delivery in deliveries { check.take(delivery, &terminal) }
    terminal.flush()
    check.takeLoss()
    check.printSummary()
    return arguments.has("--exit-zero") && check.code == .damaged ? .fine : check.code
  }
}

/// Collects the findings of journals and prints them.
struct IntegrityCheck {
  /// The facts about one session; its findings wait in the spool.
  struct Part {
    /// The offset of the findings; nil if there are none.
    var findings: UInt64?
    var gaps: Int
    var seals: Seals
    /// Whether the last record is a seal, but the session has no `session.ended`.
    var isUnended: Bool

    init(_ reading: SessionReading, _ spool: Spool) {
      seals = reading.seals
      isUnended = seals.coverTheEnd && reading.trace.end != .clean
      let found = Findings(damage: reading.damage, notes: reading.notes)
      findings = found.isEmpty ? nil : spool.put(found.bytes)
      gaps = reading.trace.gaps.count
    }
  }

  let isJSON: Bool
  let isQuiet: Bool
  /// Whether seals are verified with a key.
  var hasKey = false
  /// Whether records that no seal covers, and that may be missing at the end, count as damage for
  /// the exit status.
  var isStrict = false
  private var seals = (count: 0, verified: 0, open: 0, uncovered: 0, unended: 0)
  private var uncovered = 0
  private var unended = 0
  private var codes: [ExitCode] = []
  private var damage: [Damage] = []
  private var notes: [Note] = []
  private var gaps = 0
  private var total = (journals: 0, damaged: 0, findings: 0)
  private let loss = DiskLoss()
  /// The findings of sessions that were not delivered yet.
  let spool: Spool

  init(isJSON: Bool, isQuiet: Bool) {
    self.isJSON = isJSON
    self.isQuiet = isQuiet
    spool = Spool(loss: loss)
  }

  /// The exit code for the findings so far.
  var code: ExitCode { ExitCode.worst(codes) }

  mutating func take(_ delivery: Delivery<Part>, _ terminal: inout Terminal) {
    switch delivery {
    case .session(let part):
      if let offset = part.findings, let found = Findings(bytes: spool.take(offset)) {
        damage.add(contentsOf: found.damage)
        notes.add(contentsOf: found.notes)
      }
      gaps += part.gaps
      seals.count += part.seals.count
      seals.verified += part.seals.verified
      seals.open += part.seals.coverTheEnd ? 0 : 1
      seals.uncovered += part.seals.uncovered
      seals.unended += part.isUnended ? 1 : 0
    case .journal(let summary): take(summary, &terminal)
    case .failure(let error):
      Terminal.printError(error.description)
      codes.append(.unreadable)
    }
  }

  private mutating func take(_ summary: JournalSummary, _ terminal: inout Terminal) {
    damage.add(contentsOf: summary.damage)
    notes.add(contentsOf: summary.notes)
    let all = damage.inOrderOfLines()
    let odd = notes.inOrderOfLines()
    total.journals += 1
    total.findings += all.total()
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
    summary.printVersionWarning()
    damage = []
    notes = []
    gaps = 0
    uncovered += seals.uncovered
    unended += seals.unended
    if isStrict, seals.uncovered + seals.unended > 0 { codes.append(.damaged) }
    seals = (0, 0, 0, 0, 0)
  }

  private func writeText(
    _ summary: JournalSummary, _ damage: [Damage], _ notes: [Note], _ terminal: inout Terminal
  ) {
    let style = terminal.style
    let state = damage.isEmpty ? style.green("intact") : style.red("damaged")
    let gapText = gaps == 0 ? "" : ", " + AuditText.count(gaps, "gap")
    terminal.write(
      "\(style.bold(AuditText.name(ofFile: summary.path)))  \(state)  "
        + "\(AuditText.count(summary.records, "record")), "
        + "\(AuditText.count(summary.sessions, "session"))\(Self.continued(summary))"
        + "\(gapText)\(sealText)\n")
    for finding in FoldedFindings.all(of: damage) { write(finding, style.red("damage"), &terminal) }
    for finding in FoldedFindings.all(of: notes) { write(finding, style.faint("note"), &terminal) }
    for line in UnknownNotes(of: summary, style: style).lines { terminal.write(line + "\n") }
  }

  /// The sessions that begin in another file: their records and findings are reported there.
  private static func continued(_ summary: JournalSummary) -> String {
    let count = summary.continuedSessions
    return count == 0 ? "" : ", \(AuditText.count(count, "session")) continued from another file"
  }

  /// The number of seals, of those verified, of sessions that do not end with a seal, of records
  /// that no seal covers, and of sessions that end with a seal before their end.
  private var sealText: String {
    if seals.count == 0 && !hasKey && !isStrict { return "" }
    let verified = hasKey ? ", \(seals.verified) verified with the key" : ""
    let open =
      seals.open == 0
      ? "" : ", \(AuditText.count(seals.open, "session")) without a seal at the end"
    let uncovered =
      seals.uncovered == 0
      ? "" : ", not covered by a seal: " + AuditText.count(seals.uncovered, "record")
    let unended = seals.unended == 0 ? "" : ", " + Self.unended(seals.unended)
    return ", " + AuditText.count(seals.count, "seal") + verified + open + uncovered + unended
  }

  private static func unended(_ count: Int) -> String {
    "\(AuditText.count(count, "session")) without session.ended and a final seal: "
      + "records may be missing at the end"
  }

  private func write<Code>(
    _ findings: FoldedFindings<Code>, _ label: String, _ terminal: inout Terminal
  ) {
    let finding = findings.first
    let session = finding.session.map { ", session \($0)" } ?? ""
    let file = finding.path.map { " of \($0)" } ?? ""
    let location = TerminalEscaping.text(
      "line \(finding.line)\(file), byte \(finding.byte)\(session)")
    terminal.write("  \(label) \(terminal.style.bold(finding.code.rawValue))  \(location)\n")
    terminal.write("    \(TerminalEscaping.text(finding.because))\(findings.others)\n")
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
    if summary.continuedSessions > 0 {
      writer.key("continued_sessions")
      writer.integer(Int64(summary.continuedSessions))
    }
    writer.key("gaps")
    writer.integer(Int64(gaps))
    writer.key("seals")
    writer.beginObject()
    for (name, count) in [
      ("count", seals.count), ("verified", seals.verified), ("open_sessions", seals.open),
      ("uncovered_records", seals.uncovered), ("unended_sessions", seals.unended),
    ] {
      writer.key(name)
      writer.integer(Int64(count))
    }
    writer.endObject()
    writer.key("damage")
    AuditJSON.write(damage, to: &writer)
    writer.key("notes")
    AuditJSON.write(notes, to: &writer)
    for (name, counts) in [
      ("unknown_kinds", summary.unknownKinds), ("unknown_values", summary.unknownValues),
    ] {
      writer.key(name)
      writer.beginObject()
      for (unknown, count) in counts.sorted(by: { $0.key < $1.key }) {
        writer.key(unknown)
        writer.integer(Int64(count))
      }
      writer.endObject()
    }
    writer.endObject()
    writer.endLine()
    terminal.write(json: writer.bytes)
  }

  /// Reports findings that the disk lost.
  mutating func takeLoss() {
    guard let error = loss.error else { return }
    Terminal.printError(error.description)
    codes.append(.unreadable)
  }

  /// Prints the number of damaged locations, if there are any, and why intact journals fail.
  func printSummary() {
    if isStrict, uncovered > 0 {
      Terminal.printError(
        "failed because of '--strict': not covered by a seal: "
          + AuditText.count(uncovered, "record"))
    }
    if isStrict, unended > 0 {
      Terminal.printError("failed because of '--strict': " + Self.unended(unended))
    }
    if total.findings > 0 {
      Terminal.printError(
        "\(AuditText.count(total.findings, "damaged location")) in "
          + "\(total.damaged) of \(AuditText.count(total.journals, "journal"))")
    }
  }
}
