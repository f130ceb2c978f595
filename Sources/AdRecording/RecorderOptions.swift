public import JournalFormat

extension Recorder {
  /// How a recorder writes; the defaults suit an app.
  ///
  /// A value that makes no sense counts as the nearest one that does: no time is longer than a
  /// century, none shorter than nothing, and a pause after a failure lasts a millisecond at least.
  public struct Options: Sendable {
    /// When a record counts as acknowledged.
    public var durability = Durability.process
    /// Whether each record ends with a `crc`; the header must then say `checksums`.
    public var checksums = true
    /// Whether a finished file ends with `session.sealed`.
    public var seals = true
    /// The key of the session's seals; nil for seals that show accidents only.
    public var sealKey: EvolvingKey?
    /// Bytes of the queue, where events wait for the writer, 4 KiB to 1 GiB: 512 KiB.
    ///
    /// Memory in all is about twice that.
    public var queueBytes = 512 << 10
    /// Bytes of the queue that only the kinds can use that must never be dropped, at most half of
    /// it: 64 KiB.
    public var reservedBytes = 64 << 10
    /// Bytes after which a session goes on in a new file: 1 MiB.
    public var segmentBytes = 1 << 20
    /// Milliseconds after which a session goes on in a new file: an hour.
    public var segmentMilliseconds: Int64 = 3_600_000
    /// Bytes that all journals of the folder may have: 8 MiB; 0 for no cap.
    ///
    /// The oldest sealed files go first.
    public var totalBytes = 8 << 20
    /// Milliseconds after which an unsealed file of another session may be deleted by the cap, since
    /// nobody can still be writing to it: a day.
    ///
    /// Of a file that was changed before this session began they are counted from when a recorder saw
    /// it first, since nobody knows how the clock on the wall was set meanwhile.
    public var abandonedMilliseconds: Int64 = 86_400_000
    /// Records after which a policy that syncs does so: 64.
    public var syncRecords = 64
    /// Milliseconds after which a policy that syncs does so: 250.
    public var syncMilliseconds: Int64 = 250
    /// Milliseconds that the writer waits for more before it writes: 2.
    public var lingerMilliseconds: Int64 = 2
    /// Milliseconds until a write that failed is tried again, doubled each time up to the longest: 1 s.
    public var retryMilliseconds: Int64 = 1000
    /// The longest of those pauses: 60 s.
    public var longestRetryMilliseconds: Int64 = 60_000
    /// Whether the folder is made, with mode 0700, where it is not there.
    public var makesFolder = true
    /// The name of each file of the session, by its number from 1; never with a slash.
    public var fileName: @Sendable (Int) -> String

    /// The defaults for a session, whose files are `SESSION.jsonl`, `SESSION-2.jsonl` and so on.
    public init(session: String) {
      fileName = { $0 == 1 ? "\(session).jsonl" : "\(session)-\($0).jsonl" }
    }
  }
}

extension Recorder.Options {
  /// The longest time that an option can say: a century, so that sums of times stay far from the
  /// greatest number.
  static let longestMilliseconds: Int64 = 100 * 366 * 86_400_000

  /// The same options without values that make no sense.
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
    // A pause of nothing would be no pause.
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
