internal import AdSession

/// Where `session.began` goes.
extension InputAssembly {
  /// Where a `session.began` goes: to the session, to a further one of its name, or nowhere.
  func sessionOfHeader(
    _ parsed: UnsafeMutablePointer<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock
  ) -> SessionPointer? {
    let header = block.headers[Int(parsed.pointee.extra)]
    if parsed.pointee.event.seq != 1 {
      drop(parsed, session, block)
      return nil
    }
    let hash = LineHash.of(block.bytes(of: parsed.pointee))
    var target = session
    if let known = session.pointee.headerHash, known != hash {
      target =
        sibling(of: session, headerHash: hash)
        ?? beginSibling(of: session, parsed, block)
    }
    if target.pointee.headerHash == nil { target.pointee.headerHash = hash }
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
    memo.forgetSessions()
    table.replace(session, with: found)
    found.pointee.unpack()
    return found
  }

  private func beginSibling(
    of session: SessionPointer, _ parsed: UnsafeMutablePointer<ParsedLine>, _ block: ParsedBlock
  ) -> SessionPointer {
    let new = pool.pool.take()
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
    memo.forgetSessions()
    table.replace(session, with: new)
    noteBegin(new)
    return new
  }
}
