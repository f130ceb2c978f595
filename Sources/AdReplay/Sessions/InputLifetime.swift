internal import AdSession

/// Decides when a session begins, when it is complete, and which of its records are late.
///
/// These are the rules of section 10 of `Journals/FORMAT.md`. *Last* is the last record
/// `session.ended` or `session.sealed` of the session.
///
/// | record of the session | effect |
/// |---|---|
/// | the first with its name | the session begins |
/// | at most 65 536 lines after *last* | it belongs to the session |
/// | more than 65 536 lines after *last* | damage `late-record`; the session is complete |
/// | damaged, more than 65 536 lines after *last* | damage of the journal |
/// | any number of lines later, no *last* | it belongs to the session |
/// | `session.continued` after *last* | the session is open again |
/// | none, and the input ends | the session is complete |
extension InputAssembly {
  /// Returns the open session of a name and begins it if it is new; nil if the record is late.
  ///
  /// - Parameter byte: The offset of the line in the file.
  @inline(__always)
  func find(
    _ name: TextRef, byte: Int, _ completed: inout [SessionPointer]
  ) -> SessionPointer? {
    switch table.find(name) {
    case .open(let session):
      if session.value.closing == 0, !session.value.isPacked { return session }
      return findAgain(session, &completed)
    case .complete: return nil
    case .new: return begin(name, byte: byte)
    }
  }

  /// Returns a session that has ended or was idle; nil if the record is late.
  private func findAgain(
    _ session: SessionPointer, _ completed: inout [SessionPointer]
  ) -> SessionPointer? {
    guard isLate(session) else {
      // The session may continue and become idle again.
      if session.value.closing > 0 { scheduleIdleCheck(of: session) }
      session.value.unpack()
      return session
    }
    complete(session, &completed)
    cache.removeSessions()
    return nil
  }

  @inline(never)
  private func begin(_ name: TextRef, byte: Int) -> SessionPointer? {
    let session = pool.pool.take { OpenSession() }
    session.value.key = SessionKey(padded: name.start, name.count)
    session.value.nameHash = name.hash
    session.value.order = line
    session.value.byte = byte
    session.value.keepsHashes = keepsHashes || isKept(session)
    table.insert(session)
    noteBegin(session)
    return session
  }

  func noteBegin(_ session: SessionPointer) {
    begun.append(line)
    hasSessions = true
    scheduleIdleCheck(of: session)
  }

  /// Schedules a check whether the session is idle.
  private func scheduleIdleCheck(of session: SessionPointer) {
    idleChecks.append((session.value.nameHash, line + Self.idleLines))
  }

  /// Packs the sessions that had no record for ``idleLines`` lines.
  ///
  /// Each open session is checked once in that many lines until it has ended. Packing only reduces
  /// the memory that a session takes.
  func packIdle() {
    while idleChecksHead < idleChecks.count, idleChecks[idleChecksHead].line <= line {
      let name = idleChecks[idleChecksHead].name
      idleChecksHead += 1
      guard let session = table.current(name), session.value.closing == 0 else { continue }
      scheduleIdleCheck(of: session)
      if !session.value.isPacked, isIdle(session) {
        session.value.pack()
      }
    }
    if idleChecksHead > 1024, idleChecksHead * 2 > idleChecks.count {
      idleChecks.removeFirst(idleChecksHead)
      idleChecksHead = 0
    }
  }

  private func isIdle(_ session: SessionPointer) -> Bool {
    let last = max(session.value.lastLine, session.value.damaged.lines.last?.line ?? 0)
    return last + Self.idleLines <= line
  }

  func isLate(_ session: SessionPointer) -> Bool {
    guard session.value.closing > 0, line > session.value.closing + lateLines else {
      return false
    }
    return !isKept(session)
  }

  /// Whether a session stays open until the end of the input, as sessions in segments do.
  private func isKept(_ session: SessionPointer) -> Bool { plan.contains(session) }

  /// Completes a session; if more lines of the block follow, the caller removes it from ``cache``.
  func complete(_ session: SessionPointer, _ completed: inout [SessionPointer]) {
    table.finish(session)
    if let family = session.value.family {
      completed.append(contentsOf: family.older)
      session.value.family = nil
    }
    if !session.value.hasChecksums { summary.hasUncheckedRecords = true }
    completed.append(session)
    if lastOpen == session { last = .complete(session.value.name) }
  }

  /// Completes the sessions for which every further record would be late.
  func collect(_ completed: inout [SessionPointer]) {
    while closingHead < closing.count, closing[closingHead].line + lateLines <= line {
      let entry = closing[closingHead]
      closingHead += 1
      guard let session = table.current(entry.name), session.value.closing == entry.line,
        !isKept(session)
      else { continue }
      complete(session, &completed)
    }
    if closingHead > 1024, closingHead * 2 > closing.count {
      closing.removeFirst(closingHead)
      closingHead = 0
    }
  }

  /// Completes every session at the end of the input.
  func finish(_ block: ParsedBlock, _ completed: inout [SessionPointer]) {
    if block.isTornUnsaid { addTornArchive(block, &completed) }
    for session in table.open.sorted(by: { $0.value.order < $1.value.order }) {
      complete(session, &completed)
    }
  }

  private func addTornArchive(_ block: ParsedBlock, _ completed: inout [SessionPointer]) {
    let end = block.byteOffset + block.count
    var damaged = DamagedLine(
      code: .tornTail, line: line + 1, byte: end, start: end,
      because: Self.tornArchiveSentence,
      seqs: [], after: 0, isTail: true)
    let fault = LineFault(code: .tornTail, byte: 0, because: "")
    switch owner(of: fault, byte: end, block, &completed) {
    case .open(let session):
      damaged.after = session.value.count
      session.value.damaged.append(damaged)
    case .complete(let name): addWithoutSession(damaged, session: name)
    case .none: addWithoutSession(damaged, session: nil)
    }
  }
}
