/// The changed sessions that may still be judged for the findings of one call.
///
/// Each finding may use an equal share of what is left, so that the first findings cannot use up
/// the effort of all others; what a finding does not use is for those after it. The least share of
/// each more urgent finding is kept for it. A session counts once, and once more for each 1000
/// records, because that is what judging it costs.
final class Effort {
  /// How soon a finding gets effort, if there is not enough for all.
  enum Urgency: Int, CaseIterable {
    case error, warning, info, undecided
  }

  /// What is left for all findings.
  private(set) var left: Int
  /// What is left for the current finding.
  private(set) var share = 0
  /// The number of sessions that were judged for the current finding.
  private(set) var judged = 0
  /// Called for each session that is judged.
  var onJudged: (() -> Void)?
  /// The number of findings of each urgency that are still to begin.
  private var waiting = Array(repeating: 0, count: Urgency.allCases.count)

  /// The least share of a finding, as long as so much is left: with less, hardly anything is found.
  private static let leastShare = 100
  private static let recordsOfOne = 1000

  init(_ total: Int) { left = total }

  /// Announces findings that will begin.
  func expect(_ findings: [Urgency]) {
    for urgency in findings { waiting[urgency.rawValue] += 1 }
  }

  /// Begins a finding that was announced.
  func begin(_ urgency: Urgency) {
    let rank = urgency.rawValue
    let others = max(1, waiting[rank...].reduce(0, +))
    let free = max(0, left - Self.leastShare * waiting[..<rank].reduce(0, +))
    share = min(free, max(free / others, Self.leastShare))
    waiting[rank] = max(0, waiting[rank] - 1)
    judged = 0
  }

  /// Uses the effort for one changed session of so many records.
  func use(records: Int) {
    let cost = 1 + records / Self.recordsOfOne
    (left, share) = (left - cost, share - cost)
    judged += 1
    onJudged?()
  }

  /// Whether no more sessions may be judged for the current finding.
  var isUsedUp: Bool { share <= 0 }
}
