public import JournalFormat

extension Recorder {
  /// The sizes, times and durability policy of a recorder.
  ///
  /// The defaults suit an app.
  ///
  /// A value outside its range is replaced by the nearest value in the range. Times range from 0 to
  /// 100 years, pauses after a failure from 1 millisecond.
  public struct Options: Sendable {
    /// The point at which a record is acknowledged.
    ///
    /// Default: ``Durability/process``.
    public var durability = Durability.process
    /// Whether each record ends with a `crc`; the header's `checksums` must be the same.
    ///
    /// Default: true.
    public var checksums = true
    /// Whether a finished file ends with `session.sealed`; the header's `seals` must be the same.
    ///
    /// Default: true.
    public var seals = true
    /// The key of the session's seals; nil for seals that detect accidental changes only.
    ///
    /// Default: nil.
    public var sealKey: EvolvingKey?
    /// The salt with which the recorder's thread hashes response ids; nil to write them unchanged.
    ///
    /// Default: nil; ``SessionRecorder`` sets the salt of the install.
    public var responseSalt: ResponseSalt?
    /// The size of the queue in which events wait for the writer, in bytes: 4 KiB to 1 GiB.
    ///
    /// Default: 512 KiB.
    ///
    /// The recorder uses about twice that much memory.
    public var queueBytes = 512 << 10
    /// The part of the queue reserved for the most important kinds, in bytes: 0 to half of the
    /// queue.
    ///
    /// Default: 64 KiB.
    public var reservedBytes = 64 << 10
    /// The size after which the session continues in a new file, in bytes.
    ///
    /// Default: 1 MiB.
    public var segmentBytes = 1 << 20
    /// The age after which the session continues in a new file, in milliseconds.
    ///
    /// Default: 1 hour.
    public var segmentMilliseconds: Int64 = 3_600_000
    /// The maximum total size of all journals of the folder, in bytes; 0 for no limit.
    ///
    /// Default: 8 MiB.
    ///
    /// The oldest sealed files are deleted first.
    public var totalBytes = 8 << 20
    /// The time after which an unsealed file of another session counts as abandoned and may be
    /// deleted, in milliseconds.
    ///
    /// Default: 1 day.
    ///
    /// If the file was last changed before this session began, the time is counted from when a
    /// recorder first saw the file, since the wall clock may have been set in between.
    public var abandonedMilliseconds: Int64 = 86_400_000
    /// The number of unsynced records after which the writer syncs, if the policy syncs.
    ///
    /// Default: 64.
    public var syncRecords = 64
    /// The age of unsynced records after which the writer syncs, in milliseconds.
    ///
    /// Default: 250.
    public var syncMilliseconds: Int64 = 250
    /// The time that the writer waits for further records before it writes, in milliseconds.
    ///
    /// Default: 2.
    public var lingerMilliseconds: Int64 = 2
    /// The pause after a failed write, in milliseconds; it doubles with each failure.
    ///
    /// Default: 1000.
    public var retryMilliseconds: Int64 = 1000
    /// The longest pause after a failed write, in milliseconds.
    ///
    /// Default: 60,000.
    public var longestRetryMilliseconds: Int64 = 60_000
    /// Whether the recorder creates a missing folder, with mode 0700.
    ///
    /// Default: true.
    public var makesFolder = true
    /// Returns the name of a file of the session, without a slash, for its number from 1.
    public var fileName: @Sendable (Int) -> String

    /// Makes the default options.
    ///
    /// The files are named `SESSION.jsonl`, `SESSION-2.jsonl` and so on.
    public init(session: String) {
      fileName = { $0 == 1 ? "\(session).jsonl" : "\(session)-\($0).jsonl" }
    }
  }
}

extension Recorder.Options {
  /// The longest time of an option: 100 years, so that sums of times do not overflow.
  static let longestMilliseconds: Int64 = 100 * 366 * 86_400_000

  /// The same options with every value in its range.
  var sensible: Recorder.Options {
    var copy = self
    copy.queueBytes = queueBytes.clamped(to: 4096...(1 << 30))
    copy.reservedBytes = reservedBytes.clamped(to: 0...(copy.queueBytes / 2))
    copy.syncRecords = max(1, syncRecords)
    copy.segmentBytes = max(1, segmentBytes)
    copy.totalBytes = max(0, totalBytes)
    let times: [WritableKeyPath<Recorder.Options, Int64>] = [
      \.segmentMilliseconds, \.abandonedMilliseconds, \.syncMilliseconds, \.lingerMilliseconds,
    ]
    for time in times { copy[keyPath: time].clamp(to: 0...Self.longestMilliseconds) }
    // Without a pause the writer would retry in a busy loop.
    copy.retryMilliseconds.clamp(to: 1...Self.longestMilliseconds)
    copy.longestRetryMilliseconds.clamp(to: 1...Self.longestMilliseconds)
    return copy
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }

  fileprivate mutating func clamp(to range: ClosedRange<Self>) { self = clamped(to: range) }
}
