import AdAudit
import AdReplay
import AdReports

extension CommandEntry {
  static let export = CommandEntry(
    name: "export",
    says: "Journals for other tools: a timeline, a table, events or traces.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--format", value: .one("FORMAT"), says: "perfetto, csv, otlp or cloudevents.",
        choices: ExportCommand.Format.allCases.map(\.rawValue)),
      OptionEntry(
        name: "--session", value: .one("ID"), says: "Only this session (default: all)."),
      OptionEntry(name: "--to", value: .one("NEW"), says: "Writes there, to a new file."),
      OptionEntry(
        name: "--jobs", value: .one("N"), says: "How many cores to use (default: all)."),
    ],
    examples: [
      Example(
        "adjournal export --format perfetto --to unlock.json "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "a timeline to open in ui.perfetto.dev or chrome://tracing"),
      Example(
        "adjournal export --format csv Journals/sessions > sessions.csv",
        "a row a record, for spreadsheets and databases"),
      Example(
        "adjournal export --format otlp --session daily-03c8be Journals/incidents > traces.jsonl",
        "a line a session, as OpenTelemetry collectors take it"),
      Example(
        "adjournal export --format cloudevents Journals/damaged/torn-tail.jsonl > events.jsonl",
        "an event a whole record; the torn one is left out", exits: .damaged),
    ],
    details: """
      perfetto: JSON trace events. A process a session, times from its beginning. Each record begins a
      slice or is an instant; each ad slot has a track with what its ads are (loading, ready, showing,
      expired), and so have the app, the splash, windows and adapters. Where records are missing, all
      slices end. Violations are instants where they became certain.

      csv: RFC 4180, UTF-8, lines end with LF. The columns are always the same: the envelope, every field
      of the vocabulary, and 'other', a JSON object of fields that have no column. An absent field is
      empty, an empty text "", lists and objects are JSON. A text that begins with = + - @ ' TAB, CR or
      LF gets an apostrophe before it, so that no spreadsheet takes it for a formula: who reads texts
      back takes one apostrophe away. NUL becomes U+FFFD.

      otlp: OTLP/JSON, a line a session. A trace a session: a span for it, one for each ad from its
      request to its end, in that one for each presentation; records and violations are their events.
      Times are the wall clock of the first record and the session's own clock from there.

      cloudevents: CloudEvents 1.0, a line a record. 'id' is SESSION/SEQ, 'data' the record.

      csv and cloudevents have every field, judge each line by itself and keep the order of the files, as
      'adjournal cat' does: what only a whole session shows (a record that comes twice, and so an 'id')
      is for 'adjournal check' to say. perfetto and otlp know the whole session, and of its records what
      rules see: no messages, waterfalls and extras.
      """
  ) { arguments, terminal in
    let command = try ExportCommand(arguments)
    guard let path = try arguments.newFile() else {
      return try command.run { terminal.write(json: $0) }
    }
    var code = ExitCode.fine
    try NewFile.make(path) { write in code = try command.run(write) }
    return code
  }
}

/// One run of `adjournal export`.
struct ExportCommand {
  enum Format: String, CaseIterable { case perfetto, csv, otlp, cloudevents }

  private let format: Format
  private let paths: [String]
  private let session: String?
  private let jobs: Int
  private let exits: ExitPolicy

  init(_ arguments: Arguments) throws {
    guard let format = arguments.value("--format").flatMap(Format.init(rawValue:)) else {
      throw UsageError(
        "for which tool? '--format FORMAT' takes "
          + Format.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self.format = format
    paths = try FileList.paths(arguments)
    session = arguments.value("--session")
    jobs = try arguments.number("--jobs", in: 1...1024) ?? Cores.count
    exits = ExitPolicy(arguments)
  }

  /// Hands out the export piece by piece.
  func run(_ write: ([UInt8]) throws -> Void) throws -> ExitCode {
    switch format {
    case .csv:
      var rows = CSVRows()
      return try exportRecords(CSVRows.header, write) { line, _ in rows.row(of: line.bytes) }
    case .cloudevents:
      var events = CloudEvents()
      return try exportRecords([], write) { line, record in events.line(of: line.bytes, record) }
    case .otlp: return try exportSessions(OTLPTraces.line, write)
    case .perfetto:
      var numbers = PerfettoNumbers()
      var isFirst = true
      let code = try exportSessions(PerfettoTrace.events) { events in
        try write(Array((isFirst ? PerfettoTrace.beginning : ",").utf8))
        isFirst = false
        try write(numbers.number(events))
      }
      try write(Array(((isFirst ? PerfettoTrace.beginning : "") + PerfettoTrace.ending).utf8))
      return code
    }
  }

  // MARK: Records

  private func exportRecords(
    _ beginning: [UInt8], _ write: ([UInt8]) throws -> Void,
    _ text: (JournalLine, JournalLine.Record) -> [UInt8]
  ) throws -> ExitCode {
    var records = WholeRecords(only: session.map { [$0] } ?? [])
    var isBegun = false
    for input in JournalFiles.expand(paths) {
      try records.read(input) { line, record in
        if !isBegun { try write(beginning) }
        isBegun = true
        try write(text(line, record))
      }
    }
    try refuseMissing(!records.missing.isEmpty, records.code)
    if !isBegun { try write(beginning) }
    return records.code
  }

  // MARK: Sessions

  private func exportSessions(
    _ text: @escaping @Sendable (AuditedSession) -> [UInt8], _ write: ([UInt8]) throws -> Void
  ) throws -> ExitCode {
    let progress = Progress(noun: "record", verb: "exported")
    var auditor = Auditor(reader: JournalReader(jobs: jobs))
    auditor.onProgress = { progress.add($0) }
    let session = session
    var count = InputTally()
    var found = false
    try auditor.audit(
      paths, render: { session == nil || session == $0.reading.id ? text($0) : [] }
    ) { output in
      progress.clear()
      guard case .session(let report, _, let damage, _) = output else {
        return count.take(output)
      }
      // What is violated is on the timeline, and no failure of the export.
      count.add(Tally(), damage: damage.count)
      if report.isEmpty { return }
      found = true
      try write(report)
    }
    progress.clear()
    try refuseMissing(session != nil && !found, ExitCode.worst(count.codes))
    return exits.code(count.tally, count.codes)
  }

  private func refuseMissing(_ isMissing: Bool, _ code: ExitCode) throws {
    guard isMissing, code != .unreadable, let session else { return }
    let place = paths.count == 1 ? paths[0] : "what was read"
    throw UsageError("session '\(session)' has no whole record in \(place)")
  }
}
