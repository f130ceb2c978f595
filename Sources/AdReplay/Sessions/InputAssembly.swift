internal import AdSession

/// Puts the lines of one input to their sessions, in the order of the file.
///
/// What it does with a line depends on the lines before it only, never on where blocks begin.
final class InputAssembly {
  /// A record so many lines behind the end of its session is late where the input cannot be read
  /// again.
  static let lateLines = 65_536
  /// The same at the beginning of a file that can: see ``lateLines``.
  static let firstLateLines = 1024
  /// A session without a record in so many lines is silent.
  static let silentLines = 16_384

  let input: Int
  let path: String
  /// Names of sessions that stay open until the end of the input.
  let kept: Set<String>
  /// If not nil, only sessions of these names are assembled, and none is ever late.
  let only: Set<String>?
  /// Whether late records call for a second reading of the input; else they are damage.
  let canReadAgain: Bool
  /// The last lines of an input that cannot be read by places.
  let keptLines: KeptLines?
  /// A record so many lines behind the end of its session is late.
  ///
  /// An input that can be read again is, for late records, so that the number changes no verdict
  /// there. It begins small: what a session needs is in fast memory still when it is judged. Every
  /// late record doubles it, so that few sessions are read twice where writers mix their lines.
  @exclusivity(unchecked) var lateLines: Int

  @exclusivity(unchecked) var summary: JournalSummary
  /// Sessions that a late record belongs to, if the input can be read again.
  @exclusivity(unchecked) var late: Set<String> = []
  /// Sessions that began since the last call, by line.
  @exclusivity(unchecked) var begun: [Int] = []
  @exclusivity(unchecked) var table = SessionTable()
  /// The lines of ends of sessions, with the hash of the name.
  @exclusivity(unchecked) var closing: [(name: UInt64, line: Int)] = []
  @exclusivity(unchecked) var closingHead = 0
  /// When to look whether a session has become silent.
  @exclusivity(unchecked) var silence: [(name: UInt64, line: Int)] = []
  @exclusivity(unchecked) var silenceHead = 0
  @exclusivity(unchecked) var line = 0
  /// The open session of the line before.
  @exclusivity(unchecked) private(set) var lastOpen: SessionPointer?
  /// The name of the session of the line before, where that session is done with.
  @exclusivity(unchecked) private var lastDone: String?
  let pool: PoolBox
  /// That of the ``pool``.
  let cache: BlockCache

  /// Where the line before went to.
  enum Last {
    case none
    case open(SessionPointer)
    case done(String)
  }

  /// The session of the line before.
  var last: Last {
    get { lastOpen.map { .open($0) } ?? lastDone.map { .done($0) } ?? .none }
    set {
      (lastOpen, lastDone) = (nil, nil)
      switch newValue {
      case .open(let session): lastOpen = session
      case .done(let name): lastDone = name
      case .none: break
      }
    }
  }

  init(
    input: Int, path: String, pool: PoolBox, kept: Set<String> = [], only: Set<String>? = nil,
    canReadAgain: Bool, keptLines: KeptLines?
  ) {
    self.input = input
    self.path = path
    self.pool = pool
    cache = pool.cache
    self.kept = kept
    self.only = only
    self.canReadAgain = canReadAgain
    self.keptLines = keptLines
    lateLines = canReadAgain ? Self.firstLateLines : Self.lateLines
    summary = JournalSummary(path: path)
  }

  deinit {
    // Sessions are left only where reading was given up.
    for session in table.open {
      for older in session.value.older { SessionPool.release(older) }
      SessionPool.release(session)
    }
  }

  /// Takes over a block's lines and appends the sessions that are complete by them.
  func append(_ block: ParsedBlock, completed: inout [SessionPointer]) {
    addCounts(of: block)
    cache.beginBlock()
    keptLines?.begin(block)
    if block.hasByteOrderMark {
      summary.notes.append(
        Note(
          .byteOrderMark, line: 1, byte: 0,
          because: "the file begins with a byte-order mark, which a journal does not have"))
    }
    let tail = block.endsInTail ? block.lineCount - 1 : -1
    for index in 0..<block.lineCount {
      line &+= 1
      let parsed = block.line(index)
      if index == tail {
        addTail(parsed, block, &completed)
      } else {
        add(parsed, block, &completed)
      }
    }
    if block.isLast {
      finish(block, &completed)
    } else {
      collect(&completed)
      packSilent()
      keptLines?.end(line, late: lateLines)
    }
  }

  private func addCounts(of block: ParsedBlock) {
    summary.bytes += block.oversize.map { $0 + (block.isLast ? 0 : 1) } ?? block.count
    summary.lines += block.lineCount
    guard only == nil else { return }
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
    case .skipped: last = .none
    case .damaged:
      let fault = block.fault(of: parsed.value)
      addDamage(fault, parsed, block, isTail: false, &completed)
    }
  }

  func addBlank(_ parsed: Cell<ParsedLine>, _ block: ParsedBlock) {
    summary.notes.append(
      Note(
        .blankLine, line: line, byte: block.byteOffset + parsed.value.offset,
        because: "the line has nothing but white space, and was left out"))
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
      return store(parsed, in: session, block)
    }
    guard let session = session(for: parsed, block, &completed) else { return }
    lastOpen = session
    store(parsed, in: session, block)
    if isOfKindForSession { noteKind(parsed, session, block) }
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
    guard let session = find(name, &completed) else {
      addLate(name.string, byte: block.byteOffset + parsed.value.offset)
      last = .done(name.string)
      return nil
    }
    cache.keep(session, number)
    guard parsed.value.event.kind == .sessionBegan else { return session }
    return sessionOfHeader(parsed, session, block)
  }
}
