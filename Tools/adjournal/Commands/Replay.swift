import AdReports
import AdReplay
import AdSession

extension CommandEntry {
  static let replay = CommandEntry(
    name: "replay", summary: "Print the state of a session at its end, or at an earlier point.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--at", value: .one("POINT"),
        help: "Print the state after the last record up to this seq or time."),
      OptionEntry(
        name: "--diff", value: .two("A", "B"),
        help: "Print the differences between two points, each a seq or a time."),
      OptionEntry(
        name: "--every", help: "Print the state after each record, one JSON object per line."),
      OptionEntry(
        name: "--format", value: .one("FORMAT"),
        help:
          "Output format: json or text (default: json). Text has what is going on; only JSON has "
          + "what is over. Not with '--diff' and '--every'.", choices: ["json", "text"]),
      .firstSession,
    ],
    examples: [
      Example(
        "adjournal replay Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the final state as JSON"),
      Example(
        "adjournal replay --at 12 Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the state after the record with seq 12"),
      Example(
        "adjournal replay --at 0:03:02.381 Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the state at a time since the start"),
      Example(
        "adjournal replay --at 07:43 Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the state at the end of a minute, in the local time of the session"),
      Example(
        "adjournal replay --at 2026-10-28T23:41:00Z "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the state at a wall clock time (UTC)"),
      Example(
        "adjournal replay --at 29 --format text "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print what was going on at seq 29"),
      Example(
        "adjournal replay --diff 12 20 Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print what changed between two records"),
    ],
    details: """
      The state is one JSON object: indented on a terminal, otherwise on one line. A point before the
      first record or after the last one is an error.

      \(pointForms)
      """
  ) { arguments, terminal in
    let points = ["--at", "--diff", "--every"].filter(arguments.has)
    if points.count > 1 {
      throw UsageError("'\(points[0])' cannot be used with '\(points[1])'")
    }
    if arguments.value("--format") == "text", let other = points.first, other != "--at" {
      throw UsageError("'--format text' cannot be used with '\(other)'")
    }
    let wanted = arguments.value("--session")
    let chosen = try ChosenSession(wanted, of: arguments.operands[0])
    if chosen.contents.ids.isEmpty, wanted == nil {
      chosen.contents.printNoSession()
      chosen.contents.printDamage()
      return chosen.contents.code
    }
    let reading = try chosen.session()
    if reading.trace.events.isEmpty {
      Terminal.printError("no valid record in session \(reading.id); nothing to replay")
      return .damaged
    }
    let replay = TraceReplay(reading.trace)
    if arguments.has("--every") {
      Replay.writeEvery(replay, &terminal)
    } else {
      var shown = Replay(session: replay)
      let output = try shown.output(arguments, terminal.style, isRead: terminal.isRead)
      shown.notes.forEach(Terminal.printError)
      terminal.write(output)
    }
    terminal.flush()
    chosen.contents.printDamage()
    return chosen.contents.code
  }
}

extension CommandEntry {
  /// The paragraph of help about points in a session.
  static let pointForms = """
    A POINT is a seq (12); a time since the start, as it is printed (0:03:02.381), shorter (3:02) or
    with units (182.4s, 3 min 2 s); a time with a zone (2026-11-20T09:15:02Z, …T17:15:02+08:00); or
    a local time of the session (23:43, 23:43:05, '2026-11-20 23:43'). Two digits of hours make a
    local time; of several days, the first one with a record counts. A time without seconds or
    milliseconds stands for the whole minute or second.
    """
}

/// The states of a session.
struct Replay {
  let session: TraceReplay
  /// Notes about the result, for standard error.
  private(set) var notes: [String] = []

  init(session: TraceReplay) { self.session = session }

  /// Writes the state after each record.
  static func writeEvery(_ replay: TraceReplay, _ terminal: inout Terminal) {
    replay.fold(upTo: replay.count - 1) { index, session in
      terminal.write(json: StateJSON.bytes(session, replay.trace, after: index))
      terminal.write(plain: "\n")
    }
  }

  /// The output for the options `--at` and `--diff`.
  mutating func output(_ arguments: Arguments, _ style: TextStyle, isRead: Bool) throws -> [UInt8] {
    if arguments.has("--diff") {
      let points = try arguments.values("--diff").map { try index($0) }
      let states = points.map { session.state(after: $0) }
      let lines = StateDiff.lines(states[0], states[1])
      return lines.flatMap { Array((painted($0, style) + "\n").utf8) }
    }
    let last = try arguments.value("--at").map { try index($0) } ?? session.count - 1
    if arguments.value("--format") == "text" {
      let lines = StateText(session.trace, after: last, style: style).lines
      return lines.flatMap { Array(($0 + "\n").utf8) }
    }
    var state = session.state(after: last)
    if isRead {
      let text = IndentedJSON.text(String(decoding: state, as: UTF8.self))
      state = TerminalEscaping.json(Array(text.utf8))
    }
    state.append(0x0A)
    return state
  }

  private func painted(_ line: String, _ style: TextStyle) -> String {
    let safe = TerminalEscaping.text(line)
    return line.hasPrefix("-") ? style.red(safe) : style.green(safe)
  }

  /// The index of the last record up to a point.
  private mutating func index(_ text: String) throws -> Int {
    let times = SessionTimes(session.trace)
    let point = try SessionPoint.parse(text)
    let found: SessionTimes.Found
    do throws(PointError) {
      found = try times.last(upTo: point)
    } catch {
      throw UsageError(error.description)
    }
    if !found.note.isEmpty { notes.append(found.note) }
    let seq = session.trace.events[found.index].seq
    if let asked = point.seq, asked != seq {
      notes.append("record \(asked) is missing; this is the state after record \(seq)")
    }
    return found.index
  }
}

extension SessionPoint {
  /// Reads a point of a session.
  ///
  /// - Throws: An error with the forms of a point.
  static func parse(_ text: String) throws -> SessionPoint {
    guard let point = SessionPoint(text) else {
      throw UsageError(
        "invalid point '\(text)' (a seq such as 12, a time since the start such as 0:03:02.381, a UTC "
          + "time such as 2026-11-20T09:15:02Z, or a local time such as 23:43)")
    }
    return point
  }
}
