internal import Platform
internal import AdSession

/// How a ``Pipeline`` reads an input.
struct PipelineInput {
  var path: String
  /// Whether it was a regular file when it was found: reading it never waits for a writer.
  var isRegular = false
  var open: () -> BlockSource.Opened
}

/// What one turn of a worker leaves to do.
struct PipelineTurn {
  var complete: [CompleteSession] = []
  /// Sessions of inputs that have to be read again.
  var late: [LateSessions] = []
}

/// Sessions of an input that have to be read again, and how many bytes the input had.
struct LateSessions {
  var input: Int
  var bytes: Int
  var names: Set<String>
}

/// Reads inputs with several workers: each takes a block, parses it, adds it in its turn to the
/// open sessions, and judges the sessions that are complete by it.
final class Pipeline<Result>: @unchecked Sendable {
  let inputs: [PipelineInput]
  let reader: JournalReader
  /// Makes what one thread evaluates sessions with.
  let makeEvaluator: @Sendable () -> JournalReader.Evaluator<Result>
  let queue: DeliveryQueue<Result>
  let backlog: Backlog

  // Under the lock of the source.
  private let sourceLock = ConditionLock()
  private var source: BlockSource?
  private var tickets = 0
  /// What is known of each opened input; written under the lock, read in turn after it.
  let canReadAgain: UnsafeMutablePointer<Bool>
  private let isPlainFile: UnsafeMutablePointer<Bool>

  // In turn.
  let turn = TicketLock()
  @exclusivity(unchecked) private var assembly: InputAssembly?
  private let pool = PoolBox()
  private let plan: SegmentPlan
  private var parts = SegmentParts()
  /// The sessions that are complete by a block; its memory is used again.
  @exclusivity(unchecked) private var completed: [SessionPointer] = []

  init(
    _ inputs: [PipelineInput], _ reader: JournalReader, plan: SegmentPlan,
    makeEvaluator: @escaping @Sendable () -> JournalReader.Evaluator<Result>
  ) {
    self.inputs = inputs
    self.reader = reader
    self.makeEvaluator = makeEvaluator
    self.plan = plan
    queue = DeliveryQueue(workers: reader.jobs)
    backlog = Backlog(workers: reader.jobs)
    canReadAgain = .allocate(capacity: inputs.count)
    canReadAgain.initialize(repeating: false, count: inputs.count)
    isPlainFile = .allocate(capacity: inputs.count)
    isPlainFile.initialize(repeating: false, count: inputs.count)
    // The source lives as long as its owner. Embedded Swift has no checked `unowned`.
    source = BlockSource(count: inputs.count, blockSize: reader.blockSize) {
      [unowned(unsafe) self] input in self.opened(input)
    }
  }

  deinit {
    canReadAgain.deallocate()
    isPlainFile.deallocate()
  }

  private func opened(_ input: Int) -> BlockSource.Opened {
    let opened = inputs[input].open()
    if case .source(let source) = opened {
      canReadAgain[input] = source.canReadAgain
      isPlainFile[input] = source.isPlainFile
    }
    return opened
  }

  /// Reads the next blocks; nil at the end, else the ticket of the first, from which they count.
  ///
  /// Sessions that a worker keeps are judged while another one reads, and before it waits for whoever
  /// writes the input: what is known must not wait for what is not.
  func nextTicket(_ batch: inout BlockBatch, of worker: PipelineWorker<Result>) -> Int? {
    while !sourceLock.tryLock() {
      if worker.judgeOne() { continue }
      worker.judgeKept()
      sourceLock.lockBriefly()
      break
    }
    defer { sourceLock.unlock() }
    if queue.shouldStop { return nil }
    guard let source,
      batch.fill(from: source, beforeWaiting: worker.judgeKept, isReady: { isPlain($0) })
    else {
      self.source = nil
      return nil
    }
    defer { tickets += batch.blocks.count }
    return tickets
  }

  /// Whether an input is a regular file.
  private func isPlain(_ input: Int) -> Bool { input < inputs.count && inputs[input].isRegular }

  /// How many small files a worker may take at once: so few that the others have enough, too.
  var mostAtOnce: Int { min(16, max(1, inputs.count / (reader.jobs * 4))) }
}

extension Pipeline {
  /// Hands over one session that is reported with another one.
  private func putReportedElsewhere(_ input: Int, _ order: Int) {
    queue.put([EvaluatedSession(input: input, order: order, result: nil, records: 0)])
  }

  /// In turn: takes over blocks.
  func take(_ batch: BlockBatch, _ judged: inout [SessionPointer]) -> PipelineTurn {
    for session in judged { pool.pool.put(session) }
    judged.removeAll(keepingCapacity: true)
    var result = PipelineTurn()
    for block in batch.blocks { take(block, &result) }
    return result
  }

  private func take(_ block: ParsedBlock, _ result: inout PipelineTurn) {
    let assembly = assembly(for: block)
    completed.removeAll(keepingCapacity: true)
    if !block.isUnopened { assembly.append(block, completed: &completed) }
    queue.begin(block.input, orders: assembly.begun)
    assembly.begun.removeAll(keepingCapacity: true)
    for session in completed { sort(session, block.input, &result) }
    if block.isLast { finish(assembly, block, &result) }
  }

  private func assembly(for block: ParsedBlock) -> InputAssembly {
    if let assembly, assembly.input == block.input { return assembly }
    let again = reader.readsTwice && canReadAgain[block.input]
    let new = InputAssembly(
      input: block.input, path: inputs[block.input].path, pool: pool, kept: plan.names,
      canReadAgain: again, keptLines: isPlainFile[block.input] ? nil : KeptLines())
    queue.open(block.input, path: inputs[block.input].path, isHeld: again)
    assembly = new
    return new
  }

  /// Whether sessions may wait until the next block is read: others would be waited for instead.
  func mayKeep(after batch: BlockBatch) -> Bool {
    reader.jobs > 1 && batch.blocks.last?.isLast == false
  }

  /// A complete session is judged, a segment waits for the others.
  private func sort(_ session: SessionPointer, _ input: Int, _ result: inout PipelineTurn) {
    guard !plan.lastInput.isEmpty, plan.lastInput[session.value.name] != nil,
      canReadAgain[input]
    else {
      result.complete.append(CompleteSession(session: session, input: input))
      return
    }
    let path = inputs[input].path
    session.value.unpack()
    session.value.hashes = SessionLines.hashes(of: session, path: path)
    let seals = SealCheck.report(of: session, path: path, key: reader.sealKey, isPart: true)
    if seals.hasChanged { queue.fail(input, .changed(path)) }
    parts.add(SegmentParts.Part(input: input, path: path, session: session, seals: seals))
  }

  private func finish(
    _ assembly: InputAssembly, _ block: ParsedBlock, _ result: inout PipelineTurn
  ) {
    queue.end(
      block.input, summary: block.isUnopened ? nil : assembly.summary, failure: block.failure,
      isSettled: assembly.late.isEmpty)
    if !assembly.late.isEmpty {
      result.late.append(
        LateSessions(input: block.input, bytes: assembly.summary.bytes, names: assembly.late))
    }
    self.assembly = nil
    let isEnd = block.input + 1 == inputs.count
    for group in parts.take(after: block.input, plan, isEnd: isEnd) { join(group, &result) }
  }

  private func join(_ group: [SegmentParts.Part], _ result: inout PipelineTurn) {
    guard let first = group.first else { return }
    let seals = seals(of: group)
    for part in group.dropFirst() {
      first.session.value.join(part.session, path: part.path)
      putReportedElsewhere(part.input, part.session.value.order)
      part.session.value.clear()
      pool.pool.put(part.session)
    }
    result.complete.append(
      CompleteSession(session: first.session, input: first.input, seals: KnownSeals(seals)))
  }

  /// What the seals of the parts come to, and the links between them: a link is broken only where
  /// every file still has what was read from it.
  private func seals(of group: [SegmentParts.Part]) -> SealReport {
    var seals = group.first?.seals ?? SealReport()
    for part in group.dropFirst() { seals.join(part.seals, part.session, path: part.path) }
    if seals.damage.isEmpty { return seals }
    let changed = group.filter { part in
      let lines = SessionLines(part.session, path: part.path)
      return lines?.stillHave(0..<part.session.value.count) != true
    }
    for part in changed { queue.fail(part.input, .changed(part.path)) }
    return changed.isEmpty ? seals : .changed
  }
}

extension Pipeline {
  /// Reads an input a second time for the sessions whose records came late, and judges them anew.
  func readAgain(_ late: LateSessions) {
    let (input, names) = (late.input, late.names)
    var failure: InputError?
    defer { queue.settle(input, failure) }
    let opened: ByteSource
    switch inputs[input].open() {
    case .source(let source): opened = source
    case .failure(let error):
      failure = error
      return
    }
    opened.end(after: late.bytes)
    let source = BlockSource(count: 1, blockSize: reader.blockSize) { _ in .source(opened) }
    let assembly = InputAssembly(
      input: input, path: inputs[input].path, pool: PoolBox(), only: names, canReadAgain: false,
      keptLines: opened.isPlainFile ? nil : KeptLines())
    var completed: [SessionPointer] = []
    var parser = BlockParser(isKeyed: reader.isKeyed, only: SessionFilter(names: names))
    let block = ParsedBlock(capacity: min(reader.blockSize * 2, 1 << 22))
    while source.next(into: block) {
      parser.parse(block)
      assembly.append(block, completed: &completed)
    }
    failure = block.failure
    if assembly.summary.bytes < late.bytes || completed.count < names.count {
      failure = failure ?? .changed(inputs[input].path)
    }
    var sessions = SessionAssembly()
    let evaluate = makeEvaluator()
    for session in completed {
      let path = inputs[input].path
      session.value.unpack()
      var reading = sessions.reading(
        of: session, path: path, trace: Trace(),
        seals: SealCheck.report(of: session, path: path, key: reader.sealKey))
      if reading.hasChanged { failure = failure ?? .changed(path) }
      reading.canReadAgain = opened.canReadAgain
      let records = reading.recordCount
      let result = evaluate(reading, input)
      queue.put([
        EvaluatedSession(
          input: input, order: session.value.order, result: result, records: records,
          isAgain: true)
      ])
      SessionPool.release(session)
    }
  }
}
