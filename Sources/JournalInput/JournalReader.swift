public import AdReplay
public import JournalFormat
internal import Platform

/// Reads journals and hands out their sessions: in bounded memory, on all cores, in a fixed order.
///
/// The result for a session depends only on its bytes: not on the number of jobs, not on the sizes
/// in which the bytes arrive, and not on other sessions in the file.
public struct JournalReader: Sendable {
  /// The number of threads that parse and judge; 1 uses only the calling thread.
  public var jobs: Int
  /// The number of bytes to read at once.
  public var blockSize: Int
  /// Whether each line is a key, a TAB and a record, as the shuffle step of a cluster writes them.
  ///
  /// `crc`s and seals cover only the record. A line without a TAB is damage.
  public var isKeyed = false
  /// The key to verify the `hmac` of every seal with; nil compares only hashes and epochs.
  ///
  /// With a key, a seal without `hmac` is damage, because a forger could leave it out.
  public var sealKey: SealKey?
  /// Whether ``SessionReading/repeatedLines`` contains every repeated line, however many there are.
  package var keepsRepeatedLines = false
  /// Whether an input is read although it cannot be a journal.
  ///
  /// If false, an input whose beginning is not that of a journal and whose lines name no session is
  /// a failure and has no damage.
  package var isLenient = false

  /// Makes a reader.
  public init(jobs: Int = 1, blockSize: Int = 1 << 19) {
    self.jobs = max(1, jobs)
    self.blockSize = max(1, blockSize)
  }

  /// Reads journals: files, folders, named pipes, `-` for standard input.
  ///
  /// - Parameters:
  ///   - paths: The inputs in their order; see ``JournalFiles/expand(_:)``.
  ///   - judge: Called once for each complete session, on any thread, in any order. It may keep
  ///     the trace; else its memory is reused. Its result waits until all sessions before it are
  ///     judged, so it should be small.
  ///   - deliver: Called on the calling thread with the results in order.
  /// - Throws: The errors of `deliver`, after the threads have ended.
  public func read<Result>(
    _ paths: [String],
    judge: @escaping @Sendable (inout SessionReading) -> Result,
    deliver: (Delivery<Result>) throws -> Void
  ) throws {
    try evaluate(
      paths,
      makeEvaluator: {
        { reading, _ in
          var reading = reading
          return judge(&reading)
        }
      }
    ) { delivery in
      switch delivery {
      case .begin: break
      case .sessions(let sessions):
        for session in sessions { try deliver(.session(session.result)) }
      case .journal(let summary): try deliver(.journal(summary))
      case .failure(let error): try deliver(.failure(error))
      }
    }
  }

  /// Turns a complete session of an input into a result; used by one thread only.
  @usableFromInline
  package typealias Evaluator<Result> = (consuming SessionReading, _ input: Int) -> Result

  /// Reads journals and returns the results of their sessions in order, as
  /// ``read(_:judge:deliver:)`` does, with an evaluator for each thread.
  ///
  /// - Parameters:
  ///   - makeEvaluator: Called by each thread before its first session.
  ///   - deliver: Called on the calling thread.
  @inlinable
  package func evaluate<Result>(
    _ paths: [String], makeEvaluator: @escaping @Sendable () -> Evaluator<Result>,
    deliver: (QueueDelivery<Result>) throws -> Void
  ) throws {
    let results = WaitingResults<Result>()
    try evaluateNumbered(
      paths,
      makeEvaluator: {
        let evaluate = makeEvaluator()
        return { reading, input in results.put(evaluate(consume reading, input)) }
      }
    ) { try deliver(results.take($0)) }
  }

  /// Reads journals and returns the numbers of the results of their sessions in order.
  @usableFromInline
  func evaluateNumbered(
    _ paths: [String], makeEvaluator: @escaping @Sendable () -> Evaluator<ResultNumber>,
    deliver: (QueueDelivery<ResultNumber>) throws -> Void
  ) throws {
    let list = JournalFiles.list(paths)
    let plan = SegmentPlan(list, isKeyed: isKeyed, jobs: jobs)
    let inputs = PipelineInputs(list: list) { input in
      list.failure(input).map { .failure($0) } ?? open(list.paths[input])
    }
    try run(inputs, plan, makeEvaluator, deliver)
  }

  private func open(_ path: String) -> BlockSource.Opened {
    do throws(InputError) {
      return .source(try ByteSource(path: path, isLenient: isLenient))
    } catch {
      return .failure(error)
    }
  }

  func run<Result>(
    _ inputs: PipelineInputs, _ plan: SegmentPlan,
    _ makeEvaluator: @escaping @Sendable () -> Evaluator<Result>,
    _ deliver: (QueueDelivery<Result>) throws -> Void
  ) throws {
    if inputs.list.count == 0 { return }
    let pipeline = Pipeline(inputs, self, plan: plan, makeEvaluator: makeEvaluator)
    if jobs > 1 { return try runThreads(pipeline, deliver) }
    let worker = PipelineWorker(pipeline)
    while worker.step() { try Self.deliverAll(pipeline.queue, deliver) }
  }

  private static func deliverAll<Result>(
    _ queue: DeliveryQueue<Result>, _ deliver: (QueueDelivery<Result>) throws -> Void
  ) throws {
    while true {
      let ready = queue.next(waits: false)
      if ready.isEmpty { return }
      for delivery in ready { try deliver(delivery) }
    }
  }

  private func runThreads<Result>(
    _ pipeline: Pipeline<Result>, _ deliver: (QueueDelivery<Result>) throws -> Void
  ) throws {
    var threads: [WorkerThread] = []
    for _ in 0..<jobs {
      let thread = WorkerThread {
        PipelineWorker(pipeline).run()
        pipeline.queue.leave()
      }
      if let thread {
        threads.append(thread)
      } else {
        pipeline.backlog.leave()
        pipeline.queue.leave()
      }
    }
    if threads.isEmpty { PipelineWorker(pipeline).run() }
    defer {
      pipeline.queue.stop()
      for thread in threads { thread.join() }
    }
    while true {
      let ready = pipeline.queue.next(waits: true)
      if ready.isEmpty { return }
      for delivery in ready { try deliver(delivery) }
    }
  }
}

/// A delivery of a ``JournalReader``: first the sessions of a journal, then the journal.
public enum Delivery<Result> {
  /// The result of one session; sessions come in the order of their first lines.
  case session(Result)
  /// All sessions of a journal were delivered.
  case journal(JournalSummary)
  /// A file could not be read, or not to its end.
  case failure(InputError)
}
