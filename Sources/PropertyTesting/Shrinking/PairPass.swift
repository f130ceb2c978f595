/// Changes two numbers by the same amount, searching for the largest amount that still fails.
///
/// Needed if the failure depends on the difference or the sum of two numbers: then neither can
/// change alone.
struct PairPass: ShrinkingPass {
  /// The maximum change of a pair; 0 if it cannot change.
  let room: (_ first: Choice, _ second: Choice) -> UInt64
  /// Returns the two values after a change by some amount.
  let move: (_ first: Choice, _ second: Choice, _ by: UInt64) -> (Int64, Int64)
  /// Whether the largest amount is tried first.
  let triesLargestFirst: Bool

  private static let maximumPartners = 6
  private var first = 0
  private var second = 1
  private var partners = 0
  private var search: StepSearch?
  private var isTryingLargest = false
  private var start: (Choice, Choice)?

  init(
    triesLargestFirst: Bool, room: @escaping (Choice, Choice) -> UInt64,
    move: @escaping (Choice, Choice, UInt64) -> (Int64, Int64)
  ) {
    self.triesLargestFirst = triesLargestFirst
    self.room = room
    self.move = move
  }

  mutating func propose(_ best: Execution) -> [UInt64]? {
    while first < best.choices.count {
      guard second < best.choices.count, partners < PairPass.maximumPartners,
        best.choices[first].domain.lastIndex > 1
      else {
        leaveFirst()
        continue
      }
      if start == nil { enter(best) }
      if let proposal = proposal(best) { return proposal }
      leavePair(best)
    }
    return nil
  }

  mutating func learn(_ isAccepted: Bool, _ best: Execution) {
    if isTryingLargest {
      isTryingLargest = false
      if isAccepted { search = nil }
    } else {
      search?.learn(isAccepted)
    }
  }

  private mutating func enter(_ best: Execution) {
    let pair = (best.choices[first], best.choices[second])
    start = pair
    let room = pair.1.domain.lastIndex > 1 ? room(pair.0, pair.1) : 0
    search = room > 0 ? StepSearch(upTo: room) : nil
    isTryingLargest = triesLargestFirst && room > 0
  }

  private mutating func proposal(_ best: Execution) -> [UInt64]? {
    guard let start, var search else { return nil }
    let distance = isTryingLargest ? search.largest : search.next()
    self.search = search
    guard let distance else { return nil }
    let (one, other) = move(start.0, start.1, distance)
    var indexes = best.indexes
    indexes[first] = start.0.domain.index(of: one)
    indexes[second] = start.1.domain.index(of: other)
    return indexes
  }

  private mutating func leavePair(_ best: Execution) {
    if best.choices[second].domain.lastIndex > 1 { partners += 1 }
    start = nil
    second += 1
  }

  private mutating func leaveFirst() {
    start = nil
    first += 1
    second = first + 1
    partners = 0
  }

  /// Lowers two numbers together and keeps their difference.
  static var loweringTogether: PairPass {
    PairPass(
      triesLargestFirst: false,
      room: { one, other in
        min(distanceToOrigin(one), distanceToOrigin(other))
      },
      move: { one, other, distance in (closer(one, distance), closer(other, distance)) })
  }

  /// Moves an amount from an earlier number to a later one and keeps their sum.
  static var redistribution: PairPass {
    PairPass(
      triesLargestFirst: true,
      room: { one, other in
        let isAbove = one.value > one.domain.origin
        let end = isAbove ? other.domain.upperBound : other.domain.lowerBound
        return min(distanceToOrigin(one), ChoiceDomain.distance(end, other.value))
      },
      move: { one, other, distance in
        let down = Int64(bitPattern: distance)
        let moved = one.value > one.domain.origin ? other.value &+ down : other.value &- down
        return (closer(one, distance), moved)
      })
  }

  private static func distanceToOrigin(_ choice: Choice) -> UInt64 {
    ChoiceDomain.distance(choice.value, choice.domain.origin)
  }

  private static func closer(_ choice: Choice, _ distance: UInt64) -> Int64 {
    let down = Int64(bitPattern: distance)
    return choice.value > choice.domain.origin ? choice.value &- down : choice.value &+ down
  }
}
