internal import AdSession
internal import JSONLines

/// Adds records to their sessions.
extension InputAssembly {
  /// Appends a record to its session; its texts become symbols of that session.
  ///
  /// - Returns: Whether it is stored, and not only counted as one more repetition of a stored line.
  @inline(__always)
  @discardableResult
  func store(
    _ parsed: Cell<ParsedLine>, in session: SessionPointer, _ block: ParsedBlock
  ) -> Bool {
    if parsed.value.event.seq <= session.value.highestSeq, drops(parsed, session, block) {
      return false
    }
    let byte = UInt64(truncatingIfNeeded: block.byteOffset &+ parsed.value.offset)
    let mark = byte &<< 1 | (parsed.value.hasChecksum ? 1 : 0)
    let event = session.value.append(copyOf: Cell(address: parsed.event), mark: mark)
    event.value.line = UInt32(truncatingIfNeeded: line)
    let known = session.value.symbols.count
    intern(&event.value.unit, session, block)
    intern(&event.value.scene, session, block)
    intern(&event.value.ad, session, block)
    intern(&event.value.request, session, block)
    intern(&event.value.load, session, block)
    intern(&event.value.text, session, block)
    if !parsed.value.freeTexts.isEmpty { addFreeTexts(of: parsed, to: session, block) }
    session.value.note(event, mark, known: known)
    if session.value.usesLines { addLine(parsed, to: session, block) }
    return true
  }

  /// Keeps the free texts of a stored record.
  @inline(never)
  private func addFreeTexts(
    of parsed: Cell<ParsedLine>, to session: SessionPointer, _ block: ParsedBlock
  ) {
    for (index, field) in parsed.value.event.kind.freeTexts.enumerated() {
      var text = Symbol(id: parsed.value.freeTexts[UInt8(index + 1)])
      if !text.isPresent { continue }
      intern(&text, session, block)
      session.value.freeTexts.append((session.value.count - 1, field, text))
    }
  }

  /// Hashes the line of a stored record.
  @inline(never)
  private func addLine(
    _ parsed: Cell<ParsedLine>, to session: SessionPointer, _ block: ParsedBlock
  ) {
    let bytes = block.bytes(of: parsed.value)
    if session.value.keepsHashes { session.value.hashes.append(LineHash.of(bytes)) }
    session.value.seals?.add(
      parsed.value.event, bytes, line: line, byte: block.byteOffset + parsed.value.offset)
  }

  /// Begins to hash the lines of a session if it announces seals, and stops if it announces none.
  ///
  /// If the first line of a session is another one, the line that announced seals may be lost.
  func noteSeals(_ event: Event, _ session: SessionPointer) {
    switch event.kind {
    case .sessionBegan where event.seals != true: session.value.seals?.isAnnounced = false
    case .sessionBegan: beginSeals(of: session, areAnnounced: true)
    case .sessionContinued where event.seals == true:
      beginSeals(of: session, areAnnounced: true)
    case .sessionContinued: break
    case .sessionSealed where session.value.seals == nil:
      beginSeals(of: session, areAnnounced: session.value.isEmpty)
    default: if session.value.isEmpty { beginSeals(of: session, areAnnounced: true) }
    }
  }

  private func beginSeals(of session: SessionPointer, areAnnounced: Bool) {
    if let seals = session.value.seals { return seals.isAnnounced = areAnnounced }
    // The line of another header is also a record.
    let damaged = session.value.damaged.lines.count { $0.code != .secondHeader || !$0.seqs.isEmpty }
    session.value.seals = SealCheck(
      of: session.value.name, id: session.value.id, key: sealKey, isAnnounced: areAnnounced,
      after: session.value.count + damaged)
  }

  /// Adds a damaged line to its session.
  func add(_ damaged: DamagedLine, _ bytes: ByteView, to session: SessionPointer) {
    if session.value.isEmpty { beginSeals(of: session, areAnnounced: true) }
    session.value.damaged.append(damaged)
    session.value.seals?.add(bytes)
  }

  /// Whether a record repeats a stored line and is counted instead of stored.
  @inline(never)
  func drops(
    _ parsed: Cell<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock
  ) -> Bool {
    session.value.repeats.drops(
      parsed.value.event.seq, isOfSession: parsed.value.event.kind.isUnknownOrOfSession,
      record: session.value.count, hash: { LineHash.of(block.bytes(of: parsed.value)) },
      at: (line, block.byteOffset + parsed.value.offset), keepsLines: keepsRepeatedLines)
  }

  @inline(__always)
  private func intern(_ symbol: inout Symbol, _ session: SessionPointer, _ block: ParsedBlock) {
    if symbol.id == 0 { return }
    let entry = cache.entry(of: symbol.id, session)
    symbol = entry.value.symbol(of: symbol.id, session) ?? find(symbol.id, session, block, entry)
  }

  /// Returns the symbol of a block's text and stores it in the cache.
  @inline(never)
  private func find(
    _ number: UInt32, _ session: SessionPointer, _ block: ParsedBlock,
    _ entry: Cell<BlockCache.KnownSymbol>
  ) -> Symbol {
    let text = block.text(number)
    let symbol = text.symbol(in: &session.value.symbols)
    entry.value = BlockCache.KnownSymbol(symbol, of: number, session)
    return symbol
  }

  /// Updates a session for the kind of its last record.
  func noteKind(
    _ parsed: Cell<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock, isStored: Bool
  ) {
    switch parsed.value.event.kind {
    case .configChanged:
      guard isStored else { return }
      let settings = block.policy(of: parsed.value)
      session.value.policies.append((session.value.count - 1, settings))
    case .sessionEnded, .sessionSealed:
      if parsed.value.event.kind == .sessionSealed {
        session.value.hasSeal = true
        if isStored { session.value.repeats.beginPart() }
      }
      session.value.closing = line
      closing.append((session.value.nameHash, line))
    case .sessionContinued:
      session.value.closing = 0
      session.value.isContinued = true
      if isStored { session.value.repeats.beginPart() }
    default: break
    }
  }
}
