internal import AdSession
internal import JSONLines

/// The lines of a session as they are in its input: kept in memory, or read again from the file.
struct SessionLines {
  private let session: SessionPointer
  private let store: LineStore

  /// The lines of a session; nil where its file cannot be read again.
  init?(_ session: SessionPointer, path: String) {
    self.session = session
    if !session.value.hasLines {
      guard let file = FileLines(path: path) else { return nil }
      store = .file(file)
    } else {
      store = .memory(MemoryLines(of: session))
    }
  }

  /// Calls `body` with each line in the order of the file and the index of its record; nil for a
  /// damaged line.
  func forEach(_ body: (Int?, [UInt8]) -> Void) {
    var damaged = session.value.damaged.lines.filter {
      !($0.code == .secondHeader && $0.seqs.isEmpty)
    }[...]
    for index in 0..<session.value.count {
      while let line = damaged.first, line.after <= index {
        body(nil, store.line(at: line.start))
        damaged.removeFirst()
      }
      body(index, store.line(at: session.value.records[index].byte))
    }
    for line in damaged { body(nil, store.line(at: line.start)) }
  }

  /// The hashes of the lines of some records, whose indices rise; the others have 0.
  func hashes(of records: some Sequence<Int>) -> [UInt64] {
    var hashes = [UInt64](repeating: 0, count: session.value.count)
    if !session.value.hasLines {
      for index in records {
        hashes[index] = LineHash.of(store.line(at: session.value.records[index].byte))
      }
    } else {
      forEach { index, line in if let index { hashes[index] = LineHash.of(line) } }
    }
    return hashes
  }

  /// The hash of each record's line; 0 where the file cannot be read again.
  static func hashes(of session: SessionPointer, path: String) -> [UInt64] {
    let records = 0..<session.value.count
    return SessionLines(session, path: path)?.hashes(of: records)
      ?? [UInt64](repeating: 0, count: records.count)
  }

  /// Whether the file still contains some of the records, whose indices rise.
  ///
  /// A file can be changed or replaced after it was read; then its lines prove nothing. A record is
  /// recognised by its session, `seq`, clocks and kind.
  func stillHave(_ records: some Sequence<Int>) -> Bool {
    if session.value.hasLines { return true }
    var parser = BlockParser()
    let block = ParsedBlock(capacity: 1 << 12)
    return records.allSatisfy { index in
      let record = session.value.records[index]
      return parser.has(record.event, session, in: store.line(at: record.byte), block)
    }
  }

}

extension BlockParser {
  /// Whether a line contains a record of a session; uses the memory of the block.
  fileprivate mutating func has(
    _ event: Event, _ session: SessionPointer, in line: [UInt8], _ block: ParsedBlock
  ) -> Bool {
    block.clear()
    block.append(line + [0x0A])
    parse(block)
    guard block.lineCount == 1, block.lines[0].status == .record else { return false }
    let found = block.lines[0].event
    return found.seq == event.seq && found.t == event.t && found.wall == event.wall
      && found.kind == event.kind
      && block.text(block.lines[0].session).string == session.value.name
  }
}
