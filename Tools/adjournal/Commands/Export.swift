import AdAudit
import AdReplay
import JournalInput
import AdReports
import JSONLines

extension CommandEntry {
  static let export = CommandEntry(
    name: "export",
    summary: "Convert journals for other tools: timeline, table, events or traces.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--format", value: .one("FORMAT"),
        help: "Output format: perfetto, csv, otlp or cloudevents. Required.",
        choices: ExportCommand.Format.allCases.map(\.rawValue)),
      OptionEntry(
        name: "--session", value: .one("ID"), help: "Export only this session (default: all)."),
      OptionEntry(
        name: "--schema",
        help:
          "With csv: print the SQL that reads FILE, an exported table, with the types of its columns."
      ),
      .newFile, .jobs,
    ],
    examples: [
      Example(
        "adjournal export --format perfetto --to unlock.json "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "create a timeline to open in ui.perfetto.dev or chrome://tracing"),
      Example(
        "adjournal export --format csv Journals/sessions > sessions.csv",
        "create a table with one row per record, for spreadsheets and databases"),
      Example(
        "adjournal export --format csv --schema sessions.csv > sessions.sql",
        "create the SQL that makes the view 'records' of this table in DuckDB"),
      Example(
        "adjournal export --format otlp --session daily-03c8be Journals/incidents > traces.jsonl",
        "create one line per session, as OpenTelemetry collectors expect"),
      Example(
        "adjournal export --format cloudevents Journals/damaged/torn-tail.jsonl > events.jsonl",
        "create one event per valid record; the torn record is omitted", exits: .damaged),
    ],
    details: """
      perfetto: JSON trace events. Each session is a process. The first session of an install begins at
      0, each further one a second after the end of the one before it, in the order of the input. Each
      record begins a slice or is an instant. Each format and slot has a track with its ads and their
      state ('app_open a-1 ready'); so do the app, the splash screen, windows and adapters. All slices
      end at a gap. A violation is an instant at the record where it became certain, and arrows lead
      to it from the records of its witness.

      csv: RFC 4180, UTF-8, lines end with LF. The columns are fixed: the envelope, every field of the
      vocabulary, and 'other', a JSON object with the fields that have no column. A missing field is
      empty, an empty string is "", lists and objects are JSON. A text that begins with = + - @ ' TAB,
      CR or LF gets an apostrophe in front, so that spreadsheets do not run it as a formula; remove
      one leading apostrophe to read the text back. NUL becomes U+FFFD. Programs that guess the type of
      a column take an empty one for text; --schema prints SQL for DuckDB with all types.

      otlp: OTLP/JSON, one line and one trace per session: a span for the session, in it a span for
      each ad from request to end, in that a span for each presentation. Records and violations are
      span events. Times are the wall clock of the first record plus the session's own clock.
      A session without times (clock: order) has a millisecond for each line of its log, as in perfetto.

      cloudevents: CloudEvents 1.0, one line per record. 'id' is SESSION/SEQ, 'data' is the record.

      csv and cloudevents contain every field, check each line on its own and keep the order of the
      files, as 'adjournal cat' does; 'adjournal check' finds repeated records, which have the same
      'id'. perfetto and otlp contain only what the rules use: no messages, waterfalls or extras.
      """
  ) { arguments, terminal in
    let command = try ExportCommand(arguments)
    if arguments.has("--schema") {
      terminal.write(try command.schema(arguments))
      return .fine
    }
    guard let path = try arguments.newFile() else {
      return try command.run { terminal.write(json: $0) }
    }
    var code = ExitCode.fine
    try NewFile.create(path, from: command.paths) { write in code = try command.run(write) }
    terminal.write("wrote \(terminal.style.place(path))\n")
    return code
  }
}

/// One run of `adjournal export`.
struct ExportCommand {
  enum Format: String, CaseIterable { case perfetto, csv, otlp, cloudevents }

  private let format: Format
  let paths: [String]
  private let session: String?
  private let reader: JournalReader
  private let exits: ExitPolicy

  init(_ arguments: Arguments) throws {
    guard let format = arguments.value("--format").flatMap(Format.init(rawValue:)) else {
      throw UsageError.missing("--format", Format.allCases.map(\.rawValue))
    }
    self.format = format
    paths = try FileList.paths(arguments)
    session = arguments.value("--session")
    reader = try arguments.reader()
    exits = ExitPolicy(arguments)
  }

  /// The SQL that reads the exported table at the only path.
  func schema(_ arguments: Arguments) throws -> String {
    guard format == .csv else { throw UsageError("'--schema' needs '--format csv'") }
    guard arguments.operands.count == 1 else { throw UsageError("'--schema' needs one FILE") }
    return CSVRows.schema(of: arguments.operands[0])
  }

  /// Passes the export to a closure, piece by piece.
  func run(_ write: ([UInt8]) throws -> Void) throws -> ExitCode {
    switch format {
    case .csv:
      var rows = CSVRows()
      return try exportRecords(CSVRows.header, write) { line, _ in rows.row(of: line) }
    case .cloudevents:
      var events = CloudEvents()
      return try exportRecords([], write) { line, record in events.line(of: line, record) }
    case .otlp: return try exportSessions(OTLPTraces.line, write)
    case .perfetto:
      var numbers = PerfettoNumbers()
      var isFirst = true
      let code = try exportSessions(PerfettoTrace.events) { events in
        try write(Array((isFirst ? PerfettoTrace.beginning : ",").utf8))
        isFirst = false
        try write(numbers.number(events))
      }
      if isFirst && code == .unreadable { return code }
      try write(Array(((isFirst ? PerfettoTrace.beginning : "") + PerfettoTrace.ending).utf8))
      return code
    }
  }

  // MARK: Records

  private func exportRecords(
    _ beginning: [UInt8], _ write: ([UInt8]) throws -> Void,
    _ text: (JSONValue, JournalLine.Record) -> [UInt8]
  ) throws -> ExitCode {
    var records = ValidRecords(only: session.map { [$0] } ?? [])
    var isBegun = false
    Progress.begin(reading: paths)
    for input in JournalFiles.expand(paths) {
      try records.read(input) { line, record in
        if !isBegun { try write(beginning) }
        isBegun = true
        try write(text(JSONValue(objectOfLine: line.bytes.view.raw), record))
      }
    }
    try refuseMissing(!records.missing.isEmpty, records.code)
    if !isBegun && records.code != .unreadable { try write(beginning) }
    return records.code
  }

  // MARK: Sessions

  private func exportSessions(
    _ text: @escaping @Sendable (AuditedSession) -> [UInt8], _ write: ([UInt8]) throws -> Void
  ) throws -> ExitCode {
    let auditor = Auditor(reader: reader)
    Progress.begin(reading: paths)
    let session = session
    var count = InputTally()
    var found = false
    let outputs = auditor.audit(paths) {
      session == nil || session == $0.reading.id ? text($0) : []
    }
    for output in outputs {
      guard case .session(let report, _, let damage, _) = output else {
        count.take(output)
        continue
      }
      // Violations are part of the timeline; they do not make the export fail.
      count.add(Tally(), damage: damage.total())
      if report.isEmpty { continue }
      found = true
      try write(report)
    }
    try refuseMissing(session != nil && !found, ExitCode.worst(count.codes))
    return exits.code(count.tally, count.codes)
  }

  private func refuseMissing(_ isMissing: Bool, _ code: ExitCode) throws {
    guard isMissing, code != .unreadable, let session else { return }
    let input = paths.count == 1 ? paths[0] : "the input"
    throw UsageError("no valid record of session '\(session)' in \(input)")
  }
}
