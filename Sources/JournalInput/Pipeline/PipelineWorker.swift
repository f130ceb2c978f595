internal import AdReplay
internal import Platform
internal import AdSession

/// One thread of a ``Pipeline`` and the memory that it reuses.
final class PipelineWorker<Result> {
  private let pipeline: Pipeline<Result>
  @exclusivity(unchecked) private var parser: BlockParser
  @exclusivity(unchecked) private var sessions = SessionAssembly(linesAgain: LinesAgain.hashes)
  @exclusivity(unchecked) private var batch: BlockBatch
  private let evaluate: JournalReader.Evaluator<Result>
  @exclusivity(unchecked) private var trace = Trace()
  /// Judged sessions, which return to the pool in the next turn.
  @exclusivity(unchecked) private var judged: [SessionPointer] = []
  @exclusivity(unchecked) private var results: [EvaluatedSession<Result>] = []
  /// Complete sessions to judge while this thread would wait, and the number of them that are
  /// judged.
  @exclusivity(unchecked) private var pending: [CompleteSession] = []
  @exclusivity(unchecked) private var pendingHead = 0

  /// The maximum number of sessions kept for judging while a thread waits.
  private static var kept: Int { 24 }
  private static var manyRecords: Int { 1 << 14 }

  init(_ pipeline: Pipeline<Result>) {
    self.pipeline = pipeline
    evaluate = pipeline.makeEvaluator()
    parser = BlockParser(isKeyed: pipeline.reader.isKeyed)
    batch = BlockBatch(
      capacity: min(pipeline.reader.blockSize * 2, 1 << 22), most: pipeline.mostAtOnce)
  }

  deinit { for session in judged { SessionPool.release(session) } }

  /// Works until no worker has anything left to do.
  func run() {
    while step() {}
    judgePending(upTo: 0)
    pipeline.backlog.leave()
    judgeBacklog {
      if let complete = pipeline.backlog.take() { return complete }
      // Other threads may wait for these results while this one waits for more sessions.
      putResults()
      return pipeline.backlog.waitAndTake()
    }
  }

  /// Takes a few blocks and processes them; false at the end of all inputs.
  func step() -> Bool {
    guard let ticket = pipeline.nextTicket(&batch, of: self) else { return false }
    for block in batch.blocks { parser.parse(block) }
    while !pipeline.turn.isReached(by: ticket), judgeOne() {}
    pipeline.turn.wait(for: ticket)
    let result = pipeline.take(batch, &parser, &judged)
    pipeline.turn.pass(batch.blocks.count)
    judge(result.complete)
    return true
  }

  /// Judges sessions that a block completed; keeps a few to judge while the thread would wait.
  private func judge(_ sessions: [CompleteSession]) {
    if sessions.count <= Backlog.few {
      pending.append(contentsOf: sessions)
    } else {
      pipeline.backlog.add(sessions.reversed())
      judgeBacklog { pipeline.backlog.take() }
    }
    judgePending(upTo: pipeline.mayKeep(after: batch) ? Self.kept : 0)
  }

  /// Judges the kept sessions, the oldest first, until only `kept` are left.
  private func judgePending(upTo kept: Int) {
    while pending.count - pendingHead > kept { _ = judgeOne() }
    pending.removeFirst(pendingHead)
    pendingHead = 0
    putResults()
  }

  /// Judges all kept sessions and delivers their results.
  func judgeKept() { judgePending(upTo: 0) }

  /// Judges one kept session; false if there is none.
  func judgeOne() -> Bool {
    guard pendingHead < pending.count else { return false }
    pendingHead += 1
    judge(pending[pendingHead - 1])
    return true
  }

  /// Judges sessions of all inputs until none is left.
  private func judgeBacklog(_ next: () -> CompleteSession?) {
    while let complete = next() {
      judge(complete)
      if results.count >= 32 { putResults() }
    }
    putResults()
  }

  /// Delivers the results since the last call, all at once: each delivery blocks the other threads
  /// and may wake one.
  private func putResults() {
    pipeline.queue.put(results)
    results.removeAll(keepingCapacity: true)
  }

  private func judge(_ complete: CompleteSession) {
    let session = complete.session
    let result = result(of: complete)
    results.append(
      EvaluatedSession(
        input: complete.input, order: session.value.order, result: result.value,
        records: result.records))
    session.value.clear()
    if judged.count < 256 { judged.append(session) } else { SessionPool.release(session) }
    // The evaluator may keep the trace; else its memory is reused.
    if isKnownUniquelyReferenced(&trace) { trace.clear() } else { trace = Trace() }
  }

  private func result(of complete: CompleteSession) -> (value: Result, records: Int) {
    let session = complete.session
    let path = pipeline.inputs.path(complete.input)
    if !session.value.canStream { session.value.unpackAll() }
    let seals = complete.seals?.report ?? session.value.sealReport
    let reading = sessions.reading(of: session, path: path, trace: trace, seals: seals)
    if reading.hasChanged {
      pipeline.queue.fail(complete.input, .changed(path))
    }
    // The trace has all records; those of a long session would take as much memory again.
    if session.value.count > Self.manyRecords { session.value.releaseRecords() }
    let records = reading.recordCount
    return (evaluate(consume reading, complete.input), records)
  }
}
