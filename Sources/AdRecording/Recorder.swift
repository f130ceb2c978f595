public import Platform

/// Records one session to its own files.
///
/// Any thread can record, and no caller waits for a file, unless the system has no thread for the
/// recorder: then ``Status/writesOnCallers`` is true.
///
/// ``record(_:urgent:)`` copies an event into a queue of fixed size and returns. A thread of the
/// recorder encodes and writes it. If the queue is full, the event is dropped; the journal counts
/// dropped events in a `recorder.gap` as soon as writing works again. ``flush(upTo:)`` reports the
/// records that meet the ``Durability`` policy.
///
/// The first event must be the session's `session.began`.
public final class Recorder: Sendable {
  /// The session's name: 1 to 64 of `A-Z a-z 0-9 . _ -`, unique among all devices.
  public let session: String
  let exchange: Exchange

  /// Begins a session.
  ///
  /// The first file is created when the first record is written.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder for journals alone. Its parent folder must exist.
  ///   - session: A unique name, such as 128 random bits in hexadecimal digits.
  ///   - options: Sizes, times and the durability policy; nil for the defaults.
  ///   - system: The clocks and files; replaced in tests.
  public init(
    folder: String, session: String, options: Options? = nil, system: SystemCalls = .live
  ) {
    self.session = session
    let options = options ?? Options(session: session)
    exchange = Exchange(options, system)
    WriterLoop.start(exchange, options, system, folder: folder, session: session)
  }

  deinit { exchange.close { _ in } }

  /// Copies an event into the queue and returns without waiting for the writer.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - urgent: Whether the writer starts immediately, and syncs if the policy needs a sync.
  /// - Returns: The `seq` of the record; 0 if the queue is full and the event was dropped, or if
  ///   the recorder is closed.
  @discardableResult
  public func record(_ event: some RecordedEvent, urgent: Bool = false) -> Int64 {
    exchange.record(event, urgent: urgent)
  }

  /// Records an event if the queue has room for it, and does not count it as dropped otherwise.
  ///
  /// - Returns: The `seq` of the record; 0 if there is no room or the recorder is closed.
  package func offer(_ event: some RecordedEvent) -> Int64 {
    exchange.record(event, urgent: false, isOffer: true)
  }

  /// Writes the queue, if writing works, and blocks the thread until then, under every policy.
  package func makeRoomAndWait() {
    let reply = Reply()
    exchange.makeRoom { reply.give($0) }
    _ = reply.wait()
  }

  /// Records the event that ends the session.
  ///
  /// Later events of any thread are dropped.
  func recordLast(_ event: some RecordedEvent) {
    _ = exchange.record(event, urgent: true, isLast: true)
  }

  /// Writes all records up to a `seq`, syncs them if the policy needs that, and reports the result.
  ///
  /// If ``Acknowledgement/isComplete`` is true, all accepted records up to `seq` meet the
  /// ``Durability`` policy. Otherwise ``Acknowledgement/degradation`` is the reason; the records
  /// stay in the queue and the recorder tries again later. A flush makes one attempt, also during
  /// the pause after a failure, unless syncs failed several times in a row. It has no timeout: it
  /// returns when the file system has answered.
  ///
  /// - Parameter seq: The result of ``record(_:urgent:)``; nil for all records so far.
  @_alwaysEmitIntoClient
  public func flush(upTo seq: Int64? = nil) async -> Acknowledgement {
    await withCheckedContinuation { continuation in
      flush(upTo: seq) { continuation.resume(returning: $0) }
    }
  }

  // Asynchronous functions are compiled into the calling module. A program that calls none of them,
  // such as the command-line tool, does not link the runtime of Swift concurrency (0.9 MB).
  @usableFromInline
  func flush(upTo seq: Int64?, _ answer: @escaping (Acknowledgement) -> Void) {
    exchange.flush(upTo: seq, answer)
  }

  /// Flushes as ``flush(upTo:)`` does and blocks the thread; never call it on the main thread of an
  /// app.
  public func flushAndWait(upTo seq: Int64? = nil) -> Acknowledgement {
    let reply = Reply()
    exchange.flush(upTo: seq) { reply.give($0) }
    return reply.wait()
  }

  /// Seals the file after all records so far; the next record begins a new file.
  ///
  /// This returns immediately. The seal is in the file when a later ``flush(upTo:)`` returns.
  public func rotate() { exchange.rotate() }

  /// Writes all records, seals the file and closes it.
  ///
  /// Later events are dropped. The result covers only records that were written, also under
  /// ``Durability/memory``. It covers the seal, too: without it, ``Acknowledgement/degradation`` is
  /// not nil.
  @_alwaysEmitIntoClient
  @discardableResult
  public func close() async -> Acknowledgement {
    await withCheckedContinuation { continuation in
      close { continuation.resume(returning: $0) }
    }
  }

  @usableFromInline
  func close(_ answer: @escaping (Acknowledgement) -> Void) { exchange.close(answer) }

  /// Closes as ``close()`` does and blocks the thread.
  @discardableResult
  public func closeAndWait() -> Acknowledgement {
    let reply = Reply()
    exchange.close { reply.give($0) }
    return reply.wait()
  }

  /// The present state of the recorder.
  public var status: Status { exchange.status }
}

/// Blocks a thread until the writer answers.
private final class Reply: @unchecked Sendable {
  private let monitor = ConditionLock()
  private var answer: Acknowledgement?

  func give(_ answer: Acknowledgement) {
    monitor.withLock { self.answer = answer }
    monitor.wakeAll()
  }

  func wait() -> Acknowledgement {
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      if let answer { return answer }
      monitor.wait(nanoseconds: nil)
    }
  }
}
