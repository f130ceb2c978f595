internal import Platform

/// The records that meet the durability policy, at the time of the call that returned it.
public struct Acknowledgement: Equatable, Sendable {
  /// The `seq` up to which every accepted record meets the ``Durability`` policy; 0 for none.
  public var through: Int64 = 0
  /// The reason why requested records do not meet the policy; nil if all of them do.
  public var degradation: Degradation?
  /// The number of records dropped since the session began; a `recorder.gap` counts each of them.
  public var lost: Int64 = 0
  /// The number of records that were acknowledged and are gone, since another program deleted,
  /// replaced or truncated their file while the recorder wrote to it.
  ///
  /// Files that were finished before are not watched.
  public var removed: Int64 = 0

  /// Whether all requested records meet the policy.
  public var isComplete: Bool { degradation == nil }

  /// Makes an acknowledgement.
  public init(
    through: Int64 = 0, degradation: Degradation? = nil, lost: Int64 = 0, removed: Int64 = 0
  ) {
    self.through = through
    self.degradation = degradation
    self.lost = lost
    self.removed = removed
  }
}

/// A failure that keeps the recorder from meeting its durability policy, now or on this file
/// system.
public struct Degradation: Equatable, Sendable, CustomStringConvertible {
  /// The operation that failed.
  public enum Cause: String, Sendable {
    /// The folder cannot be opened or created.
    case folder
    /// A new file cannot be created.
    case open
    /// A line cannot be written.
    case write
    /// Written lines cannot be synced.
    case sync
    /// The file system does not support the call that the policy needs; the recorder does not retry
    /// it.
    case unsupported
    /// The file was deleted or truncated while the recorder was writing to it.
    case removed
    /// The recorder was closed before the event was recorded.
    case closed
  }

  /// The operation that failed.
  public var cause: Cause
  /// The `errno` of the system; 0 if there is none.
  public var errno: Int32
  /// The `seq` of the first record that does not meet the policy.
  public var first: Int64

  /// Makes a degradation.
  public init(_ cause: Cause, errno: Int32, first: Int64) {
    self.cause = cause
    self.errno = errno
    self.first = first
  }

  /// The failure in one sentence.
  public var description: String {
    let error = errno == 0 ? "" : ": \(SystemError.text(of: errno))"
    return
      "record \(first) and later records do not meet the durability policy: \(cause.message)\(error)"
  }
}

extension Degradation.Cause {
  fileprivate var message: String {
    switch self {
    case .folder: "the folder cannot be opened"
    case .open: "a file cannot be created in the folder"
    case .write: "a record could not be written"
    case .sync: "a record could not be synced"
    case .unsupported: "this file system does not support the policy"
    case .removed: "the file was deleted or truncated while it was being written"
    case .closed: "the recorder was closed"
    }
  }
}

extension Recorder {
  /// The state of a recorder at one time.
  public struct Status: Equatable, Sendable {
    /// The `seq` of the newest record, including records that the recorder adds itself; 0 for none.
    public var newest: Int64 = 0
    /// The `seq` up to which every accepted record meets the ``Durability`` policy; 0 for none.
    public var acknowledged: Int64 = 0
    /// The number of records dropped since the session began.
    public var lost: Int64 = 0
    /// The number of acknowledged records that are gone; see ``Acknowledgement/removed``.
    public var removed: Int64 = 0
    /// Whether the recorder writes on the threads that record, because the system has no thread for
    /// it.
    public var writesOnCallers = false
    /// The present failure; nil if there is none.
    public var degradation: Degradation?
    /// The name of the open file; nil if no file is open.
    public var file: String?
    /// The number of bytes of events in the queue.
    public var queuedBytes = 0
  }
}
