import AdReports
import AdReplay
import AdSession
import JSONLines

extension CommandEntry {
  static let replay = CommandEntry(
    name: "replay", summary: "Print the state of a session at its end, or at an earlier point.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--at", value: .one("SEQ|WALL"),
        help: "Print the state after the last record up to this seq or wall clock."),
      OptionEntry(
        name: "--diff", value: .two("A", "B"),
        help: "Print the differences between two points, each a seq or a wall clock."),
      OptionEntry(
        name: "--every", help: "Print the state after each record, one JSON object per line."),
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
        "adjournal replay --at 2026-10-28T23:41:00Z "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print the state at a wall clock time (UTC)"),
      Example(
        "adjournal replay --diff 12 20 Journals/incidents/app-open-shown-after-unlock.jsonl",
        "print what changed between two records"),
    ],
    details: """
      The state is one JSON object: indented on a terminal, otherwise on one line. A point before the
      first record or after the last one is an error.
      """
  ) { arguments, terminal in
    let points = ["--at", "--diff", "--every"].filter(arguments.has)
    if points.count > 1 {
      throw UsageError("'\(points[0])' cannot be used with '\(points[1])'")
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
      let states = points.map {
        String(decoding: session.state(after: $0), as: UTF8.self)
      }
      let lines = StateDiff.lines(states[0], states[1])
      return lines.flatMap { Array((painted($0, style) + "\n").utf8) }
    }
    let last = try arguments.value("--at").map { try index($0) } ?? session.count - 1
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

  /// The index of the last record up to a `seq` or a wall clock.
  private mutating func index(_ point: String) throws -> Int {
    if let seq = Int64(point) { return try index(of: seq) }
    guard let wall = wall(point) else {
      throw UsageError(
        "invalid point '\(point)' (a seq such as 12, or a UTC time such as "
          + "\(WallClock.text(session.point(0).wall)))")
    }
    guard wall <= session.point(session.count - 1).wall else {
      throw outside(point, "after the session, which ends", session.count - 1)
    }
    guard let index = session.index(upToWall: wall) else {
      throw outside(point, "before the session, which begins", 0)
    }
    return index
  }

  /// Parses a time in the format of journals; the milliseconds are optional.
  private func wall(_ text: String) -> Int64? {
    let hasFraction = text.contains(".") || !text.hasSuffix("Z")
    let whole = Array((hasFraction ? text : text.dropLast() + ".000Z").utf8)
    return WallClock.parse(whole)
  }

  private mutating func index(of seq: Int64) throws -> Int {
    guard seq <= session.point(session.count - 1).seq else {
      throw outside(String(seq), "after the session, which ends", session.count - 1)
    }
    guard let index = session.index(upToSeq: seq) else {
      throw outside(String(seq), "before the session, which begins", 0)
    }
    let found = session.point(index).seq
    if found != seq {
      notes.append(
        "record \(seq) is missing; this is the state after record \(found)")
    }
    return index
  }

  private func outside(_ point: String, _ side: String, _ index: Int) -> UsageError {
    let (seq, wall) = session.point(index)
    return UsageError(
      "'\(point)' is \(side) with seq \(seq) at \(WallClock.text(wall))")
  }
}
