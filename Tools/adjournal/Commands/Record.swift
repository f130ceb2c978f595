import AdRecording
import AdReplay
import JournalFormat
import AdSession

extension CommandEntry {
  static let record = CommandEntry(
    name: "record",
    says: "A real recorder behind standard input: one event a line, without envelope.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--durability", value: .one("POLICY"),
        says: "memory, process, ordered or durable (default: process).",
        choices: Durability.allCases.map(\.rawValue)),
      OptionEntry(
        name: "--session", value: .one("NAME"),
        says: "The session's name (default: 32 random hexadecimal digits)."),
      .key("Seals the file with this key: 32 bytes, or 64 hexadecimal digits."),
    ],
    examples: [
      Example(
        #"echo '{"event":"app.launched","cold":true}' | adjournal record session.jsonl"#,
        "prints 2, since the header is record 1"),
      Example(
        "adjournal cat Journals/incidents/app-open-shown-after-unlock.jsonl "
          + "| adjournal record --durability durable again.jsonl && adjournal check again.jsonl",
        "records a session once more, with clocks of its own"),
    ],
    details: """
      Prints the seq of each event when its record is as safe as the policy promises: memory (taken
      into the queue), process (written: survives the end of the process), ordered (and never there
      without what came before), durable (on the drive: survives a power cut). A line that is no
      event is said with its number, and left out. Where the first line is no session.began, a
      header is made. FILE must not be there yet; where writing it fails, the session goes on in
      FILE-2. Fields that the vocabulary does not have are left out, response ids are hashed.
      """
  ) { arguments, terminal in
    var run = try RecordRun(arguments)
    try StandardInput.forEachPiece { lines in
      for line in lines { run.take(line) }
      run.acknowledge(&terminal)
    }
    return run.end(&terminal)
  }
}

/// One session that is recorded from lines.
struct RecordRun {
  private let path: String
  private let recorder: Recorder
  private var reader: EventLine.Reader
  private var line = 0
  private var hasBegun = false
  private var hasEnded = false
  /// What was recorded and is not acknowledged yet.
  private var waiting: [Int64] = []
  private var refused = 0
  private var told: Set<String> = []
  private var complaint = ""

  init(_ arguments: Arguments) throws {
    path = arguments.operands[0]
    let place = try RecordPlace(path)
    var random = SystemRandomNumberGenerator()
    let name =
      arguments.value("--session")
      ?? (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(RecordPlace.isNameByte) else {
      throw UsageError(
        "'\(name)' is no name of a session; it takes 1 to 64 of A-Z a-z 0-9 . _ -")
    }
    var options = Recorder.Options(session: name)
    options.durability =
      arguments.value("--durability").flatMap { Durability(rawValue: $0) }
      ?? .process
    options.sealKey = try arguments.sealKey().map { EvolvingKey($0, session: name) }
    options.segmentBytes = 1 << 50
    options.segmentMilliseconds = 1 << 40
    options.totalBytes = 0
    options.makesFolder = false
    options.fileName = { place.name(ofSegment: $0) }
    recorder = Recorder(folder: place.folder, session: name, options: options)
    let salt = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    reader = EventLine.Reader(salt: ResponseSalt(salt))
  }

  /// Takes one line: an event goes to the recorder, all else is said.
  mutating func take(_ bytes: [UInt8]) {
    line += 1
    if bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return }
    do throws(EventLine.Fault) {
      try record(try reader.event(bytes))
    } catch {
      refused += 1
      let near = error.unknownKind.flatMap { name in
        Nearest.to(name, in: Vocabulary.entries.map(\.name))
      }
      let hint = near.map { "; did you mean '\($0)'?" } ?? ""
      Terminal.complain("line \(line): \(error.description)\(hint)")
    }
  }

  private mutating func record(_ event: EventLine) throws(EventLine.Fault) {
    if hasEnded { throw EventLine.Fault("the session has ended; nothing follows `session.ended`") }
    if event.kind == .sessionBegan {
      if hasBegun { throw EventLine.Fault("`session.began` is the first event of a session") }
      hasBegun = true
      waiting.append(send(event.asHeader(checksums: true)))
    } else {
      begin()
      waiting.append(send(event))
    }
    hasEnded = event.kind == .sessionEnded
    for name in event.leftOut where told.insert("\(event.kind.name) \(name)").inserted {
      Terminal.complain(
        "line \(line): `\(name)` is no field of `\(event.kind.name)` that a recorder takes; "
          + "it was left out here and is in later lines")
    }
  }

  /// Records a header of its own where the input has none.
  private mutating func begin() {
    if hasBegun { return }
    hasBegun = true
    let facts = SessionFacts(
      app: "adjournal record", appVersion: CommandTable.version, build: .debug,
      os: RecordPlace.system, osVersion: "unknown", sdk: "unknown", sdkVersion: "unknown")
    _ = send(facts.header(install: nil, checksums: true))
  }

  /// The seq of the record; 0 where there was no room for it, even after waiting.
  private func send(_ event: some RecordedEvent) -> Int64 {
    let seq = recorder.record(event)
    if seq > 0 { return seq }
    _ = recorder.flushAndWait()
    return recorder.record(event)
  }
}

extension RecordRun {
  /// Prints what is safe now, in the order of the input.
  mutating func acknowledge(_ terminal: inout Terminal) {
    report(recorder.flushAndWait(), &terminal)
  }

  private mutating func report(_ acknowledgement: Acknowledgement, _ terminal: inout Terminal) {
    var safe = 0
    while safe < waiting.count, waiting[safe] <= acknowledgement.through {
      if waiting[safe] > 0 { terminal.write("\(waiting[safe])\n") }
      safe += 1
    }
    waiting.removeFirst(safe)
    terminal.flush()
    if let degradation = acknowledgement.degradation, "\(degradation)" != complaint {
      complaint = "\(degradation)"
      Terminal.complain("\(path): \(complaint)")
    }
  }

  /// Ends the session and says how that went.
  mutating func end(_ terminal: inout Terminal) -> ExitCode {
    begin()
    if !hasEnded { _ = send(Recorded.SessionEnded.sessionEnded(reason: .other)) }
    let last = recorder.closeAndWait()
    report(last, &terminal)
    var codes: [ExitCode] = []
    if refused > 0 {
      codes.append(.damaged)
      Terminal.complain("\(refused) of \(line) lines left out")
    }
    if last.lost > 0 { Terminal.complain("\(path): \(last.lost) records were lost") }
    if !last.isComplete || last.lost > 0 || !waiting.isEmpty { codes.append(.unreadable) }
    return ExitCode.worst(codes)
  }
}
