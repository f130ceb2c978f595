public import Platform

/// Writes the records of one session to files of its own, from any thread, without ever making the
/// caller wait for a file.
///
/// ``record(_:urgent:)`` copies an event into a queue of fixed size and returns; a thread of the
/// recorder writes. What the policy promises is true once ``flush(upTo:)`` says so. What cannot be
/// kept is counted in a `recorder.gap` as soon as writing works again.
///
/// The first event must be the session's `session.began`.
public final class Recorder: Sendable {
  /// The session: 1 to 64 of `A-Z a-z 0-9 . _ -`, unique in a fleet.
  public let session: String
  let exchange: Exchange

  /// Begins a session; nothing is opened before there is something to write.
  ///
  /// - Parameters:
  ///   - folder: The path of the recorder's own folder; the one above it must be there.
  ///   - session: 128 random bits in hexadecimal digits, say.
  ///   - options: How it writes; nil for the defaults.
  ///   - system: Clocks and files.
  public init(
    folder: String, session: String, options: Options? = nil, system: SystemCalls = .live
  ) {
    self.session = session
    let options = options ?? Options(session: session)
    exchange = Exchange(options, system)
    WriterLoop.start(exchange, options, system, folder: folder, session: session)
  }

  deinit { exchange.close { _ in } }

  /// Takes an event into the queue, at once; its `seq`, or 0 where there was no room for it.
  ///
  /// - Parameter urgent: Whether the writer begins at once, and syncs if the policy does.
  @discardableResult
  public func record(_ event: some RecordedEvent, urgent: Bool = false) -> Int64 {
    exchange.record(event, urgent: urgent)
  }

  /// Takes the event that ends the session; none is taken after it, from whichever thread.
  func recordLast(_ event: some RecordedEvent) {
    _ = exchange.record(event, urgent: true, isLast: true)
  }

  /// Makes everything up to a record as safe as the policy says, or says why that cannot be.
  ///
  /// It tries once, however long that takes, even in a pause after a failure.
  ///
  /// - Parameter seq: What ``record(_:urgent:)`` returned; nil for everything so far.
  @_alwaysEmitIntoClient
  public func flush(upTo seq: Int64? = nil) async -> Acknowledgement {
    await withCheckedContinuation { continuation in
      flush(upTo: seq) { continuation.resume(returning: $0) }
    }
  }

  // What is asynchronous is compiled where it is called: a program that calls nothing of it, as the
  // tool does, is then linked without the runtime of Swift concurrency (0.9 MB).
  @usableFromInline
  func flush(upTo seq: Int64?, _ answer: @escaping (Acknowledgement) -> Void) {
    exchange.flush(upTo: seq, answer)
  }

  /// As ``flush(upTo:)``, but the thread waits: for programs, never for the main thread of an app.
  public func flushAndWait(upTo seq: Int64? = nil) -> Acknowledgement {
    let reply = Reply()
    exchange.flush(upTo: seq) { reply.give($0) }
    return reply.wait()
  }

  /// Has the file sealed after everything so far; the next record begins a new one.
  ///
  /// That is done when a ``flush(upTo:)`` that begins later returns.
  public func rotate() { exchange.rotate() }

  /// Writes all, seals and closes; what is recorded later is dropped.
  @_alwaysEmitIntoClient
  @discardableResult
  public func close() async -> Acknowledgement {
    await withCheckedContinuation { continuation in
      close { continuation.resume(returning: $0) }
    }
  }

  @usableFromInline
  func close(_ answer: @escaping (Acknowledgement) -> Void) { exchange.close(answer) }

  /// As ``close()``, but the thread waits.
  @discardableResult
  public func closeAndWait() -> Acknowledgement {
    let reply = Reply()
    exchange.close { reply.give($0) }
    return reply.wait()
  }

  /// The recorder at this moment.
  public var status: Status { exchange.status }
}

/// An answer that a thread waits for.
private final class Reply: @unchecked Sendable {
  private let monitor = TimedMonitor()
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
