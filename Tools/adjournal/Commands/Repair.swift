import AdAudit
import AdReplay
import JournalInput
import AdReports
import AdSession
import JSONLines
import Platform

extension CommandEntry {
  static let repair = CommandEntry(
    name: "repair",
    summary: "Copy the intact lines to a new file, the other lines to a second one.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--to", value: .one("NEW"),
        help: "The new file for intact lines; other lines go to NEW.rest. Required.")
    ],
    examples: [
      Example(
        "adjournal repair Journals/damaged/torn-tail.jsonl --to whole.jsonl",
        "copy 15 records and write the torn line to whole.jsonl.rest", exits: .damaged),
      Example(
        "adjournal repair Journals/damaged/bad-crc.jsonl --to whole.jsonl "
          + "|| adjournal check whole.jsonl", "the missing record stays visible as a gap",
        exits: .damaged),
    ],
    details: """
      Never changes its input. Copies lines byte for byte, in their order. These lines go to NEW.rest:
      damaged lines, records that contradict another record, records whose clock cannot be trusted,
      and valid seals of a session that lost a line in this way. An invalid seal stays in NEW, as the
      only sign that something was changed. Blank lines and repeated records are dropped.

      Nothing is invented: lost records remain a gap. If the end of the input is damaged, NEW ends
      before the damage, like a session that was cut off. NEW.rest is not written if it would be
      empty.
      """
  ) { arguments, terminal in
    let path = arguments.operands[0]
    guard let target = try arguments.newFile() else {
      throw UsageError.missing("--to", hint: "example: --to repaired.jsonl")
    }
    guard JournalFiles.canReadAgain(path) || !NewFile.exists(path) && path != "-" else {
      let type = System.type(path: path) == .folder ? "folder" : "stream"
      throw UsageError("'repair' needs a regular file; '\(path)' is a \(type)")
    }
    let repair = try Repair(path)
    let counts = try repair.write(to: target)
    terminal.write(repair.summary(counts, target))
    terminal.flush()
    if repair.damage == 0 { return .fine }
    Terminal.printError(repair.warning(counts))
    return .damaged
  }
}

/// A repair reads its journal twice: first to find the trusted lines, then to copy the lines.
struct Repair {
  /// The number of lines in each file.
  struct Counts {
    var whole = 0
    var rest = 0
    /// The lines of the rest that were cut after 1 MiB.
    var cut = 0
  }

  let path: String
  /// The number of damaged locations.
  private(set) var damage = 0
  /// The destinations of the records.
  private var destinations = LineDestinations()
  /// The number of lines, and of those that are not blank.
  private var lines = (all: 0, written: 0)

  /// Reads the journal for the first time.
  init(_ path: String) throws {
    self.path = path
    Progress.begin(reading: [path])
    try Journal.forEachLine(of: path, isLenient: true) { line in
      lines.all = line.line
      if case .blank = line.content { return }
      lines.written += 1
    }
    var reader = JournalReader(jobs: 1)
    reader.keepsRepeatedLines = true
    reader.isLenient = true
    let loss = DiskLoss()
    let spool = Spool(loss: loss)
    Progress.begin(reading: [path])
    for delivery in reader.read([path], judge: { Part($0, spool) }) {
      switch delivery {
      case .session(let part): take(part, spool)
      case .journal(let summary): damage += summary.damage.total()
      case .failure(let error): throw error
      }
    }
    if let error = loss.error { throw error }
  }

  private mutating func take(_ part: Part, _ spool: Spool) {
    damage += part.damage
    for (line, destination) in Part.lines(spool.take(part.lines)) {
      destinations[line] = destination
    }
  }
}

/// What a repair needs of a session; its lines wait in the spool for the end of the journal.
private struct Part {
  let damage: Int
  /// The offset of the lines.
  let lines: UInt64

  /// Keeps the records of a session, but not a seal that lost one of its lines.
  ///
  /// A seal that was invalid before stays: without it, the bytes that were changed would seem
  /// intact.
  init(_ reading: SessionReading, _ spool: Spool) {
    damage = reading.damage.total()
    var bytes: [UInt8] = []
    for line in reading.repeatedLines.joined() { Self.append(line, .omitted, to: &bytes) }
    let lostLines = reading.damage.contains { !Self.keepsLines.contains($0.code) }
    for event in reading.trace.events {
      let isBroken = event.kind == .sessionSealed && lostLines && !reading.trace.hasBadSeal
      Self.append(Int(event.line), isBroken ? .rest : .whole, to: &bytes)
    }
    lines = spool.put(bytes)
  }

  /// The kinds of damage that remove no line of the session.
  private static let keepsLines: [DamageCode] = [
    .seqGap, .noHeader, .secondHeader, .nameReused, .badSeal, .unannouncedSeal,
  ]

  private static func append(
    _ line: Int, _ destination: LineDestinations.Destination, to bytes: inout [UInt8]
  ) {
    bytes.append(integer: UInt64(line) << 2 | UInt64(destination.rawValue))
  }

  static func lines(_ bytes: [UInt8]) -> [(line: Int, destination: LineDestinations.Destination)] {
    stride(from: 0, to: bytes.count, by: 8).compactMap { start in
      guard let entry = bytes.integer(at: start, as: UInt64.self),
        let destination = LineDestinations.Destination(rawValue: UInt8(entry & 3))
      else { return nil }
      return (Int(entry >> 2), destination)
    }
  }
}

extension Repair {
  /// Reads the journal a second time and writes both files, or neither of them.
  func write(to target: String) throws -> Counts {
    let restPath = target + ".rest"
    try NewFile.refuseExisting([target, restPath])
    var whole = try NewFile(target)
    if lines.written == destinations.settled {
      let counts = try copy(&whole)
      try whole.publish()
      return counts
    }
    var rest = try NewFile(restPath)
    let counts = try copy(&whole, &rest)
    try NewFile.publish(&rest, &whole)
    return counts
  }

  private func copy(_ whole: inout NewFile) throws -> Counts {
    var counts = Counts()
    try forEachLine { line, destination in
      if destination == .whole { try Self.put(line, &whole, &counts.whole) }
    }
    return counts
  }

  private func copy(_ whole: inout NewFile, _ rest: inout NewFile) throws -> Counts {
    var counts = Counts()
    try forEachLine { line, destination in
      switch destination {
      case .omitted: break
      case .whole: try Self.put(line, &whole, &counts.whole)
      case .rest:
        try Self.put(line, &rest, &counts.rest)
        if case .damaged(let damage) = line.content, damage.code == .tooLong { counts.cut += 1 }
      }
    }
    return counts
  }

  /// Calls the body with each line of the first reading and its destination.
  private func forEachLine(
    _ body: (JournalLine, LineDestinations.Destination) throws -> Void
  ) throws {
    var last = 0
    try Journal.forEachLine(of: path, isLenient: true) { line in
      last = line.line
      if last > lines.all { return }
      switch line.content {
      case .blank: break
      case .damaged: try body(line, .rest)
      case .record: try body(line, destinations[line.line])
      }
    }
    if last < lines.all { throw InputError.changed(path) }
  }

  private static func put(
    _ line: JournalLine, _ file: inout NewFile, _ count: inout Int
  ) throws {
    try file.write(line.bytes.view.raw)
    file.endLine()
    count += 1
  }

  /// The counts of both files, for standard output.
  func summary(_ counts: Counts, _ target: String) -> String {
    let rest =
      counts.rest == 0
      ? "" : ", \(AuditText.count(counts.rest, "line")) in \(TerminalEscaping.text(target)).rest"
    return "\(TerminalEscaping.text(target))  \(AuditText.count(counts.whole, "record"))\(rest)\n"
  }

  /// The reason why the exit code is not 0.
  func warning(_ counts: Counts) -> String {
    if counts.rest == 0 {
      return "\(path): \(AuditText.count(damage, "damaged location")) that cannot be repaired; "
        + "run 'adjournal check \(path)' for details"
    }
    let cut =
      counts.cut == 0
      ? ""
      : "; \(AuditText.count(counts.cut, "line")) cut after 1 MiB"
    return "\(path): \(AuditText.count(counts.rest, "line")) not trusted\(cut); "
      + "run 'adjournal check \(path)' for details"
  }
}
