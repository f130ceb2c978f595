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
      (
        "adjournal replay Journals/incidents/app-open-shown-after-unlock.jsonl",
        "the state at the end, as JSON"
      ),
      (
        "adjournal replay --at 12 Journals/incidents/app-open-shown-after-unlock.jsonl",
        "the state after the record with seq 12"
      ),
      (
        "adjournal replay --diff 12 20 Journals/incidents/app-open-shown-after-unlock.jsonl",
        "what changed between two records"
      ),
    ]
  ) { arguments, terminal in
    let session = try OneSession.read(arguments)
    if session.reading.trace.events.isEmpty {
      Terminal.complain("session \(session.reading.id) has no whole record: nothing to replay")
      return .damaged
    }
    let replay = Replay(session.reading)
    if arguments.has("--every") {
      replay.every { terminal.write($0 + "\n") }
    } else if arguments.has("--diff") {
      let points = try arguments.values("--diff").map(replay.index)
      let (from, to) = (points[0], points[1])
      for line in StateDiff.lines(replay.state(after: from), replay.state(after: to)) {
        terminal.write(Harmless.text(line) + "\n")
      }
    } else {
      let index = try arguments.value("--at").map(replay.index) ?? replay.last
      terminal.write(replay.state(after: index) + "\n")
    }
    return session.code
  }
}

/// One session of a file.
struct OneSession {
  var reading: SessionReading
  var code: ExitCode

  /// Reads the session that a command line asks for.
  static func read(_ arguments: Arguments) throws -> OneSession {
    let path = arguments.operands[0]
    let readings = try JournalContents.read([path])
    let wanted = arguments.value("--session")
    let found = wanted.map { id in readings.sessions.first { $0.id == id } } ?? readings.sessions.first
    guard let found else {
      throw UsageError(
        wanted.map { "\(path) has no session '\($0)'" } ?? "\(path) has no session",
        near: wanted ?? "", known: readings.sessions.map(\.id))
    }
    if readings.sessions.count > 1 && wanted == nil {
      Terminal.complain(
        "\(path) has \(readings.sessions.count) sessions; this is \(found.id), the first"
          + " (--session ID takes another)")
    }
    return OneSession(reading: found, code: readings.code)
  }
}

/// Every session of some journals, in memory: for the commands that show one.
struct JournalContents {
  var sessions: [SessionReading] = []
  var summaries: [JournalSummary] = []
  var codes: [ExitCode] = []

  /// What the files came to: unreadable, damaged or fine.
  var code: ExitCode { ExitCode.worst(codes) }

  static func read(_ paths: [String]) throws -> JournalContents {
    var contents = JournalContents()
    try JournalReader(jobs: 1).read(paths, judge: { $0 }) { delivery in
      switch delivery {
      case .session(let reading):
        contents.sessions.append(reading)
        if !reading.damage.isEmpty { contents.codes.append(.damaged) }
      case .journal(let summary):
        contents.summaries.append(summary)
        if !summary.damage.isEmpty { contents.codes.append(.damaged) }
      case .failure(let error): throw error
      }
    }
    return contents
  }
}

/// The states of a session.
struct Replay {
  private let trace: Trace

  init(_ reading: SessionReading) { trace = reading.trace }

  /// The index of the last record.
  var last: Int { trace.events.count - 1 }

  /// The index of the last record up to a `seq` or a wall clock.
  func index(_ point: String) throws -> Int {
    if let seq = Int64(point) {
      return try found(trace.events.lastIndex { $0.seq <= seq }, point)
    }
    let bytes = Array(point.utf8)
    guard let wall = bytes.withUnsafeBytes(WallClock.parse) else {
      throw UsageError(
        "'\(point)' is no point of a session: it takes a seq such as 12, or a wall clock such as "
          + WallClock.text(trace.events[0].wall))
    }
    return try found(trace.events.lastIndex { $0.wall <= wall }, point)
  }

  private func found(_ index: Int?, _ point: String) throws -> Int {
    guard let index else {
      throw UsageError(
        "'\(point)' lies before the session: it begins with seq \(trace.events[0].seq) at "
          + WallClock.text(trace.events[0].wall))
    }
    return index
  }

  /// The state after the record of this index, as JSON.
  func state(after index: Int) -> String {
    var text = ""
    fold(upTo: index) { position, session in
      if position == index { text = StateJSON.text(session, trace, after: position) }
    }
    return text
  }

  /// The state after each record.
  func every(_ visit: (String) -> Void) {
    fold(upTo: last) { position, session in
      visit(StateJSON.text(session, trace, after: position))
    }
  }

  private func fold(upTo end: Int, _ visit: (Int, Session) -> Void) {
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
