internal import AdReplay
internal import Platform
internal import AdSession

/// How a ``Pipeline`` reads an input.
struct PipelineInputs {
  let list: InputList
  /// Opens the input with an index.
  let open: (Int) -> BlockSource.Opened

  func path(_ input: Int) -> String { list.paths[input] }
}

/// The properties of an opened input.
private struct OpenedInput {
  /// Whether it can be read a second time.
  var canReadAgain = false
  /// Whether an offset in the text is the same offset in the file.
  var isPlainFile = false
}

/// The work that one turn of a worker leaves.
struct PipelineTurn {
  var complete: [CompleteSession] = []
}

/// Reads inputs with several workers: each takes a block, parses it, adds it in its turn to the
/// open sessions, and judges the sessions that it completes.
final class Pipeline<Result>: @unchecked Sendable {
  let inputs: PipelineInputs
  let reader: JournalReader
  /// Makes the evaluator of one thread.
  let makeEvaluator: @Sendable () -> JournalReader.Evaluator<Result>
  let queue: DeliveryQueue<Result>
  let backlog: Backlog

  // Under the lock of the source.
  private let sourceLock = ConditionLock()
  private var source: BlockSource?
  private var tickets = 0
  /// The properties of each opened input; written under the lock, read in turn after it.
  private let opened: Slab<OpenedInput>

  /// Why opened inputs may be no journals.
  private let doubts = Lock<[Int: InputError]>([:])

  // In turn.
  let turn = TicketLock()
  @exclusivity(unchecked) private var assembly: InputAssembly?
  private let pool = PoolBox()
  private let plan: SegmentPlan
  private var parts = SegmentParts()
  /// The sessions that a block completes; its memory is reused.
  @exclusivity(unchecked) private var completed: [SessionPointer] = []

  init(
    _ inputs: PipelineInputs, _ reader: JournalReader, plan: SegmentPlan,
    makeEvaluator: @escaping @Sendable () -> JournalReader.Evaluator<Result>
  ) {
    self.inputs = inputs
    self.reader = reader
    self.makeEvaluator = makeEvaluator
    self.plan = plan
    queue = DeliveryQueue(workers: reader.jobs)
    backlog = Backlog(workers: reader.jobs)
    opened = Slab(count: inputs.list.count) { _ in OpenedInput() }
    // The pipeline owns the source and outlives it.
    let pipeline = UncountedReference(self)
    source = BlockSource(count: inputs.list.count, blockSize: reader.blockSize) { input in
      pipeline.with { $0.open(input) }
    }
  }

  deinit { opened.deallocate() }

  private func open(_ input: Int) -> BlockSource.Opened {
    let result = inputs.open(input)
    if case .source(let source) = result {
      opened[input] = OpenedInput(
        canReadAgain: source.canReadAgain, isPlainFile: source.isPlainFile)
      if let doubt = source.doubt { doubts.locked { $0[input] = doubt } }
    }
    return result
  }

  /// Whether an input that was opened can be read a second time.
  func canReadAgain(_ input: Int) -> Bool { opened[input].canReadAgain }

  /// Reads the next blocks; nil at the end, else the ticket of the first, from which they count.
  ///
  /// The worker judges the sessions that it keeps while another worker reads, and before it waits
  /// for the writer of a pipe: results never wait for input that is not there yet.
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
  private func isPlain(_ input: Int) -> Bool { inputs.list.isRegular(input) }

  /// The maximum number of small files that a worker takes at once; the other workers need some,
  /// too.
  var mostAtOnce: Int { min(16, max(1, inputs.list.count / (reader.jobs * 4))) }
}

extension Pipeline {
  /// Delivers a session that is reported with another one.
  private func putReportedElsewhere(_ input: Int, _ order: Int) {
    queue.put([EvaluatedSession(input: input, order: order, result: nil, records: 0)])
  }

  /// Adds blocks to the open sessions; called in turn.
  func take(
    _ batch: BlockBatch, _ parser: inout BlockParser, _ judged: inout [SessionPointer]
  ) -> PipelineTurn {
    for session in judged { pool.pool.put(session) }
    judged.removeAll(keepingCapacity: true)
    var result = PipelineTurn()
    for block in batch.blocks { take(block, &parser, &result) }
    return result
  }

  private func take(
    _ block: ParsedBlock, _ parser: inout BlockParser, _ result: inout PipelineTurn
  ) {
    let assembly = assembly(for: block)
    completed.removeAll(keepingCapacity: true)
    if !block.isUnopened { assembly.append(block, &parser, completed: &completed) }
    queue.begin(block.input, orders: assembly.begun)
    assembly.begun.removeAll(keepingCapacity: true)
    for session in completed { sort(session, block.input, &result) }
    if block.isLast { finish(assembly, block, &result) }
  }

  private func assembly(for block: ParsedBlock) -> InputAssembly {
    if let assembly, assembly.input == block.input { return assembly }
    let new = InputAssembly(
      input: block.input, path: inputs.path(block.input), pool: pool, plan: plan,
      keepsHashes: !opened[block.input].isPlainFile,
      sealKey: reader.sealKey, keepsRepeatedLines: reader.keepsRepeatedLines)
    queue.open(block.input, path: inputs.path(block.input))
    assembly = new
    return new
  }

  /// Whether sessions may be kept until the next block is read.
  func mayKeep(after batch: BlockBatch) -> Bool {
    reader.jobs > 1 && batch.blocks.last?.isLast == false
  }

  /// Schedules a complete session for judging, or keeps a segment until the others are read.
  private func sort(_ session: SessionPointer, _ input: Int, _ result: inout PipelineTurn) {
    guard plan.contains(session), canReadAgain(input) else {
      result.complete.append(CompleteSession(session: session, input: input))
      return
    }
    session.value.unpackAll()
    parts.add(
      SegmentParts.Part(
        input: input, path: inputs.path(input), session: session, seals: session.value.sealReport))
  }

  private func finish(
    _ assembly: InputAssembly, _ block: ParsedBlock, _ result: inout PipelineTurn
  ) {
    let refusal = refusal(of: assembly)
    queue.end(
      block.input, summary: block.isUnopened || refusal != nil ? nil : assembly.summary,
      failure: block.failure ?? refusal)
    self.assembly = nil
    let isEnd = block.input + 1 == inputs.list.count
    for group in parts.take(after: block.input, plan, isEnd: isEnd) { join(group, &result) }
  }

  /// Why an input is not a journal: neither its beginning nor any line is that of one.
  private func refusal(of assembly: InputAssembly) -> InputError? {
    if assembly.hasSessions || reader.isLenient { return nil }
    return doubts.locked { $0.removeValue(forKey: assembly.input) }
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

  /// The report on the seals of the parts and on the links between them.
  private func seals(of group: [SegmentParts.Part]) -> SealReport {
    var seals = group.first?.seals ?? SealReport()
    for part in group.dropFirst() {
      seals.join(part.seals, session: part.session.value.id, path: part.path)
    }
    return seals
  }
}
