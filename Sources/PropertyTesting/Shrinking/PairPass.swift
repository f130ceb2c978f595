/// Changes two numbers at once by the same amount, as far as it goes.
///
/// Two numbers whose difference or sum matters cannot be made simple one after the other.
struct PairPass: Pass {
  /// How far a pair can move; 0 for not at all.
  let room: (_ first: Choice, _ second: Choice) -> UInt64
  /// The two values after a move.
  let move: (_ first: Choice, _ second: Choice, _ by: UInt64) -> (Int64, Int64)
  /// Whether the greatest move is tried first.
  let triesAllFirst: Bool

  private static let mostPartners = 6
  private var first = 0
  private var second = 1
  private var partners = 0
  private var search: StepSearch?
  private var isTryingAll = false
  private var start: (Choice, Choice)?

  init(
    triesAllFirst: Bool, room: @escaping (Choice, Choice) -> UInt64,
    move: @escaping (Choice, Choice, UInt64) -> (Int64, Int64)
  ) {
    self.triesAllFirst = triesAllFirst
    self.room = room
    self.move = move
  }

  mutating func propose(_ best: Run) -> [UInt64]? {
    while first < best.choices.count {
      guard second < best.choices.count, partners < PairPass.mostPartners,
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

  mutating func learn(_ wasTaken: Bool, _ best: Run) {
    if isTryingAll {
      isTryingAll = false
      if wasTaken { search = nil }
    } else {
      search?.learn(wasTaken)
    }
  }

  private mutating func enter(_ best: Run) {
    let pair = (best.choices[first], best.choices[second])
    start = pair
    let room = pair.1.domain.lastIndex > 1 ? room(pair.0, pair.1) : 0
    search = room > 0 ? StepSearch(upTo: room) : nil
    isTryingAll = triesAllFirst && room > 0
  }

  private mutating func proposal(_ best: Run) -> [UInt64]? {
    guard let start, var search else { return nil }
    let distance = isTryingAll ? search.greatest : search.next()
    self.search = search
    guard let distance else { return nil }
    let (one, other) = move(start.0, start.1, distance)
    var indexes = best.indexes
    indexes[first] = start.0.domain.index(of: one)
    indexes[second] = start.1.domain.index(of: other)
    return indexes
  }

  private mutating func leavePair(_ best: Run) {
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

  /// Lowers two numbers together: their difference stays.
  static var loweringTogether: PairPass {
    PairPass(
      triesAllFirst: false,
      room: { one, other in
        min(distanceToOrigin(one), distanceToOrigin(other))
      },
      move: { one, other, distance in (nearer(one, distance), nearer(other, distance)) })
  }

  /// Moves an amount from an earlier number to a later one: their sum stays.
  static var redistribution: PairPass {
    PairPass(
      triesAllFirst: true,
      room: { one, other in
        let isAbove = one.value > one.domain.origin
        let end = isAbove ? other.domain.upperBound : other.domain.lowerBound
        return min(distanceToOrigin(one), ChoiceDomain.distance(end, other.value))
      },
      move: { one, other, distance in
        let down = Int64(bitPattern: distance)
        let moved = one.value > one.domain.origin ? other.value &+ down : other.value &- down
        return (nearer(one, distance), moved)
      })
  }

  private static func distanceToOrigin(_ choice: Choice) -> UInt64 {
    ChoiceDomain.distance(choice.value, choice.domain.origin)
  }

  private static func nearer(_ choice: Choice, _ distance: UInt64) -> Int64 {
    let down = Int64(bitPattern: distance)
    return choice.value > choice.domain.origin ? choice.value &- down : choice.value &+ down
  }
}
