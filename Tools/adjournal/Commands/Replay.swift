import AdJournal
import AdReport
import AdSession
import JSONLines

extension CommandEntry {
  static let replay = CommandEntry(
    name: "replay", says: "Shows the state of a session after its last record, or at a point.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--at", value: .one("SEQ|WALL"),
        says: "After the last record up to this seq or wall clock."),
      OptionEntry(
        name: "--diff", value: .two("A", "B"),
        says: "What differs between two points, each a seq or a wall clock."),
      OptionEntry(name: "--every", says: "The state after each record, one JSON object a line."),
      OptionEntry(
        name: "--session", value: .one("ID"),
        says: "The session of a file that has several (default: the first)."),
    ],
    examples: [
      Example(
        "adjournal replay Journals/incidents/app-open-shown-after-unlock.jsonl",
        "the state at the end, as JSON"),
      Example(
        "adjournal replay --at 12 Journals/incidents/app-open-shown-after-unlock.jsonl",
        "the state after the record with seq 12"),
      Example(
        "adjournal replay --at 2026-10-28T23:41:00Z "
          + "Journals/incidents/app-open-shown-after-unlock.jsonl",
        "the state at a time of day"),
      Example(
        "adjournal replay --diff 12 20 Journals/incidents/app-open-shown-after-unlock.jsonl",
        "what changed between two records"),
    ],
    details: """
      The state is one JSON object, indented on a terminal and one line elsewhere. A point before the
      first record or behind the last one is refused.
      """
  ) { arguments, terminal in
    let points = ["--at", "--diff", "--every"].filter(arguments.has)
    if points.count > 1 {
      throw UsageError("'\(points[0])' and '\(points[1])' exclude each other")
    }
    let contents = try JournalContents(arguments.operands[0])
    let reading = try contents.session(arguments.value("--session"))
    if reading.trace.events.isEmpty {
      Terminal.complain("session \(reading.id) has no whole record: nothing to replay")
      return .damaged
    }
    try Replay(reading).write(arguments, &terminal)
    terminal.flush()
    contents.complain()
    return contents.code
  }
}

/// The states of a session.
struct Replay {
  private let trace: Trace

  init(_ reading: SessionReading) { trace = reading.trace }

  /// Writes what the options ask for.
  func write(_ arguments: Arguments, _ terminal: inout Terminal) throws {
    if arguments.has("--every") {
      fold(upTo: trace.events.count - 1) { index, session in
        terminal.write(json: Array(StateJSON.text(session, trace, after: index).utf8))
        terminal.write("\n")
      }
    } else if arguments.has("--diff") {
      let points = try arguments.values("--diff").map(index)
      let lines = StateDiff.lines(state(after: points[0]), state(after: points[1]))
      for line in lines { terminal.write(painted(line, terminal.paint) + "\n") }
    } else {
      let index = try arguments.value("--at").map(index) ?? trace.events.count - 1
      let state = state(after: index)
      let text = terminal.isRead ? IndentedJSON.text(state) : state
      terminal.write(json: Array(text.utf8))
      terminal.write("\n")
    }
  }

  private func painted(_ line: String, _ paint: Paint) -> String {
    let safe = Harmless.text(line)
    return line.hasPrefix("-") ? paint.red(safe) : paint.green(safe)
  }

  /// The index of the last record up to a `seq` or a wall clock.
  private func index(_ point: String) throws -> Int {
    if let seq = Int64(point) { return try index(of: seq) }
    guard let wall = wall(point) else {
      throw UsageError(
        "'\(point)' is no point of a session; it takes a seq such as 12, or a wall clock in UTC "
          + "such as \(WallClock.text(trace.events[0].wall))")
    }
    guard let last = trace.events.last, wall <= last.wall else {
      throw beyond(point, "behind the session: it ends", trace.events.count - 1)
    }
    guard let index = trace.events.lastIndex(where: { $0.wall <= wall }) else {
      throw beyond(point, "before the session: it begins", 0)
    }
    return index
  }

  /// A wall clock as journals write it; the milliseconds may be left out.
  private func wall(_ text: String) -> Int64? {
    let hasFraction = text.contains(".") || !text.hasSuffix("Z")
    let whole = Array((hasFraction ? text : text.dropLast() + ".000Z").utf8)
    return whole.withUnsafeBytes(WallClock.parse)
  }

  private func index(of seq: Int64) throws -> Int {
    guard let last = trace.events.last, seq <= last.seq else {
      throw beyond(String(seq), "behind the session: it ends", trace.events.count - 1)
    }
    guard let index = trace.events.lastIndex(where: { $0.seq <= seq }) else {
      throw beyond(String(seq), "before the session: it begins", 0)
    }
    let found = trace.events[index].seq
    if found != seq {
      Terminal.complain(
        "record \(seq) is missing in the journal; this is the state after record \(found)")
    }
    return index
  }

  private func beyond(_ point: String, _ what: String, _ index: Int) -> UsageError {
    let event = trace.events[index]
    return UsageError(
      "'\(point)' lies \(what) with seq \(event.seq) at \(WallClock.text(event.wall))")
  }

  /// The state after the record of this index, as JSON.
  private func state(after index: Int) -> String {
    var text = ""
    fold(upTo: index) { position, session in
      if position == index { text = StateJSON.text(session, trace, after: position) }
    }
    return text
  }

  private func fold(upTo end: Int, _ visit: (Int, borrowing Session) -> Void) {
    var session = Session()
    session.begin(trace)
    for index in 0...max(0, end) {
      let event = trace.events[index]
      let facts = session.facts(of: event, at: index)
      session.evolve(event, at: index, facts, trace)
      visit(index, session)
    }
  }
}
