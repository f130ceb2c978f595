internal import Platform

/// What a recorder can promise at the moment when it was asked.
public struct Acknowledgement: Equatable, Sendable {
  /// Every accepted record up to this `seq` is as safe as the policy says; 0 for none.
  public var through: Int64 = 0
  /// Why not everything that was asked for is; nil where it is.
  public var degradation: Degradation?
  /// Records that were dropped since the session began, each counted in a `recorder.gap`.
  public var lost: Int64 = 0

  /// Whether the policy was met for all that was asked for.
  public var isComplete: Bool { degradation == nil }

  /// Makes an acknowledgement.
  public init(through: Int64 = 0, degradation: Degradation? = nil, lost: Int64 = 0) {
    self.through = through
    self.degradation = degradation
    self.lost = lost
  }
}

/// A policy that cannot be met at the moment, or for this file system at all.
public struct Degradation: Equatable, Sendable, CustomStringConvertible {
  /// What failed.
  public enum Cause: String, Sendable {
    /// The folder cannot be opened or made.
    case folder
    /// A new file cannot be made.
    case open
    /// The line cannot be written.
    case write
    /// What was written cannot be synced.
    case sync
    /// The file system does not know the call that the policy needs; it is not tried again.
    case unsupported
    /// The file was deleted or moved away while it was written.
    case removed
    /// The recorder was closed before the record came.
    case closed
  }

  /// What failed.
  public var cause: Cause
  /// The number of the system's error, 0 where there is none.
  public var errno: Int32
  /// The first record that the policy does not cover.
  public var first: Int64

  /// Makes a degradation.
  public init(_ cause: Cause, errno: Int32, first: Int64) {
    self.cause = cause
    self.errno = errno
    self.first = first
  }

  /// One sentence.
  public var description: String {
    let error = errno == 0 ? "" : ": \(SystemError.text(of: errno))"
    return "record \(first) and what follows is not safe: \(cause.says)\(error)"
  }
}

extension Degradation.Cause {
  fileprivate var says: String {
    switch self {
    case .folder: "the folder cannot be opened"
    case .open: "a file cannot be made in it"
    case .write: "it could not be written"
    case .sync: "it could not be synced"
    case .unsupported: "this file system cannot do what the policy needs"
    case .removed: "the file was deleted meanwhile"
    case .closed: "the recorder was closed"
    }
  }
}

extension Recorder {
  /// A recorder at one moment.
  public struct Status: Equatable, Sendable {
    /// The `seq` of the newest record, the recorder's own included; 0 for none.
    public var newest: Int64 = 0
    /// Every accepted record up to this `seq` is as safe as the policy says.
    public var acknowledged: Int64 = 0
    /// Records dropped since the session began.
    public var lost: Int64 = 0
    /// What is wrong at the moment, if anything is.
    public var degradation: Degradation?
    /// The name of the file that is written, or nil.
    public var file: String?
    /// Bytes of events that wait in the queue.
    public var queuedBytes = 0
  }
}
