internal import AdReplay
internal import AdSession
internal import Platform

/// A session that has all its records.
struct CompleteSession {
  var session: SessionPointer
  var path: String
  /// The report on its seals, if they were compared already.
  var seals: KnownSeals?
  /// The lines of the text from which the journal was made; nil if it is the text itself.
  var originalLines: OriginalLines?
}

/// The report on the seals of a session, by reference, because few sessions have one.
final class KnownSeals {
  let report: SealReport

  init(_ report: SealReport) { self.report = report }
}

/// Adds the blocks of all inputs to their sessions, in order.
///
/// Several threads use it, one at a time.
final class SessionReader: @unchecked Sendable {
  private let inputs: JournalInputs
  private let reader: JournalReader
  private let plan: SegmentPlan
  private let blocks: BlockReader
  private let parsed: OrderedParallelMap<[InputBlock], [InputBlock]>
  /// Parses what a block has beyond ``ParsedBlock/mostLines``.
  private var parser: BlockParser
  private var assembly: InputAssembly?
  private let pool = PoolBox()
  private var parts = SegmentParts()
  private var completed: [SessionPointer] = []
  /// The events that wait to be handed out, from ``head`` on.
  private var events: [InputEvent<CompleteSession>] = []
  private var head = 0
  /// Judged sessions, whose memory is used again.
  private let judged = Lock<[SessionPointer]>([])

  /// The number of records of the sessions that are handed out at once.
  private static let enough = 1 << 13
  /// The maximum number of judged sessions that are kept until the next block.
  private static let mostJudged = 256

  init(_ inputs: JournalInputs, _ reader: JournalReader, _ plan: SegmentPlan) {
    self.inputs = inputs
    self.reader = reader
    self.plan = plan
    let blocks = BlockReader(inputs, reader)
    self.blocks = blocks
    let isKeyed = reader.isKeyed
    parser = BlockParser(isKeyed: isKeyed)
    parsed = OrderedParallelMap(jobs: reader.jobs, ahead: reader.jobs + 1, of: blocks.next) {
      var parser = BlockParser(isKeyed: isKeyed)
      return { blocks in
        for block in blocks { parser.parse(block.block) }
        return blocks
      }
    }
  }

  deinit {
    // Sessions are left only if reading was stopped early.
    for case .complete(_, let left) in events[head...] { SessionPool.release(left.session) }
    for group in parts.take(after: .max, plan, isEnd: true) {
      for part in group { SessionPool.release(part.session) }
    }
    for session in judged.locked({ $0 }) { SessionPool.release(session) }
  }

  /// The next events, with sessions of few records in all; nil at the end of all inputs.
  func next() -> [InputEvent<CompleteSession>]? {
    while head == events.count {
      events.removeAll(keepingCapacity: true)
      head = 0
      guard let next = parsed.next() else { return nil }
      reuseJudged()
      for block in next { add(block) }
    }
    return takeEvents()
  }

  private func takeEvents() -> [InputEvent<CompleteSession>] {
    let start = head
    var records = 0
    while head < events.count, records < Self.enough {
      if case .complete(_, let complete) = events[head] {
        records += complete.session.value.count + Self.enough / 32
      }
      head += 1
    }
    return Array(events[start..<head])
  }

  /// Takes judged sessions back, or frees those of the end of an input, which no block needs again;
  /// called on any thread.
  func give(_ sessions: [SessionPointer]) {
    judged.locked { judged in
      let kept = min(sessions.count, Self.mostJudged - judged.count)
      judged += sessions[..<kept]
      for session in sessions[kept...] { SessionPool.release(session) }
    }
  }

  private func reuseJudged() {
    let sessions = judged.locked { judged in
      defer { judged = [] }
      return judged
    }
    for session in sessions { pool.pool.put(session) }
  }

  private func add(_ block: InputBlock) {
    let assembly = assembly(for: block)
    let input = block.block.input
    completed.removeAll(keepingCapacity: true)
    if !block.block.isUnopened { assembly.append(block.block, &parser, completed: &completed) }
    for line in assembly.begun { events.append(.began(SessionPlace(input: input, line: line))) }
    assembly.begun.removeAll(keepingCapacity: true)
    for session in completed { add(session, of: block) }
    if block.block.isLast { finish(assembly, block) }
    blocks.give(block.block)
  }

  private func assembly(for block: InputBlock) -> InputAssembly {
    let input = block.block.input
    if let assembly, assembly.input == input { return assembly }
    let new = InputAssembly(
      input: input, path: inputs.list.paths[input], pool: pool, plan: plan,
      keepsHashes: !block.properties.isPlainFile, sealKey: reader.sealKey,
      keepsRepeatedLines: reader.keepsRepeatedLines)
    assembly = new
    return new
  }

  /// Hands out a complete session, or keeps a segment until the others are read.
  private func add(_ session: SessionPointer, of block: InputBlock) {
    let (input, path) = (block.block.input, inputs.list.paths[block.block.input])
    guard plan.contains(session), block.properties.canReadAgain else {
      let place = SessionPlace(input: input, line: session.value.order)
      let complete = CompleteSession(
        session: session, path: path, originalLines: block.properties.originalLines)
      events.append(.complete(place, complete))
      return
    }
    session.value.unpackAll()
    parts.add(
      SegmentParts.Part(
        input: input, path: path, session: session, seals: session.value.sealReport))
  }

  private func finish(_ assembly: InputAssembly, _ block: InputBlock) {
    let input = assembly.input
    // Neither its beginning nor any line is that of a journal.
    let refusal = assembly.hasSessions || reader.isLenient ? nil : block.properties.doubt
    block.properties.originalLines?.number(&assembly.summary)
    events.append(
      .ended(
        InputEnd(
          input: input,
          summary: block.block.isUnopened || refusal != nil ? nil : assembly.summary,
          failure: block.block.failure ?? refusal)))
    self.assembly = nil
    let isEnd = input + 1 == inputs.list.count
    for group in parts.take(after: input, plan, isEnd: isEnd) { join(group) }
  }

  private func join(_ group: [SegmentParts.Part]) {
    guard let first = group.first else { return }
    var seals = first.seals
    for part in group.dropFirst() {
      seals.join(part.seals, session: part.session.value.id, path: part.path)
      first.session.value.join(part.session, path: part.path)
      events.append(
        .reportedElsewhere(SessionPlace(input: part.input, line: part.session.value.order)))
      part.session.value.clear()
      pool.pool.put(part.session)
    }
    events.append(
      .complete(
        SessionPlace(input: first.input, line: first.session.value.order),
        CompleteSession(
          session: first.session, path: first.path, seals: KnownSeals(seals))))
  }
}
