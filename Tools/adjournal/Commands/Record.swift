import AdRecording
import AdReplay
import AdReports
import JournalFormat
import AdSession

extension CommandEntry {
  static let record = CommandEntry(
    name: "record",
    summary: "Record events from standard input: one JSON object per line, without envelope.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--durability", value: .one("POLICY"),
        help: "Durability: memory, process, ordered or durable (default: process).",
        choices: Durability.allCases.map(\.rawValue)),
      OptionEntry(
        name: "--session", value: .one("NAME"),
        help: "Name of the session (default: 32 random hexadecimal digits)."),
      .key("Seal the journal with this key file: 32 bytes, or 64 hexadecimal digits."),
    ],
    examples: [
      Example(
        #"echo '{"event":"app.launched","cold":true}' | adjournal record session.jsonl"#,
        "print 2, because record 1 is the header"),
      Example(
        "adjournal cat Journals/incidents/app-open-shown-after-unlock.jsonl "
          + "| adjournal record --durability durable again.jsonl && adjournal check again.jsonl",
        "record the events of a session again, with new times"),
    ],
    details: """
      Prints the seq of each event as soon as its record is safe:

        memory   in the queue of the recorder
        process  written; survives the end of the process
        ordered  like process, and never stored without all earlier records
        durable  on the drive; survives a power failure

      An invalid line is reported with its number and skipped. If the first line is not session.began,
      a header is added that says only "unknown" about the app, and the time zone of this machine.
      FILE must not exist; if writing it fails, the session continues in FILE-2.
      If events arrive faster than they are written, reading waits. If writing fails for so long that
      the queue is full, events are dropped and counted. If FILE is deleted, replaced or
      truncated meanwhile, the records that are gone are counted, and the exit status is 4.
      Fields that are not in the vocabulary are omitted, response ids are hashed. Values that a field
      does not list, such as a misspelt format, are recorded; the first line with each is reported.
      """
  ) { arguments, terminal in
    var run = try RecordRun(arguments)
    var isEmpty = true
    try StandardInput.forEachPiece { lines in
      isEmpty = false
      for line in lines { run.take(line) }
      run.acknowledge(&terminal)
    }
    if isEmpty { throw RawFile.Failure.emptyInput }
    return run.end(&terminal)
  }
}

/// A session that is recorded from lines of text.
struct RecordRun {
  private let path: String
  private let recorder: Recorder
  private var reader = EventLine.Reader()
  private var line = 0
  private var hasBegun = false
  private var hasEnded = false
  /// The seq of each record that is not acknowledged yet.
  private var waiting: [Int64] = []
  private var skipped = 0
  /// The values that were reported as unknown.
  private var reportedValues: Set<EventLine.UnknownValue> = []
  /// The omitted fields that were reported, as "event field".
  private var reportedFields: Set<String> = []
  /// The last degradation that was printed.
  private var lastDegradation = ""
  /// The number of records that were reported as gone.
  private var removed: Int64 = 0
  /// Whether the queue is full and could not be written since the last acknowledgement.
  private var isBlocked = false

  init(_ arguments: Arguments) throws {
    path = arguments.operands[0]
    let target = try RecordingTarget(path)
    var random = SystemRandomNumberGenerator()
    let name =
      arguments.value("--session")
      ?? (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(RecordingTarget.isNameByte)
    else {
      throw UsageError(
        "invalid session name '\(name)' (1 to 64 characters of A-Z a-z 0-9 . _ -)")
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
    options.fileName = { target.name(ofSegment: $0) }
    options.responseSalt = ResponseSalt(
      (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    recorder = Recorder(folder: target.folder, session: name, options: options)
  }

  /// Records the event of one line, or prints why it is invalid.
  mutating func take(_ bytes: [UInt8]) {
    line += 1
    if bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return }
    do throws(EventLine.Fault) {
      try record(try reader.event(bytes))
    } catch {
      skipped += 1
      let near = error.unknownKind.flatMap { name in
        Nearest.to(name, in: Vocabulary.entries.map(\.name))
      }
      let hint = near.map { "; did you mean '\($0)'?" } ?? ""
      Terminal.printError("line \(line): \(error.description)\(hint)")
    }
  }

  private mutating func record(_ event: EventLine) throws(EventLine.Fault) {
    if hasEnded { throw EventLine.Fault("no event can follow `session.ended`") }
    if event.kind == .sessionBegan {
      if hasBegun { throw EventLine.Fault("`session.began` must be the first event of a session") }
      hasBegun = true
      waiting.append(send(event.asHeader(checksums: true, seals: true)))
    } else {
      begin()
      waiting.append(send(event))
    }
    hasEnded = event.kind == .sessionEnded
    for name in event.leftOut where reportedFields.insert("\(event.kind.name) \(name)").inserted {
      Terminal.printError(
        "line \(line): `\(event.kind.name)` has no field `\(name)`; "
          + "omitted here and in later lines")
    }
    for value in event.unknownValues where reportedValues.insert(value).inserted {
      let hint =
        Nearest.to(value.text, in: value.listed).map { "; did you mean '\($0)'?" }
        ?? " (\(value.listed.joined(separator: ", ")))"
      Terminal.printError("line \(line): unknown \(value.field) '\(value.text)'\(hint)")
    }
  }

  /// Records a header that says nothing about the app if the input has none.
  private mutating func begin() {
    if hasBegun { return }
    hasBegun = true
    let unknown = "unknown"
    let facts = SessionFacts(
      app: unknown, appVersion: unknown, build: .unknown, os: unknown, osVersion: unknown,
      sdk: unknown, sdkVersion: unknown)
    _ = send(facts.header(install: nil, checksums: true, seals: true))
  }

  /// Records the event, and waits until the queue is written if it is full.
  ///
  /// If that fails, the other events of this piece of the input do not try it again.
  ///
  /// - Returns: The seq of the record; 0 if writing fails and the event was dropped.
  private mutating func send(_ event: some RecordedEvent) -> Int64 {
    if isBlocked { return recorder.record(event) }
    let offered = recorder.offer(event)
    if offered > 0 { return offered }
    recorder.makeRoomAndWait()
    let seq = recorder.record(event)
    isBlocked = seq == 0
    return seq
  }
}

extension RecordRun {
  /// Prints the seq of each record that is safe now, in the order of the input.
  mutating func acknowledge(_ terminal: inout Terminal) {
    report(recorder.flushAndWait(), &terminal)
    isBlocked = false
  }

  private mutating func report(_ acknowledgement: Acknowledgement, _ terminal: inout Terminal) {
    var safe = 0
    while safe < waiting.count, waiting[safe] <= acknowledgement.through {
      if waiting[safe] > 0 { terminal.write(plain: "\(waiting[safe])\n") }
      safe += 1
    }
    waiting.removeFirst(safe)
    terminal.flush()
    if let degradation = acknowledgement.degradation, "\(degradation)" != lastDegradation {
      lastDegradation = "\(degradation)"
      Terminal.printError("\(path): \(lastDegradation)")
    }
    if acknowledgement.removed > removed {
      removed = acknowledgement.removed
      Terminal.printError(
        "\(path): file deleted, replaced or truncated during recording; "
          + "\(AuditText.count(Int(removed), "record")) gone")
    }
  }

  /// Ends the session and prints what was skipped or lost.
  mutating func end(_ terminal: inout Terminal) -> ExitCode {
    begin()
    if !hasEnded { _ = send(Recorded.SessionEvent.sessionEnded(reason: .other)) }
    let last = recorder.closeAndWait()
    report(last, &terminal)
    var codes: [ExitCode] = []
    if skipped > 0 {
      codes.append(.damaged)
      Terminal.printError("skipped \(skipped) of \(line) lines")
    }
    if last.lost > 0 { Terminal.printError("\(path): \(last.lost) records were lost") }
    if !last.isComplete || last.lost > 0 || removed > 0 || !waiting.isEmpty {
      codes.append(.unreadable)
    }
    return ExitCode.worst(codes)
  }
}
