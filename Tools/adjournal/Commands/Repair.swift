import AdReplay
import AdReports
import AdSession

extension CommandEntry {
  static let repair = CommandEntry(
    name: "repair",
    says: "Writes what is whole to a new file, what is not beside it; never changes its input.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--to", value: .one("NEW"),
        says: "The new file; what is not whole goes to NEW.rest. Neither may be there yet.")
    ],
    examples: [
      Example(
        "adjournal repair Journals/damaged/torn-tail.jsonl --to whole.jsonl",
        "copies 15 records and puts the torn line into whole.jsonl.rest", exits: .damaged),
      Example(
        "adjournal repair Journals/damaged/bad-crc.jsonl --to whole.jsonl "
          + "|| adjournal check whole.jsonl", "what is missing stays visible as a gap",
        exits: .damaged),
    ],
    details: """
      Lines are copied byte for byte, in their order. A line goes to NEW.rest where the line is
      damaged, where two records contradict each other, where its clock cannot be trusted, and where
      it is a seal that fits, of a session that lost a line so. A bad seal stays: nobody knows what
      was changed. Blank lines and repeated records are left out. What is lost stays a gap: nothing
      is invented; but where the end was damaged, NEW ends before it like any session that was cut.
      Without such lines there is no NEW.rest.
      """
  ) { arguments, terminal in
    let path = arguments.operands[0]
    guard let target = try arguments.newFile() else {
      throw UsageError("'adjournal repair' needs '--to NEW', the file to write")
    }
    guard JournalFiles.canReadAgain(path) || !NewFile.isThere(path) && path != "-" else {
      throw UsageError("'\(path)' is no file that can be read twice, and 'repair' needs one")
    }
    let repair = try Repair(path)
    let counts = try repair.write(to: target)
    terminal.write(repair.summary(counts, target))
    terminal.flush()
    if repair.damage == 0 { return .fine }
    Terminal.complain(repair.complaint(counts))
    return .damaged
  }
}

/// One journal, read once to see which lines can be trusted, and once more to copy them.
struct Repair {
  /// How many lines went where.
  struct Counts {
    var whole = 0
    var rest = 0
    /// Lines of the rest of which only the first 1 MiB could be copied.
    var cut = 0
  }

  private enum Place: UInt8 {
    case nowhere, whole, rest
  }

  let path: String
  /// What was found in the bytes.
  private(set) var damage = 0
  /// Where each line goes, from line 1.
  private var places: [Place] = [.nowhere]

  /// Reads the journal for the first time; throws the sentence of what cannot be read.
  init(_ path: String) throws {
    self.path = path
    try Journal.forEachLine(of: path) { line in
      switch line.content {
      case .blank: places.append(.nowhere)
      case .damaged, .record: places.append(.rest)
      }
    }
    try JournalReader(jobs: 1).read([path], judge: { $0 }) { delivery in
      switch delivery {
      case .session(let reading): take(reading)
      case .journal(let summary): damage += summary.damage.count
      case .failure(let error): throw error
      }
    }
  }

  /// Trusts the records of a session, but not a seal whose lines are no longer all there.
  ///
  /// A seal that is bad already has to stay: without it, the changed bytes that it tells of would
  /// pass for whole.
  private mutating func take(_ reading: SessionReading) {
    damage += reading.damage.count
    for note in reading.notes where note.code == .seqRepeated { place(note.line, .nowhere) }
    let lostLines = reading.damage.contains { !Self.keepsLines.contains($0.code) }
    for event in reading.trace.events {
      let isBroken = event.kind == .sessionSealed && lostLines && !reading.trace.hasBadSeal
      place(Int(event.line), isBroken ? .rest : .whole)
    }
  }

  /// Damage that leaves every line of the session where it is.
  private static let keepsLines: [DamageCode] = [
    .seqGap, .noHeader, .secondHeader, .nameReused, .badSeal,
  ]

  private mutating func place(_ line: Int, _ place: Place) {
    if places.indices.contains(line) { places[line] = place }
  }
}

extension Repair {
  /// Reads the journal a second time and writes both files, or none of them.
  func write(to target: String) throws -> Counts {
    let restPath = target + ".rest"
    try NewFile.refuse([target, restPath])
    var whole = try NewFile(target)
    if !places.contains(.rest) {
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
    try forEachLine { line, place in
      if place == .whole { try Self.put(line, &whole, &counts.whole) }
    }
    return counts
  }

  private func copy(_ whole: inout NewFile, _ rest: inout NewFile) throws -> Counts {
    var counts = Counts()
    try forEachLine { line, place in
      switch place {
      case .nowhere: break
      case .whole: try Self.put(line, &whole, &counts.whole)
      case .rest:
        try Self.put(line, &rest, &counts.rest)
        if case .damaged(let damage) = line.content, damage.code == .tooLong { counts.cut += 1 }
      }
    }
    return counts
  }

  /// Calls back with each line that was there the first time, and where it goes.
  private func forEachLine(_ body: (JournalLine, Place) throws -> Void) throws {
    var last = 0
    try Journal.forEachLine(of: path) { line in
      last = line.line
      if places.indices.contains(line.line) { try body(line, places[line.line]) }
    }
    if last < places.count - 1 { throw InputError.changed(path) }
  }

  private static func put(
    _ line: JournalLine, _ file: inout NewFile, _ count: inout Int
  ) throws {
    try file.write(line.bytes)
    file.endLine()
    count += 1
  }

  /// What was written, for standard output.
  func summary(_ counts: Counts, _ target: String) -> String {
    let rest =
      counts.rest == 0
      ? "" : ", \(AuditText.count(counts.rest, "line")) in \(TerminalEscaping.text(target)).rest"
    return "\(TerminalEscaping.text(target))  \(AuditText.count(counts.whole, "record"))\(rest)\n"
  }

  /// Why the exit code is not 0.
  func complaint(_ counts: Counts) -> String {
    if counts.rest == 0 {
      return "\(path): \(AuditText.count(damage, "damaged place")) that no copy can mend; "
        + "'adjournal check \(path)' shows the bytes"
    }
    let cut =
      counts.cut == 0
      ? ""
      : "; of \(AuditText.count(counts.cut, "line")) beyond 1 MiB only the first 1 MiB was copied"
    return "\(path): \(AuditText.count(counts.rest, "line")) cannot be trusted\(cut); "
      + "'adjournal check \(path)' says why"
  }
}
