internal import AdVocabulary

/// Runs of dropped events that no `recorder.gap` reports yet, each with one reason.
///
/// The `recorder.gap` of a run gets the number after its last dropped event, so that the hole
/// before it has exactly the reported size.
struct GapRuns {
  struct Run {
    var dropped: Int64
    var reason: Word
    /// The number of the `recorder.gap`; 0 while the run continues.
    var seq: Int64 = 0
    var time: Int64
  }

  /// The maximum number of runs; further events count for the reason of the last one.
  private static let most = 8
  private var runs: [Run] = []
  /// Whether there are no runs; stored, because every event needs it.
  private(set) var isEmpty = true

  init() { runs.reserveCapacity(Self.most) }

  /// Counts an event as dropped; it uses up a number.
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

  /// Ends the present run, if there is one, because another record follows.
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
