public import AdReplay
public import AdSession
package import JSONLines

/// One line of a journal as it is in its file, for tools that copy or show lines.
///
/// Each line is checked by itself. Damage that only a whole session shows is not detected here,
/// such as a repeated `seq` or a missing `crc`.
public struct JournalLine {
  /// The bytes of a line without its line feed; valid only during the call that received the line.
  public struct Bytes: RandomAccessCollection {
    /// The bytes in place.
    package let view: ByteView

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of bytes.
    public var endIndex: Int { view.count }
    /// The byte at an offset in the line.
    public subscript(offset: Int) -> UInt8 { view[offset] }
  }

  /// The content of a line.
  public enum Content {
    /// A complete record.
    case record(Record)
    /// Damage; its session is the one in the bytes.
    case damaged(Damage)
    /// White space only.
    case blank
  }

  /// The envelope of a complete record.
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
    /// Whether it has a correct `crc`.
    public var hasChecksum: Bool
  }

  /// The bytes without the line feed; valid only during the call that received the line.
  public var bytes: Bytes
  /// The line in its file, from 1.
  public var line: Int
  /// The offset of its first byte in the file (decompressed, for a `.gz`).
  public var byte: Int
  /// Whether the line has no line feed.
  public var isTail: Bool
  /// A record, damage or a blank line.
  public var content: Content
  /// The `seq`s that a damaged line names.
  package var namedSeqs: [Int64] = []

  /// The session that its bytes name.
  var session: String? {
    switch content {
    case .record(let record): record.session
    case .damaged(let damage): damage.session
    case .blank: nil
    }
  }
}

extension Journal {
  // Errors of several types need `any Error`, which Embedded Swift does not have.
  #if !hasFeature(Embedded)
    /// Calls `body` with each line of a file, a named pipe or `-`, in order, in bounded memory.
    ///
    /// A line beyond the limit of 1 MiB is cut to its first 1 MiB.
    ///
    /// - Returns: Damage outside all lines: an archive that ends early, but after a complete line.
    /// - Throws: ``/AdReplay/InputError`` if the input cannot be read, and the errors of `body`.
    @discardableResult
    public static func forEachLine(
      of path: String, blockSize: Int = 1 << 20, _ body: (JournalLine) throws -> Void
    ) throws -> Damage? {
      try forEachLine(of: path, isLenient: false, blockSize: blockSize, body)
    }

    /// Calls `body` with each line, as ``forEachLine(of:blockSize:_:)`` does.
    ///
    /// - Parameter isLenient: Whether a file is read although it cannot be a journal; otherwise it
    ///   is an error, which may be known only at its end.
    /// - Parameter converter: Makes a journal from another text, whose lines are numbered then.
    @discardableResult
    package static func forEachLine(
      of path: String, isLenient: Bool, converter: JournalReader.Converter? = nil,
      blockSize: Int = 1 << 20,
      _ body: (JournalLine) throws -> Void
    ) throws -> Damage? {
      let source = try ByteSource(path: path, isLenient: isLenient)
      if let converter { source.convert(converter) }
      var namesSession = false
      let end = try forEachLine(of: source, blockSize) { line in
        namesSession = namesSession || line.session != nil
        try body(line)
      }
      if let failure = end.failure { throw failure }
      if !isLenient, !namesSession, let doubt = source.doubt { throw doubt }
      return end.torn
    }
  #endif

  /// Calls `body` with each line of a journal in memory, in order.
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
      repeat {
        for index in 0..<block.lineCount {
          var line = lines.line(index, of: block)
          if let original = bytes.originalLines { line.line = original[line.line] }
          try body(line)
        }
      } while parser.parseMore(block)
      if let failure = block.failure { return (torn, failure) }
      if block.isTornUnsaid { torn = lines.tornArchive(block) }
    }
    return (torn, nil)
  }
}

/// Makes the lines of parsed blocks in their order.
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
      bytes: JournalLine.Bytes(view: block.bytes(of: parsed)), line: line,
      byte: block.byteOffset + parsed.offset,
      isTail: isTail, content: content(parsed, block, isTail: isTail),
      namedSeqs: namedSeqs(parsed, block, isTail: isTail))
  }

  private func namedSeqs(_ parsed: ParsedLine, _ block: ParsedBlock, isTail: Bool) -> [Int64] {
    switch parsed.status {
    case .blank: []
    case .damaged: block.fault(of: parsed).seqs
    case .record: isTail && !parsed.hasChecksum ? [parsed.event.seq] : []
    }
  }

  private mutating func content(
    _ parsed: ParsedLine, _ block: ParsedBlock, isTail: Bool
  ) -> JournalLine.Content {
    switch parsed.status {
    case .blank: return .blank
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

  /// The damage of an archive that ends early, after its last line.
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
