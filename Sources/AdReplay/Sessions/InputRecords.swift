internal import AdSession

/// How a record comes into its session.
extension InputAssembly {
  /// Appends a record to its session, its texts as symbols of that session.
  @inline(__always)
  func store(
    _ parsed: UnsafeMutablePointer<ParsedLine>, in session: SessionPointer, _ block: ParsedBlock
  ) {
    let (event, place) = session.pointee.nextRecord()
    // As whole words: field by field it would take twice as long.
    UnsafeMutableRawPointer(event).copyMemory(
      from: UnsafeRawPointer(parsed), byteCount: MemoryLayout<Event>.stride)
    event.pointee.line = UInt32(truncatingIfNeeded: line)
    let known = session.pointee.symbols.count
    intern(&event.pointee.unit, session, block)
    intern(&event.pointee.scene, session, block)
    intern(&event.pointee.ad, session, block)
    intern(&event.pointee.request, session, block)
    intern(&event.pointee.load, session, block)
    intern(&event.pointee.text, session, block)
    let byte = UInt64(truncatingIfNeeded: block.byteOffset &+ parsed.pointee.offset)
    let mark = byte &<< 1 | (parsed.pointee.hasChecksum ? 1 : 0)
    place.pointee = mark
    session.pointee.note(event, mark, known: known)
  }

  @inline(__always)
  private func intern(_ symbol: inout Symbol, _ session: SessionPointer, _ block: ParsedBlock) {
    if symbol.id == 0 { return }
    let place = memo.place(of: symbol.id, session)
    symbol = place.pointee.symbol(of: symbol.id, session) ?? find(symbol.id, session, block, place)
  }

  /// The symbol of a block's text, which the memo then knows.
  @inline(never)
  private func find(
    _ number: UInt32, _ session: SessionPointer, _ block: ParsedBlock,
    _ place: UnsafeMutablePointer<BlockMemo.KnownSymbol>
  ) -> Symbol {
    let text = block.text(number)
    let symbol = session.pointee.symbols.intern(padded: text.start, text.count, hash: text.hash)
    place.pointee = BlockMemo.KnownSymbol(symbol, of: number, session)
    return symbol
  }

  /// What a record's kind means for its session as a whole.
  func noteKind(
    _ parsed: UnsafeMutablePointer<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock
  ) {
    switch parsed.pointee.event.kind {
    case .configChanged:
      let settings = block.policies[Int(parsed.pointee.extra)]
      session.pointee.policies.append((session.pointee.count - 1, settings))
    case .sessionEnded, .sessionSealed:
      if parsed.pointee.event.kind == .sessionSealed { session.pointee.hasSeal = true }
      session.pointee.closing = line
      closing.append((session.pointee.nameHash, line))
    case .sessionContinued:
      session.pointee.closing = 0
      session.pointee.isContinued = true
    default: break
    }
  }
}
