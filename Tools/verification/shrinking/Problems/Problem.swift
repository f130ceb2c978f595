import PropertyTesting

/// One problem of the shrinking benchmark: a property that is broken, and the smallest ways to see
/// it.
struct Problem: Sendable {
  /// The name in the benchmark.
  let name: String
  /// What the smallest counterexamples look like.
  let smallest: [String]
  /// The best figures that were published, as text for the table.
  let published: String
  /// The fewest of a hundred runs that must find the smallest.
  var required = 99
  /// The property; it notes what it drew.
  let property: @Sendable (Trial) -> Void

  /// What a run from a seed ended with.
  func solve(seed: UInt64) -> Solution? {
    var settings = CheckSettings(cases: 20_000, seed: seed)
    settings.confirmations = 1
    guard case .failed(let found) = search(name, settings, property) else { return nil }
    return Solution(
      text: found.notes.last ?? "", evaluations: found.evaluations, foundAfter: found.caseNumber)
  }
}

/// How one run of a problem ended.
struct Solution: Sendable {
  let text: String
  let evaluations: Int
  let foundAfter: Int
}

extension Problem {
  /// All of them: thirteen that every engine is compared by, and four of state machines.
  static let all: [Problem] =
    [
      bound5, largeUnionList, reverse, calculator, lengthList, differenceZero, differenceSmall,
      differenceOne, binaryHeap, coupling, deletion, distinct, nestedLists, snapshotStore,
    ] + hashCollisions
}
