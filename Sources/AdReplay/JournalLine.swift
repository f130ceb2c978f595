internal import JSONLines
public import AdSession

/// One line of a journal as it stands in its file, for tools that copy or show lines.
///
/// It is judged by itself: what only a whole session shows (a repeated `seq`, a promised `crc`) is
/// not seen here.
public struct JournalLine {
  /// What a line is.
  public enum Content {
    /// A whole record.
    case record(Record)
    /// Damage; its session is the one that the bytes name.
    case damaged(Damage)
    /// White space only.
    case blank
  }

  /// The envelope of a whole record.
  public struct Record: Equatable, Sendable {
    /// `session`.
    public var session: String
    /// `seq`.
    public var seq: Int64
    /// `t`.
    public var t: Int64
    /// The wall clock, milliseconds since 1970.
    public var wall: Int64
    /// The kind.
    public var kind: EventKind
    /// Whether it has a `crc`, which then is right.
    public var hasChecksum: Bool
  }

  /// The line's bytes without its line feed; good only during the call that got them.
  public var bytes: UnsafeRawBufferPointer
  /// The line in its file, from 1.
  public var line: Int
  /// Offset of its first byte in the file (decompressed, for a `.gz`).
  public var byte: Int
  /// Whether the line has no line feed.
  public var isTail: Bool
  /// What it is.
  public var content: Content
}

extension Journal {
  /// Calls back with each line of a file, a named pipe or `-`, in order, in bounded memory.
  ///
  /// Of a line beyond the limit of 1 MiB the bytes are the first 1 MiB.
  ///
  /// - Returns: What is damaged in no line: an archive that ends behind a whole line, and in its middle.
  /// - Throws: ``InputError`` where it cannot be read, and what `body` throws.
  @discardableResult
  public static func forEachLine(
    of path: String, blockSize: Int = 1 << 20, _ body: (JournalLine) throws -> Void
  ) throws -> Damage? {
    #if hasFeature(Embedded)
      // An error of one of two types needs an existential, and there are no files.
      return nil
    #else
      let source = try ByteSource(path: path)
      let end = try forEachLine(of: source, blockSize, body)
      if let failure = end.failure { throw failure }
      return end.torn
    #endif
  }

  /// Calls back with each line of a journal in memory, in order.
  public static func forEachLine<Failure>(
    of bytes: [UInt8], blockSize: Int = 1 << 20, _ body: (JournalLine) throws(Failure) -> Void
  ) throws(Failure) {
    _ = try forEachLine(of: ByteSource(bytes: bytes, path: "journal.jsonl"), blockSize, body)
  }

  private static func forEachLine<Failure>(
    of bytes: ByteSource, _ blockSize: Int, _ body: (JournalLine) throws(Failure) -> Void
  ) throws(Failure) -> (torn: Damage?, failure: InputError?) {
    let source = BlockSource(count: 1, blockSize: max(1, blockSize)) { _ in .source(bytes) }
    let block = ParsedBlock(capacity: 1 << 16)
    var parser = BlockParser()
    var lines = LineReader()
    var torn: Damage?
    while source.next(into: block) {
      parser.parse(block)
      for index in 0..<block.lineCount { try body(lines.line(index, of: block)) }
      if let failure = block.failure { return (torn, failure) }
      if block.isTornUnsaid { torn = lines.tornArchive(block) }
    }
    return (torn, nil)
  }
}

/// Makes the lines of parsed blocks, one after the other.
private struct LineReader {
  private var line = 0
  private var session = ""
  private var sessionNumber: UInt32 = 0

  mutating func line(_ index: Int, of block: ParsedBlock) -> JournalLine {
    let parsed = block.lines[index]
    if index == 0 { sessionNumber = 0 }
    line += 1
    let isTail = block.endsInTail && index == block.lineCount - 1
    return JournalLine(
      bytes: block.bytes(of: parsed).raw, line: line, byte: block.byteOffset + parsed.offset,
      isTail: isTail, content: content(parsed, block, isTail: isTail))
  }

  private mutating func content(
    _ parsed: ParsedLine, _ block: ParsedBlock, isTail: Bool
  ) -> JournalLine.Content {
    switch parsed.status {
    case .blank, .skipped: return .blank
    case .record:
      let record = record(parsed, block)
      return isTail && !parsed.hasChecksum
        ? .damaged(torn(parsed, block, record.session)) : .record(record)
    case .damaged:
      let fault = block.fault(of: parsed)
      let isPadding =
        fault.code == .nulPadding && block.bytes(of: parsed).allSatisfy { $0 == 0 }
      if isTail && !isPadding { return .damaged(torn(parsed, block, fault.session)) }
      return .damaged(
        Damage(
          fault.code, line: line, byte: block.byteOffset + parsed.offset + fault.byte,
          session: fault.session, because: fault.because))
    }
  }

  /// The damage behind the last line.
  func tornArchive(_ block: ParsedBlock) -> Damage {
    Damage(
      .tornTail, line: line + 1, byte: block.byteOffset + block.count, session: nil,
      because: InputAssembly.tornArchiveSentence)
  }

  private func torn(_ parsed: ParsedLine, _ block: ParsedBlock, _ session: String?) -> Damage {
    Damage(
      .tornTail, line: line, byte: block.byteOffset + parsed.offset, session: session,
      because: InputAssembly.tornSentence(block))
  }

  private mutating func record(_ parsed: ParsedLine, _ block: ParsedBlock) -> JournalLine.Record {
    if parsed.session != sessionNumber {
      session = block.text(parsed.session).string
      sessionNumber = parsed.session
    }
    return JournalLine.Record(
      session: session, seq: parsed.event.seq, t: parsed.event.t, wall: parsed.event.wall,
      kind: parsed.event.kind, hasChecksum: parsed.hasChecksum)
  }
}
