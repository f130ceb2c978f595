/// The changed sessions that may still be judged for the findings of one session.
///
/// Each finding may use an equal share of what is left, so that the first findings cannot use up
/// the effort of all others; what a finding does not use is for those after it. A session counts
/// once, and once more for each 1000 records, because that is what judging it costs.
final class Effort {
  /// What is left for all findings.
  private var left: Int
  /// What is left for the current finding.
  private(set) var share = 0
  /// The number of sessions that were judged for the current finding.
  private(set) var judged = 0

  /// The least share of a finding, as long as so much is left: with less, hardly anything is found.
  private static let leastShare = 100
  private static let recordsOfOne = 1000

  init(_ total: Int) { left = total }

  /// Begins a finding; `count` findings are left, this one included.
  func begin(findingsLeft count: Int) {
    share = min(left, max(left / max(1, count), Self.leastShare))
    judged = 0
  }

  /// Uses the effort for one changed session of so many records.
  func use(records: Int) {
    let cost = 1 + records / Self.recordsOfOne
    (left, share) = (left - cost, share - cost)
    judged += 1
  }

  /// Whether no more sessions may be judged for the current finding.
  var isUsedUp: Bool { share <= 0 }
}
