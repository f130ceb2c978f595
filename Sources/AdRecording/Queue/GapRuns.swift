internal import AdSession

/// What was lost and not yet said: runs of dropped events, each with one reason.
///
/// A run's `recorder.gap` gets the number behind its last dropped event, so that the hole before it
/// is exactly what it says.
struct GapRuns {
  struct Run {
    var dropped: Int64
    var reason: Word
    /// The number of the `recorder.gap`; 0 while the run goes on.
    var seq: Int64 = 0
    var time: Int64
  }

  /// More runs than that are not told apart: their events count for the last one's reason.
  private static let most = 8
  private var runs: [Run] = []
  /// Whether there are no runs; kept beside them, since every event asks.
  private(set) var isEmpty = true

  init() { runs.reserveCapacity(Self.most) }

  /// Counts an event as dropped; it consumes a number.
  mutating func drop(_ reason: Word, _ newestSeq: inout Int64, _ time: Int64) {
    if let last = runs.last, last.seq == 0, last.reason != reason, runs.count < Self.most {
      close(&newestSeq, time)
    }
    newestSeq += 1
    if let last = runs.last, last.seq == 0 {
      runs[runs.count - 1].dropped += 1
    } else {
      runs.append(Run(dropped: 1, reason: reason, time: time))
      isEmpty = false
    }
  }

  /// Ends the run that goes on, if one does, since a record with another number follows.
  mutating func close(_ newestSeq: inout Int64, _ time: Int64) {
    guard let last = runs.last, last.seq == 0 else { return }
    newestSeq += 1
    runs[runs.count - 1].seq = newestSeq
    runs[runs.count - 1].time = time
  }

  /// The oldest run, ended.
  mutating func first(_ newestSeq: inout Int64, _ time: Int64) -> Run? {
    if runs.count == 1 { close(&newestSeq, time) }
    return runs.first
  }

  mutating func removeFirst() {
    runs.removeFirst()
    isEmpty = runs.isEmpty
  }
}
