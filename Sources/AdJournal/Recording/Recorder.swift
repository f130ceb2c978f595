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

  /// Begins a session; nothing is opened before there is something to write.
  ///
  /// - Parameters:
  ///   - folder: The path of the recorder's own folder.
  ///   - session: 128 random bits in hexadecimal digits, say.
  ///   - system: Clocks and files.
  public init(
    folder: String, session: String, options: Options? = nil, system: SystemCalls = .live
  ) {
    self.session = session
  }

  /// Takes an event into the queue, at once; its `seq`, or 0 where there was no room for it.
  ///
  /// - Parameter urgent: Whether the writer begins at once, and syncs if the policy does.
  @discardableResult
  public func record(_ event: some RecordedEvent, urgent: Bool = false) -> Int64 { 0 }

  /// Makes everything up to a record as safe as the policy says, or says why that cannot be.
  ///
  /// It tries once, however long that takes, even in a pause after a failure.
  ///
  /// - Parameter seq: What ``record(_:urgent:)`` returned; nil for everything so far.
  public func flush(upTo seq: Int64? = nil) async -> Acknowledgement { Acknowledgement() }

  /// As ``flush(upTo:)``, but the thread waits: for programs, never for the main thread of an app.
  public func flushAndWait(upTo seq: Int64? = nil) -> Acknowledgement { Acknowledgement() }

  /// Seals the file after everything so far; the next record begins a new one.
  public func rotate() {}

  /// Writes all, seals and closes; what comes later is dropped.
  @discardableResult public func close() async -> Acknowledgement { Acknowledgement() }

  /// As ``close()``, but the thread waits.
  @discardableResult public func closeAndWait() -> Acknowledgement { Acknowledgement() }

  /// The recorder at this moment.
  public var status: Status { Status() }
}
