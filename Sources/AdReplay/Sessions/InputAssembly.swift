internal import AdSession
package import JournalFormat

/// Assigns the lines of one input to their sessions, in the order of the file.
///
/// The result for a line depends only on the lines before it, never on the bounds of blocks.
package final class InputAssembly {
  /// The usual ``lateLines``.
  static let lateLines = 65_536
  /// A session without a record in this number of lines is idle.
  static let idleLines = 16_384

  package let input: Int
  let path: String
  /// The sessions that stay open until the end of the input.
  let plan: SegmentPlan
  /// Whether sessions keep the hash of each line, because no line can be read again by its offset.
  let keepsHashes: Bool
  /// The key to verify seals with; nil compares only hashes and epochs.
  let sealKey: SealKey?
  /// A record is late if it is more than this number of lines behind the end of its session.
  let lateLines: Int
  /// Whether sessions keep the numbers of all repeated lines.
  let keepsRepeatedLines: Bool
  /// The number of records of a session that are packed together while it is read; tests set
  /// another.
  @exclusivity(unchecked) var pieceCount = OpenSession.pieceCount

  @exclusivity(unchecked) package var summary: JournalSummary
  /// Whether any line named a session.
  @exclusivity(unchecked) package var hasSessions = false
  /// The first lines of the sessions that began since the last call.
  @exclusivity(unchecked) package var begun: [Int] = []
  @exclusivity(unchecked) var table = SessionTable()
  /// The lines of the ends of sessions, with the hash of the name.
  @exclusivity(unchecked) var closing: [(name: UInt64, line: Int)] = []
  @exclusivity(unchecked) var closingHead = 0
  /// The lines at which to check whether a session is idle.
  @exclusivity(unchecked) var idleChecks: [(name: UInt64, line: Int)] = []
  @exclusivity(unchecked) var idleChecksHead = 0
  @exclusivity(unchecked) var line = 0
  /// The open session of the line before.
  @exclusivity(unchecked) private(set) var lastOpen: SessionPointer?
  /// The name of the session of the line before, if that session is complete.
  @exclusivity(unchecked) private var lastComplete: String?
  let pool: PoolBox
  /// The cache of the ``pool``.
  var cache: BlockCache { @inline(__always) _read { yield pool.cache } }

  /// The session of the line before.
  enum Last {
    case none
    case open(SessionPointer)
    case complete(String)
  }

  /// The session of the line before.
  var last: Last {
    get { lastOpen.map { .open($0) } ?? lastComplete.map { .complete($0) } ?? .none }
    set {
      (lastOpen, lastComplete) = (nil, nil)
      switch newValue {
      case .open(let session): lastOpen = session
      case .complete(let name): lastComplete = name
      case .none: break
      }
    }
  }

  package init(
    input: Int, path: String, pool: PoolBox, plan: SegmentPlan = SegmentPlan(),
    keepsHashes: Bool, lateLines: Int = InputAssembly.lateLines, sealKey: SealKey? = nil,
    keepsRepeatedLines: Bool = false
  ) {
    self.input = input
    self.path = path
    self.pool = pool
    self.plan = plan
    self.keepsHashes = keepsHashes
    self.lateLines = lateLines
    self.sealKey = sealKey
    self.keepsRepeatedLines = keepsRepeatedLines
    summary = JournalSummary(path: path)
  }

  deinit {
    // Sessions are left only if reading was stopped early.
    for session in table.open {
      for older in session.value.older { SessionPool.release(older) }
      SessionPool.release(session)
    }
  }

  /// Adds all lines of a block, parsing further pieces as needed; appends completed sessions.
  ///
  /// - Parameter parser: Parses the lines of the block that are not parsed yet.
  package func append(
    _ block: ParsedBlock, _ parser: inout BlockParser, completed: inout [SessionPointer]
  ) {
    summary.bytes += block.oversize.map { $0 + (block.isLast ? 0 : 1) } ?? block.count
    addLines(of: block, &completed)
    while parser.parseMore(block) { addLines(of: block, &completed) }
    if block.isLast {
      finish(block, &completed)
    } else {
      collect(&completed)
      packIdle()
      packPiece()
    }
  }

  /// Packs the records of a very long session.
  private func packPiece() {
    guard let session = lastOpen, session.value.records.count >= pieceCount else { return }
    session.value.packPiece(least: pieceCount)
  }

  private func addLines(of block: ParsedBlock, _ completed: inout [SessionPointer]) {
    addCounts(of: block)
    cache.beginBlock()
    if block.hasByteOrderMark {
      summary.notes.add(
        Note(
          .byteOrderMark, line: 1, byte: 0,
          because: "the file begins with a byte-order mark; it was left out"))
    }
    let tail = block.endsInTail ? block.lineCount - 1 : nil
    for index in 0..<block.lineCount {
      line &+= 1
      let parsed = block.line(index)
      if index == tail {
        addTail(parsed, block, &completed)
      } else {
        add(parsed, block, &completed)
      }
    }
  }

  private func addCounts(of block: ParsedBlock) {
    summary.lines += block.lineCount
    summary.highestVersion = max(summary.highestVersion, block.highestVersion)
    for (name, count) in block.unknownKinds.sorted(by: { $0.key < $1.key }) {
      let isKnown = summary.unknownKinds[name] != nil || summary.unknownKinds.count < 1000
      summary.unknownKinds[isKnown ? name : "…", default: 0] += count
    }
    for field in FieldName.allCases where block.unknownValues[Int(field.rawValue)] > 0 {
      let count = block.unknownValues[Int(field.rawValue)]
      summary.unknownValues[field.name, default: 0] += count
    }
  }

  @inline(__always)
  private func add(
    _ parsed: Cell<ParsedLine>, _ block: ParsedBlock,
    _ completed: inout [SessionPointer]
  ) {
    switch parsed.value.status {
    case .record: addRecord(parsed, block, &completed)
    case .blank: addBlank(parsed, block)
    case .damaged:
      let fault = block.fault(of: parsed.value)
      addDamage(fault, parsed, block, isTail: false, &completed)
    }
  }

  func addBlank(_ parsed: Cell<ParsedLine>, _ block: ParsedBlock) {
    summary.notes.add(
      Note(
        .blankLine, line: line, byte: block.byteOffset + parsed.value.offset,
        because: "the line contains only white space; it was left out"))
  }

  @inline(__always)
  func addRecord(
    _ parsed: Cell<ParsedLine>, _ block: ParsedBlock,
    _ completed: inout [SessionPointer]
  ) {
    let isOfKindForSession = parsed.value.event.kind.isUnknownOrOfSession
    if parsed.value.sameSession, !isOfKindForSession, let session = lastOpen,
      session.value.closing == 0
    {
      store(parsed, in: session, block)
      return
    }
    guard let session = session(for: parsed, block, &completed) else { return }
    lastOpen = session
    if isOfKindForSession || session.value.isEmpty { noteSeals(parsed.value.event, session) }
    let isStored = store(parsed, in: session, block)
    if isOfKindForSession { noteKind(parsed, session, block, isStored: isStored) }
  }

  /// The session that a record belongs to; nil where the record goes to none.
  @inline(never)
  private func session(
    for parsed: Cell<ParsedLine>, _ block: ParsedBlock,
    _ completed: inout [SessionPointer]
  ) -> SessionPointer? {
    let number = parsed.value.session
    if let known = cache.session(number), known.value.closing == 0,
      parsed.value.event.kind != .sessionBegan
    {
      return known
    }
    let name = block.text(number)
    let byte = block.byteOffset + parsed.value.offset
    guard let session = find(name, byte: byte, &completed) else {
      addLate(name.string, byte: byte)
      last = .complete(name.string)
      return nil
    }
    cache.keep(session, number)
    guard parsed.value.event.kind == .sessionBegan else { return session }
    return sessionOfHeader(parsed, session, block)
  }
}
