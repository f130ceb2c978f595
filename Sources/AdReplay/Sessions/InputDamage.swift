internal import AdSession

/// Assigns lines that are not records to sessions.
extension InputAssembly {
  /// Adds a damaged line to the session that its bytes name, else to the session of the line
  /// before.
  func addDamage(
    _ fault: LineFault, _ parsed: Cell<ParsedLine>, _ block: ParsedBlock,
    isTail: Bool, _ completed: inout [SessionPointer]
  ) {
    let start = block.byteOffset + parsed.value.offset
    var damaged = DamagedLine(
      code: fault.code, line: line, byte: start + fault.byte, start: start,
      because: fault.because, seqs: fault.seqs, after: 0, isTail: isTail)
    switch owner(of: fault, byte: start, block, &completed) {
    case .open(let session):
      damaged.after = session.value.count
      add(damaged, block.bytes(of: parsed.value), to: session)
      last = .open(session)
    case .complete(let name):
      last = .complete(name)
      addWithoutSession(damaged, session: name)
    case .none: addWithoutSession(damaged, session: nil)
    }
  }

  func owner(
    of fault: LineFault, byte: Int, _ block: ParsedBlock, _ completed: inout [SessionPointer]
  ) -> Last {
    if let name = fault.session {
      let text = block.keep(Array(name.utf8))
      guard let start = text.baseAddress else { return .none }
      let ref = TextRef(start: start, count: text.count, hash: SymbolTable.hash(text))
      guard let session = find(ref, byte: byte, &completed) else { return .complete(name) }
      return .open(session)
    }
    guard case .open(let session) = last, isLate(session) else { return last }
    complete(session, &completed)
    cache.removeSessions()
    return .complete(session.value.name)
  }

  /// Adds damage that belongs to no open session.
  func addWithoutSession(_ damaged: DamagedLine, session: String?) {
    summary.damage.add(
      Damage(
        damaged.code, line: damaged.line, byte: damaged.byte, session: session,
        because: damaged.because))
  }

  func addLate(_ name: String, byte: Int) {
    summary.damage.add(
      Damage(
        .lateRecord, line: line, byte: byte, session: name,
        because: "the record is more than \(lateLines) lines behind the end of its session; "
          + "it was not judged"))
  }

  /// The last line, which has no line feed.
  func addTail(
    _ parsed: Cell<ParsedLine>, _ block: ParsedBlock,
    _ completed: inout [SessionPointer]
  ) {
    switch parsed.value.status {
    case .blank: addBlank(parsed, block)
    case .record where parsed.value.hasChecksum:
      addNewlineNote(parsed, block)
      addRecord(parsed, block, &completed)
    case .record:
      let fault = LineFault(
        code: .tornTail, byte: 0, because: Self.tornSentence(block),
        session: block.text(parsed.value.session).string, seqs: [parsed.value.event.seq])
      addDamage(fault, parsed, block, isTail: true, &completed)
    case .damaged:
      var fault = block.fault(of: parsed.value)
      if !isPadding(fault, parsed, block) {
        fault.code = .tornTail
        fault.byte = 0
        fault.because = Self.tornSentence(block)
      }
      addDamage(fault, parsed, block, isTail: true, &completed)
    }
  }

  package static let tornArchiveSentence =
    "the compressed file ends in the middle or is damaged from here on"

  /// The reason why the last line of a block has no line feed.
  package static func tornSentence(_ block: ParsedBlock) -> String {
    block.isTornByDecompression
      ? "the compressed file ends in the middle of this line or is damaged there; the line was left out"
      : "the last line has no line feed: the process died while writing it; it was left out"
  }

  /// Whether the line consists of reserved bytes that were never written.
  private func isPadding(
    _ fault: LineFault, _ parsed: Cell<ParsedLine>, _ block: ParsedBlock
  ) -> Bool {
    fault.code == .nulPadding && block.bytes(of: parsed.value).allSatisfy { $0 == 0 }
  }

  private func addNewlineNote(_ parsed: Cell<ParsedLine>, _ block: ParsedBlock) {
    summary.notes.add(
      Note(
        .missingNewline, line: line, byte: block.byteOffset + block.count,
        session: block.text(parsed.value.session).string,
        because: "the last line has no line feed, but its `crc` is right, so it is a record"))
  }
}
