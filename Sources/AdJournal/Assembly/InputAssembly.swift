internal import AdSession

/// Puts the lines of one input to their sessions, in the order of the file.
///
/// What it does with a line depends on the lines before it only, never on where blocks begin.
final class InputAssembly {
  /// A record so many lines behind the end of its session is late.
  static let lateLines = 65_536

  let input: Int
  let path: String
  /// Names of sessions that stay open until the end of the input.
  private let kept: Set<String>
  /// If not nil, only sessions of these names are assembled, and none is ever late.
  private let only: Set<String>?
  /// Whether late records call for a second reading of the input; else they are damage.
  private let canReadAgain: Bool
  /// Whether lines are kept for seals, since the input cannot be read again.
  private let keepsRaw: Bool

  var summary: JournalSummary
  /// Sessions that a late record belongs to, if the input can be read again.
  private(set) var late: Set<String> = []
  /// Sessions that began since the last call, by line.
  var begun: [Int] = []
  private var table = SessionTable()
  private var closing: [(session: SessionPointer, generation: Int, line: Int)] = []
  private var closingHead = 0
  private var line = 0
  private var last = Last.none
  private let pool: PoolBox

  /// The session of the line before.
  private enum Last {
    case none
    case open(SessionPointer)
    case done(String)
  }

  init(
    input: Int, path: String, pool: PoolBox, kept: Set<String> = [], only: Set<String>? = nil,
    canReadAgain: Bool, keepsRaw: Bool
  ) {
    self.input = input
    self.path = path
    self.pool = pool
    self.kept = kept
    self.only = only
    self.canReadAgain = canReadAgain
    self.keepsRaw = keepsRaw
    summary = JournalSummary(path: path)
  }

  /// Takes over a block's lines and appends the sessions that are complete by them.
  func append(_ block: ParsedBlock, completed: inout [SessionPointer]) {
    addCounts(of: block)
    if block.hasByteOrderMark {
      summary.notes.append(
        Note(
          .byteOrderMark, line: 1, byte: 0,
          because: "the file begins with a byte-order mark, which a journal does not have"))
    }
    let tail = block.endsInTail ? block.lineCount - 1 : -1
    for index in 0..<block.lineCount {
      line &+= 1
      let parsed = block.lines + index
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
    }
  }

  private func addCounts(of block: ParsedBlock) {
    summary.bytes += block.oversize.map { $0 + (block.isLast ? 0 : 1) } ?? block.count
    summary.lines += block.lineCount
    guard only == nil else { return }
    summary.highestVersion = max(summary.highestVersion, block.highestVersion)
    for (name, count) in block.unknownKinds {
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
    _ parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock,
    _ completed: inout [SessionPointer]
  ) {
    switch parsed.pointee.status {
    case .record: addRecord(parsed, block, &completed)
    case .blank: addBlank(parsed, block)
    case .damaged:
      let fault = block.faults[Int(parsed.pointee.extra)]
      addDamage(fault, parsed, block, isTail: false, &completed)
    }
  }

  private func addBlank(_ parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock) {
    summary.notes.append(
      Note(
        .blankLine, line: line, byte: block.byteOffset + parsed.pointee.offset,
        because: "the line has nothing but white space, and was left out"))
  }

  @inline(__always)
  private func addRecord(
    _ parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock,
    _ completed: inout [SessionPointer]
  ) {
    if parsed.pointee.sameSession, case .open(let session) = last,
      session.pointee.closing == 0, parsed.pointee.event.kind.rawValue > EventKind.note.rawValue
    {
      return store(parsed, in: session, block)
    }
    guard let session = session(for: parsed, block, &completed) else { return }
    last = .open(session)
    store(parsed, in: session, block)
    noteKind(parsed, session, block)
  }

  /// The session that a record belongs to; nil where the record goes to none.
  @inline(never)
  private func session(
    for parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock,
    _ completed: inout [SessionPointer]
  ) -> SessionPointer? {
    let name = block.text(parsed.pointee.session)
    guard let session = find(name, &completed) else {
      addLate(name.string, byte: block.byteOffset + parsed.pointee.offset)
      last = .done(name.string)
      return nil
    }
    guard parsed.pointee.event.kind == .sessionBegan else { return session }
    return sessionOfHeader(parsed, session, block)
  }

  /// Appends a record to its session, its texts as symbols of that session.
  @inline(__always)
  private func store(
    _ parsed: UnsafeMutablePointer<ParsedLine>, in session: SessionPointer, _ block: ParsedBlock
  ) {
    var event = parsed.pointee.event
    event.line = UInt32(truncatingIfNeeded: line)
    intern(&event.unit, session, block)
    intern(&event.scene, session, block)
    intern(&event.ad, session, block)
    intern(&event.request, session, block)
    intern(&event.load, session, block)
    intern(&event.text, session, block)
    let byte = UInt64(truncatingIfNeeded: block.byteOffset &+ parsed.pointee.offset)
    session.pointee.append(
      event, hash: parsed.pointee.hash,
      mark: byte &<< 1 | (parsed.pointee.hasChecksum ? 1 : 0))
    if keepsRaw { keepRaw(parsed, session, block) }
  }

  @inline(__always)
  private func intern(_ symbol: inout Symbol, _ session: SessionPointer, _ block: ParsedBlock) {
    if symbol.id == 0 { return }
    let text = block.text(symbol.id)
    symbol = session.pointee.symbols.intern(text.bytes, hash: text.hash)
  }

  private func keepRaw(
    _ parsed: UnsafeMutablePointer<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock
  ) {
    session.pointee.raw.append(contentsOf: block.bytes(of: parsed.pointee))
    session.pointee.raw.append(0x0A)
  }

  /// What a record's kind means for its session as a whole.
  private func noteKind(
    _ parsed: UnsafeMutablePointer<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock
  ) {
    switch parsed.pointee.event.kind {
    case .configChanged:
      let settings = block.policies[Int(parsed.pointee.extra)]
      session.pointee.policies.append((session.pointee.count - 1, settings))
    case .sessionEnded, .sessionSealed:
      if parsed.pointee.event.kind == .sessionSealed { session.pointee.hasSeal = true }
      session.pointee.closing = line
      closing.append((session, session.pointee.generation, line))
    case .sessionContinued: session.pointee.closing = 0
    default: break
    }
  }
}

// MARK: - Headers

extension InputAssembly {
  /// Where a `session.began` goes: to the session, to a further one of its name, or nowhere.
  private func sessionOfHeader(
    _ parsed: UnsafeMutablePointer<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock
  ) -> SessionPointer? {
    let header = block.headers[Int(parsed.pointee.extra)]
    if parsed.pointee.event.seq != 1 {
      drop(parsed, session, block)
      return nil
    }
    var target = session
    if let known = session.pointee.headerHash, known != parsed.pointee.hash {
      target = sibling(of: session, headerHash: parsed.pointee.hash)
        ?? beginSibling(of: session, parsed, block)
    }
    if target.pointee.headerHash == nil { target.pointee.headerHash = parsed.pointee.hash }
    target.pointee.headers.append((target.pointee.count, header))
    return target
  }

  private func drop(
    _ parsed: UnsafeMutablePointer<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock
  ) {
    let seq = parsed.pointee.event.seq
    let byte = block.byteOffset + parsed.pointee.offset
    session.pointee.damaged.append(
      DamagedLine(
        code: .secondHeader, line: line, byte: byte, start: byte,
        because: "this `session.began` has seq \(seq), but a header has seq 1; it was dropped",
        seqs: [seq], after: session.pointee.count))
    if keepsRaw { keepRaw(parsed, session, block) }
    last = .open(session)
  }

  /// The session of the same name that has this header already; it becomes the current one.
  private func sibling(of session: SessionPointer, headerHash: UInt64) -> SessionPointer? {
    guard
      let index = session.pointee.older.firstIndex(where: {
        $0.pointee.headerHash == headerHash
      })
    else { return nil }
    let found = session.pointee.older[index]
    var family = session.pointee.older
    family[index] = session
    session.pointee.older = []
    found.pointee.older = family
    table.replace(session, with: found)
    return found
  }

  private func beginSibling(
    of session: SessionPointer, _ parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock
  ) -> SessionPointer {
    let new = pool.pool.take()
    new.pointee.name = session.pointee.name
    new.pointee.key = session.pointee.key
    new.pointee.nameHash = session.pointee.nameHash
    new.pointee.number = session.pointee.older.count + 2
    new.pointee.order = line
    new.pointee.older = session.pointee.older + [session]
    session.pointee.older = []
    let byte = block.byteOffset + parsed.pointee.offset
    new.pointee.damaged.append(
      DamagedLine(
        code: .secondHeader, line: line, byte: byte, start: byte,
        because: "session \(session.pointee.name) has another `session.began` already; "
          + "from here on it is called \(new.pointee.id)",
        seqs: [], after: 0))
    table.replace(session, with: new)
    begun.append(line)
    return new
  }
}

// MARK: - Damaged lines

extension InputAssembly {
  /// Puts a damaged line to the session that its bytes name, else to that of the line before.
  private func addDamage(
    _ fault: LineFault, _ parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock,
    isTail: Bool, _ completed: inout [SessionPointer]
  ) {
    let start = block.byteOffset + parsed.pointee.offset
    var damaged = DamagedLine(
      code: fault.code, line: line, byte: start + fault.byte, start: start,
      because: fault.because, seqs: fault.seqs, after: 0, isTail: isTail)
    switch owner(of: fault, block, &completed) {
    case .open(let session):
      damaged.after = session.pointee.count
      session.pointee.damaged.append(damaged)
      if keepsRaw { keepRaw(parsed, session, block) }
      last = .open(session)
    case .done(let name):
      last = .done(name)
      addHomeless(damaged, session: name)
    case .none: addHomeless(damaged, session: nil)
    }
  }

  private func owner(
    of fault: LineFault, _ block: ParsedBlock, _ completed: inout [SessionPointer]
  ) -> Last {
    if let name = fault.session {
      let text = block.keep(Array(name.utf8))
      guard let start = text.baseAddress else { return .none }
      let ref = TextRef(start: start, count: text.count, hash: SymbolTable.hash(text))
      guard let session = find(ref, &completed) else { return .done(name) }
      return .open(session)
    }
    guard case .open(let session) = last, isLate(session) else { return last }
    complete(session, &completed)
    return .done(session.pointee.name)
  }

  /// Damage whose session is not there (any more).
  private func addHomeless(_ damaged: DamagedLine, session: String?) {
    if let session {
      if let only, !only.contains(session) { return }
      if canReadAgain {
        late.insert(session)
        return
      }
    }
    summary.damage.append(
      Damage(
        damaged.code, line: damaged.line, byte: damaged.byte, session: session,
        because: damaged.because))
  }

  private func addLate(_ name: String, byte: Int) {
    if let only, !only.contains(name) { return }
    if canReadAgain {
      late.insert(name)
      return
    }
    summary.damage.append(
      Damage(
        .lateRecord, line: line, byte: byte, session: name,
        because: "the record comes more than \(Self.lateLines) lines after the end of its session; "
          + "it was not judged"))
  }

  /// The last line, which has no line feed.
  private func addTail(
    _ parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock,
    _ completed: inout [SessionPointer]
  ) {
    switch parsed.pointee.status {
    case .blank: addBlank(parsed, block)
    case .record where parsed.pointee.hasChecksum:
      addNewlineNote(parsed, block)
      addRecord(parsed, block, &completed)
    case .record:
      let fault = LineFault(
        code: .tornTail, byte: 0, because: Self.tornSentence,
        session: block.text(parsed.pointee.session).string, seqs: [parsed.pointee.event.seq])
      addDamage(fault, parsed, block, isTail: true, &completed)
    case .damaged:
      var fault = block.faults[Int(parsed.pointee.extra)]
      if !isPadding(fault, parsed, block) {
        fault.code = .tornTail
        fault.byte = 0
        fault.because = Self.tornSentence
      }
      addDamage(fault, parsed, block, isTail: true, &completed)
    }
  }

  static let tornSentence =
    "the last line has no line feed: the process died while writing it; it was left out"

  /// Whether nothing was written to the line but reserved room.
  private func isPadding(
    _ fault: LineFault, _ parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock
  ) -> Bool {
    fault.code == .nulPadding && block.bytes(of: parsed.pointee).allSatisfy { $0 == 0 }
  }

  private func addNewlineNote(_ parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock) {
    let name = block.text(parsed.pointee.session).string
    if let only, !only.contains(name) { return }
    summary.notes.append(
      Note(
        .missingNewline, line: line, byte: block.byteOffset + block.count, session: name,
        because: "the last line has no line feed, but its `crc` is right, so it is a record"))
  }
}

// MARK: - Beginning and end

extension InputAssembly {
  /// The open session of a name, begun if it is new; nil where its end is too far back.
  private func find(_ name: TextRef, _ completed: inout [SessionPointer]) -> SessionPointer? {
    switch table.find(name) {
    case .open(let session):
      guard isLate(session) else { return session }
      complete(session, &completed)
      return nil
    case .done: return nil
    case .new:
      if let only, !only.contains(name.string) { return nil }
      return begin(name)
    }
  }

  private func begin(_ name: TextRef) -> SessionPointer {
    let session = pool.pool.take()
    session.pointee.name = name.string
    session.pointee.key = SessionKey(name)
    session.pointee.nameHash = name.hash
    session.pointee.order = line
    table.insert(session)
    begun.append(line)
    return session
  }

  private func isLate(_ session: SessionPointer) -> Bool {
    guard session.pointee.closing > 0, line > session.pointee.closing + Self.lateLines else {
      return false
    }
    return only == nil && !kept.contains(session.pointee.name)
  }

  private func complete(_ session: SessionPointer, _ completed: inout [SessionPointer]) {
    table.finish(session)
    completed.append(contentsOf: session.pointee.older)
    completed.append(session)
    session.pointee.older = []
    if case .open(let open) = last, open == session { last = .done(session.pointee.name) }
  }

  /// Completes the sessions for which every further record would be late.
  private func collect(_ completed: inout [SessionPointer]) {
    while closingHead < closing.count, closing[closingHead].line + Self.lateLines <= line {
      let entry = closing[closingHead]
      closingHead += 1
      let session = entry.session.pointee
      guard session.generation == entry.generation, session.closing == entry.line else { continue }
      guard only == nil, !kept.contains(session.name), table.isOpen(entry.session) else { continue }
      complete(entry.session, &completed)
    }
    if closingHead > 1024, closingHead * 2 > closing.count {
      closing.removeFirst(closingHead)
      closingHead = 0
    }
  }

  /// The input is at its end: every session is complete.
  private func finish(_ block: ParsedBlock, _ completed: inout [SessionPointer]) {
    if block.isTornByDecompression && !block.endsInTail { addTornArchive(block, &completed) }
    for session in table.open.sorted(by: { $0.pointee.order < $1.pointee.order }) {
      complete(session, &completed)
    }
  }

  private func addTornArchive(_ block: ParsedBlock, _ completed: inout [SessionPointer]) {
    let end = block.byteOffset + block.count
    let damaged = DamagedLine(
      code: .tornTail, line: line + 1, byte: end, start: end,
      because: "the compressed file ends in the middle or is damaged from here on",
      seqs: [], after: 0, isTail: true)
    switch owner(of: LineFault(code: .tornTail, byte: 0, because: ""), block, &completed) {
    case .open(let session):
      session.pointee.damaged.append(damaged)
      session.pointee.damaged[session.pointee.damaged.count - 1].after = session.pointee.count
    case .done(let name): addHomeless(damaged, session: name)
    case .none: addHomeless(damaged, session: nil)
    }
  }
}

/// The pool that the inputs of one call share.
final class PoolBox {
  var pool = SessionPool()
  init() {}
}
