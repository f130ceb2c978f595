internal import JSONLines
internal import AdSession

/// Assigns each `session.began` to a session.
extension InputAssembly {
  /// The session of a `session.began`: the open one, another one of its name, or none.
  func sessionOfHeader(
    _ parsed: Cell<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock
  ) -> SessionPointer? {
    let header = block.header(of: parsed.value)
    if parsed.value.event.seq != 1 {
      drop(parsed, session, block)
      return nil
    }
    let hash = LineHash.of(block.bytes(of: parsed.value))
    var target = session
    if let known = session.value.headerHash, known != hash {
      target =
        sibling(of: session, headerHash: hash)
        ?? beginSibling(of: session, parsed, block)
    }
    if target.value.headerHash == nil { target.value.headerHash = hash }
    // A header that is repeated without end is stored no more often than other records.
    if target.value.headers.count > Note.most, drops(parsed, target, block) {
      last = .open(target)
      return nil
    }
    target.value.headers.append((target.value.count, header))
    return target
  }

  private func drop(
    _ parsed: Cell<ParsedLine>, _ session: SessionPointer, _ block: ParsedBlock
  ) {
    let seq = parsed.value.event.seq
    let byte = block.byteOffset + parsed.value.offset
    let damaged = DamagedLine(
      code: .secondHeader, line: line, byte: byte, start: byte,
      because: "this `session.began` has seq \(seq), but a header has seq 1; it was dropped",
      seqs: [seq], after: session.value.count)
    add(damaged, block.bytes(of: parsed.value), to: session)
    last = .open(session)
  }

  /// Makes the earlier session of the same name that has this header the current one.
  private func sibling(of session: SessionPointer, headerHash: UInt64) -> SessionPointer? {
    guard let family = session.value.family,
      let found = family.exchange(session, forHeader: headerHash)
    else { return nil }
    session.value.family = nil
    found.value.family = family
    cache.removeSessions()
    table.replace(session, with: found)
    found.value.unpack()
    return found
  }

  private func beginSibling(
    of session: SessionPointer, _ parsed: Cell<ParsedLine>, _ block: ParsedBlock
  ) -> SessionPointer {
    let new = pool.pool.take { OpenSession() }
    new.value.key = session.value.key
    new.value.nameHash = session.value.nameHash
    new.value.keepsHashes = session.value.keepsHashes
    let family = session.value.family ?? SessionFamily()
    session.value.family = nil
    family.add(session)
    packIfShort(session)
    new.value.number = family.older.count + 1
    let byte = block.byteOffset + parsed.value.offset
    new.value.order = line
    new.value.byte = byte
    new.value.family = family
    new.value.damaged.append(
      DamagedLine(
        code: .secondHeader, line: line, byte: byte, start: byte,
        because: "session \(session.value.name) has another `session.began` already; "
          + "from here on it is called \(new.value.id)",
        seqs: [], after: 0))
    cache.removeSessions()
    table.replace(session, with: new)
    noteBegin(new)
    return new
  }

  /// Packs a session that is perhaps over, unless packing it again and again would take long.
  private func packIfShort(_ session: SessionPointer) {
    guard session.value.count <= 64 else { return }
    session.value.pack()
  }
}
