internal import AdSession

/// How a record comes into its session.
extension InputAssembly {
  /// Appends a record to its session, its texts as symbols of that session.
  @inline(__always)
  func store(
    _ parsed: Cell<ParsedLine>, in session: SessionPointer, _ block: ParsedBlock
  ) {
    let (event, place) = session.value.nextRecord()
    // As whole words: field by field it would take twice as long.
    UnsafeMutableRawPointer(event).copyMemory(
      from: UnsafeRawPointer(parsed.address), byteCount: MemoryLayout<Event>.stride)
    event.pointee.line = UInt32(truncatingIfNeeded: line)
    let known = session.value.symbols.count
    intern(&event.pointee.unit, session, block)
    intern(&event.pointee.scene, session, block)
    intern(&event.pointee.ad, session, block)
    intern(&event.pointee.request, session, block)
    intern(&event.pointee.load, session, block)
    intern(&event.pointee.text, session, block)
    let byte = UInt64(truncatingIfNeeded: block.byteOffset &+ parsed.value.offset)
    let mark = byte &<< 1 | (parsed.value.hasChecksum ? 1 : 0)
    place.pointee = mark
    session.value.note(event, mark, known: known)
  }

  @inline(__always)
  private func intern(_ symbol: inout Symbol, _ session: SessionPointer, _ block: ParsedBlock) {
    if symbol.id == 0 { return }
    let place = cache.place(of: symbol.id, session)
    symbol = place.pointee.symbol(of: symbol.id, session) ?? find(symbol.id, session, block, place)
  }

  /// The symbol of a block's text, which the cache then knows.
  @inline(never)
  private func find(
    _ number: UInt32, _ session: SessionPointer, _ block: ParsedBlock,
    _ place: UnsafeMutablePointer<BlockCache.KnownSymbol>
  ) -> Symbol {
    let text = block.text(number)
    let symbol = text.symbol(in: &session.value.symbols)
    place.pointee = BlockCache.KnownSymbol(symbol, of: number, session)
    return symbol
  }

  /// What a record's kind means for its session as a whole.
  func noteKind(
    _ parsed: Cell<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock
  ) {
    switch parsed.value.event.kind {
    case .configChanged:
      let settings = block.policy(of: parsed.value)
      session.value.policies.append((session.value.count - 1, settings))
    case .sessionEnded, .sessionSealed:
      if parsed.value.event.kind == .sessionSealed { session.value.hasSeal = true }
      session.value.closing = line
      closing.append((session.value.nameHash, line))
    case .sessionContinued:
      session.value.closing = 0
      session.value.isContinued = true
    default: break
    }
  }
}
