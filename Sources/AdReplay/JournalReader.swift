public import JournalFormat
internal import Platform

/// Reads journals and hands out their sessions: in bounded memory, on all cores, in a fixed order.
///
/// What comes out depends on the bytes alone: not on the number of jobs, not on the sizes of the
/// pieces in which the bytes arrive, and not on what else is in the file.
public struct JournalReader: Sendable {
  /// How many threads parse and judge; 1 uses the calling thread alone.
  public var jobs: Int
  /// How many bytes are asked for at once.
  public var blockSize: Int
  /// Whether a regular file may be read a second time for records that come very late.
  ///
  /// With true, nothing of a file is delivered before its end has been read. With false, a record
  /// more than 65 536 lines behind the end of its session is damage in files, too.
  public var readsTwice: Bool
  /// Whether each line is a key, a TAB and a record, as the shuffles of clusters hand them out.
  ///
  /// Only the record counts for `crc`s and seals. A line without a TAB is damage.
  public var isKeyed = false
  /// The key that the `hmac` of every seal is compared with; nil compares hashes and epochs only.
  ///
  /// With a key, a seal without `hmac` is a bad one: whoever changes a journal would leave it out.
  public var sealKey: SealKey?
  /// The sessions that are looked for; nil for all of them.
  ///
  /// Others are passed over, mostly without being parsed: what is said of journals as a whole is said
  /// of what is left then.
  package var only: SessionFilter?
  /// How many bytes of each input's text are read; nil for all.
  package var limit: Int?

  /// Makes a reader.
  public init(jobs: Int = 1, blockSize: Int = 1 << 19, readsTwice: Bool = true) {
    self.jobs = max(1, jobs)
    self.blockSize = max(1, blockSize)
    self.readsTwice = readsTwice
  }

  /// Reads journals: files, folders, named pipes, `-` for standard input.
  ///
  /// - Parameters:
  ///   - paths: What to read, in this order; see ``JournalFiles/expand(_:)``.
  ///   - judge: Called once for each complete session, on any thread, in any order. It may keep
  ///     the trace; a trace that nobody keeps is used again. What it returns is held until all
  ///     sessions before it are there, so it should be small. After late records of a file a
  ///     session is judged a second time, and the first result is forgotten.
  ///   - deliver: Called on the calling thread with the results in order.
  /// - Throws: What `deliver` throws, after the threads have ended.
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
      case .begin, .superseded: break
      case .sessions(let sessions):
        for session in sessions { try deliver(.session(session.result)) }
      case .journal(let summary): try deliver(.journal(summary))
      case .failure(let error): try deliver(.failure(error))
      }
    }
  }

  /// Turns a complete session of an input into a result; used by one thread only.
  package typealias Evaluator<Result> = (consuming SessionReading, _ input: Int) -> Result

  /// Reads journals and returns the results of their sessions in order, as
  /// ``read(_:judge:deliver:)`` does, with an evaluator for each thread.
  ///
  /// - Parameters:
  ///   - makeEvaluator: Called by each thread before its first session.
  ///   - deliver: Called on the calling thread.
  package func evaluate<Result>(
    _ paths: [String], makeEvaluator: @escaping @Sendable () -> Evaluator<Result>,
    deliver: (QueueDelivery<Result>) throws -> Void
  ) throws {
    let inputs = JournalFiles.list(paths)
    let files = inputs.map { $0.isRegular ? $0.input.path : nil }
    let plan = SegmentPlan(files, isKeyed: isKeyed, jobs: jobs)
    try run(inputs.map { input(of: $0) }, plan, makeEvaluator, deliver)
  }

  private func input(of listed: JournalFiles.Listed) -> PipelineInput {
    switch listed.input {
    case .failure(let error):
      return PipelineInput(path: error.path) { .failure(error) }
    case .journal(let path):
      return PipelineInput(path: path, isRegular: listed.isRegular) {
        do throws(InputError) {
          let source = try ByteSource(path: path)
          if let limit { source.end(after: limit) }
          return .source(source)
        } catch {
          return .failure(error)
        }
      }
    }
  }

  func run<Result>(
    _ inputs: [PipelineInput], _ plan: SegmentPlan,
    _ makeEvaluator: @escaping @Sendable () -> Evaluator<Result>,
    _ deliver: (QueueDelivery<Result>) throws -> Void
  ) throws {
    if inputs.isEmpty { return }
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

extension JournalFiles.Input {
  /// The path of a journal.
  var path: String? {
    if case .journal(let path) = self { path } else { nil }
  }
}

/// What a ``JournalReader`` hands over, in this order: a journal's sessions, then the journal.
public enum Delivery<Result> {
  /// What the caller's function made of one session; sessions come in the order of their beginnings.
  case session(Result)
  /// All sessions of this journal have been delivered.
  case journal(JournalSummary)
  /// A file could not be read, or not to its end.
  case failure(InputError)
}
