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

  /// Makes a reader.
  public init(jobs: Int = 1, blockSize: Int = 1 << 20, readsTwice: Bool = true) {
    self.jobs = max(1, jobs)
    self.blockSize = max(1, blockSize)
    self.readsTwice = readsTwice
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
