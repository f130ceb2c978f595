import AdAudit
import AdReports
import AdReplay
import AdRules
import AdSession
import JSONLines
import JournalInput

extension CommandEntry {
  static let show = CommandEntry(
    name: "show",
    summary: "Print a timeline: one line per record, with violations where they happened.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      .textOrJSON,
      OptionEntry(
        name: "--session", value: .one("ID"), help: "Print only this session (default: all)."),
      OptionEntry(
        name: "--around", value: .one("POINT"),
        help: "Print only the record at this point and those before and after it."),
      OptionEntry(
        name: "--context", value: .one("N"),
        help: "Records on each side of '--around', 0 to 1000000 (default: 10)."),
      OptionEntry(
        name: "--from", value: .one("POINT"), help: "Print only records from this point on."),
      OptionEntry(
        name: "--to", value: .one("POINT"), help: "Print only records up to this point."),
      OptionEntry(
        name: "--event", value: .one("KIND"), isRepeatable: true,
        help: "Print only records of this kind, or of all kinds with a prefix: 'ad.*'. Accepts a "
          + "comma-separated list.",
        choices: EventKind.allCases.filter { $0 != .unknown }.map(\.name), takesOthers: true),
      OptionEntry(
        name: "--ad", value: .one("ID"), isRepeatable: true,
        help: "Print only records of this ad, with its request and adapter loads."),
      OptionEntry(
        name: "--unit", value: .one("ID"), isRepeatable: true,
        help: "Print only records of this ad unit; its part behind '/' suffices."),
      OptionEntry(
        name: "--only-violations", help: "Print only records that violations name, and violations."),
      OptionEntry(
        name: "--state",
        help: "Also print what was going on at the end, at '--to' or at '--around'."),
    ] + OptionEntry.ofSelection,
    examples: [
      Example(
        "adjournal show Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print every record, with the violation below the record where it became certain"),
      Example(
        "adjournal show --around 29 --context 5 --state "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the records around a violation, and what was going on"),
      Example(
        "adjournal show --from 07:42 --to 0:03:02.381 "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the records between two times"),
      Example(
        "adjournal show --event 'ad.*,app.*' --ad a-2 "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the records of an ad"),
      Example(
        "adjournal show --only-violations --unit 4410027781 Journals/incidents",
        "print the violations about an ad unit, with its records that they name"),
      Example(
        "adjournal show --format json --only-violations "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the records that violations name, as they are in the journal"),
      Example(
        "adjournal show Journals/damaged/seq-gap.jsonl", "print the gap where records are missing",
        exits: .damaged),
    ],
    details: """
      A record has its seq, the time since the start of the session and the local time of the session.
      '>' marks a record at which a violation became certain, '*' another one that a violation names.
      A record is shown if all options allow it; the last lines say how much is not shown. Of several
      sessions, those without a matching record are only counted. Violations do not change the exit
      status; use 'adjournal audit' for that.

      JSON has each record as it is in the journal, and for each the violations that became certain at
      it or have it in their witness. It reads a journal twice, and therefore no stream.

      \(pointForms)
      """
  ) { arguments, terminal in
    let command = try ShowCommand(arguments)
    return try command.run(&terminal)
  }
}

/// One execution of `adjournal show`.
private struct ShowCommand {
  private let judge: Judge
  private let choice: ShowChoice
  private let isJSON: Bool
  private let reader: JournalReader
  private let contents: JournalContents
  private let sessions: [SessionReading]

  init(_ arguments: Arguments) throws {
    judge = Judge(
      rules: try Selection.rules(arguments), overrides: try Selection.policy(arguments))
    choice = try ShowChoice(arguments)
    isJSON = arguments.value("--format") == "json"
    let path = arguments.operands[0]
    if isJSON, path == "-" || FileVersion(path)?.isStream == true {
      throw UsageError(
        "'--format json' reads a journal twice; '\(path)' is a stream",
        hint: "write it to a file first")
    }
    reader = .onAllCores.importing(logsOf: [path])
    (contents, sessions) = try JournalContents.sessions(
      arguments.value("--session"), of: path, reader: reader)
  }

  func run(_ terminal: inout Terminal) throws -> ExitCode {
    if sessions.isEmpty { contents.printNoSession() }
    if isJSON { try writeJSON(&terminal) } else { try writeText(&terminal) }
    terminal.flush()
    contents.printDamage()
    return contents.code
  }

  private func shown(_ reading: SessionReading) throws -> ShownSession? {
    try choice.session(reading, judge, isOnly: sessions.count == 1)
  }

  private func writeText(_ terminal: inout Terminal) throws {
    var left = 0
    for reading in sessions {
      guard let shown = try shown(reading), let lines = choice.lines(shown, terminal.style) else {
        left += 1
        continue
      }
      for line in lines { terminal.write(line + "\n") }
    }
    if left > 0 {
      let count = AuditText.count(left, "session")
      terminal.write("\(count) without a matching record not shown\n")
    }
  }

  private func writeJSON(_ terminal: inout Terminal) throws {
    var found: [(session: ShownSession, timeline: TimelineJSON)] = []
    for reading in sessions {
      guard let shown = try shown(reading) else { continue }
      let timeline = TimelineJSON(shown.audited, showing: shown.selection)
      if shown.isKept || !timeline.records.isEmpty { found.append((shown, timeline)) }
    }
    let lines = try RecordLines(found.map { $0.timeline }, converter: reader.converter)
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("schema", TimelineJSON.schema)
    writer.key("sessions")
    writer.beginArray()
    for (session, timeline) in found {
      session.selection.notes.forEach(Terminal.printError)
      let reading = session.audited.reading
      try timeline.write(to: &writer, state: choice.state(session)) {
        try lines.line($0, of: reading)
      }
    }
    writer.endArray()
    writer.field("sessions_not_shown", sessions.count - found.count)
    writer.endObject()
    writer.endLine()
    terminal.write(json: writer.bytes)
  }
}

/// A session, and what is chosen of it.
private struct ShownSession {
  let audited: AuditedSession
  let selection: TimelineSelection
  /// The record whose state is asked for; -1 in a session without records.
  let state: Int
  /// Whether it is shown without a matching record, too.
  let isKept: Bool
}

/// What `show` prints of a session.
private struct ShowChoice {
  private static let usualContext = 10
  private static let mostContext = 1_000_000

  private var selection = TimelineSelection()
  private let around, from, to: SessionPoint?
  private let context: Int
  private let hasState: Bool
  private let overrides: [PolicySetting]

  init(_ arguments: Arguments) throws {
    around = try arguments.value("--around").map(SessionPoint.parse)
    from = try arguments.value("--from").map(SessionPoint.parse)
    to = try arguments.value("--to").map(SessionPoint.parse)
    if around != nil, let other = ["--from", "--to"].first(where: arguments.has) {
      throw UsageError("'--around' cannot be used with '\(other)'")
    }
    let context = try arguments.number("--context", in: 0...Self.mostContext)
    if context != nil && around == nil { throw UsageError("'--context' needs '--around'") }
    self.context = context ?? Self.usualContext
    hasState = arguments.has("--state")
    overrides = try Selection.policy(arguments)
    selection.kinds = Set(try arguments.list("--event").flatMap(Self.kinds))
    selection.ads = arguments.values("--ad")
    selection.units = arguments.values("--unit")
    selection.onlyViolations = arguments.has("--only-violations")
  }

  private static func kinds(_ pattern: String) throws -> [EventKind] {
    let kinds = TimelineSelection.kinds(matching: pattern)
    if !kinds.isEmpty { return kinds }
    throw UsageError(
      "no event kind '\(pattern)'", near: pattern, known: EventKind.allCases.map(\.name),
      hint: "Journals/EVENTS.md lists all kinds; '*' can end a prefix, such as 'ad.*'")
  }

  /// Judges a session; nil if there are others and this one has none of the points.
  func session(
    _ reading: SessionReading, _ judge: Judge, isOnly: Bool
  ) throws -> ShownSession? {
    var selection = selection
    var state = reading.trace.events.count - 1
    do throws(PointError) {
      state = try choose(&selection, reading.trace) ?? state
    } catch {
      if isOnly { throw UsageError(error.description) }
      return nil
    }
    return ShownSession(
      audited: AuditedSession(reading, rules: judge.rules, results: judge.judge(reading.trace)),
      selection: selection, state: state, isKept: isOnly || !isSelective)
  }

  /// The text of a session; nil if no record matches and it is not kept.
  func lines(_ shown: ShownSession, _ style: TextStyle) -> [String]? {
    let timeline = Timeline(shown.audited, style: style, showing: shown.selection)
    guard let lines = shown.isKept ? timeline.lines : timeline.matchingLines else { return nil }
    guard hasState && shown.state >= 0 else { return lines }
    let state = StateText(
      shown.audited.reading.trace, after: shown.state, rules: shown.audited.rules,
      overrides: overrides, style: style)
    return lines + state.lines + [""]
  }

  /// The state of `--state` as JSON; nil without the option.
  func state(_ shown: ShownSession) -> [UInt8]? {
    guard hasState && shown.state >= 0 else { return nil }
    return TraceReplay(shown.audited.reading.trace).state(after: shown.state)
  }

  private var isSelective: Bool {
    selection.hasFilters || around != nil || from != nil || to != nil
  }

  /// Sets the window of a session; returns the index of the record whose state is asked for.
  private func choose(
    _ selection: inout TimelineSelection, _ trace: Trace
  ) throws(PointError) -> Int? {
    guard around != nil || from != nil || to != nil, !trace.events.isEmpty else { return nil }
    let times = SessionTimes(trace)
    if let around {
      let found = try times.last(upTo: around)
      let last = min(found.index + context, trace.events.count - 1)
      selection.window = max(0, found.index - context)..<last + 1
      selection.notes = found.note.isEmpty ? [] : [found.note]
      return found.index
    }
    let window = try times.window(from: from, to: to)
    selection.window = window.records
    selection.notes = window.notes
    return window.records.upperBound - 1
  }
}
