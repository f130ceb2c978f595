/// Looks for the simplest run that fails in the same way, by proposing recordings to replay.
///
/// The caller replays each proposal and hands the run back, at once or later. A proposal is taken when
/// it fails for the same reason and what it *recorded* is simpler. Proposals are never repeated.
struct Shrinker {
  /// The simplest failing run so far.
  private(set) var best: Run
  /// How many proposals were replayed.
  private(set) var evaluations = 0
  /// Failures with another reason that were met on the way, one of each.
  private(set) var others: [Run] = []

  private let budget: Int
  private var tried: Set<[UInt64]> = []
  private var proposed: [UInt64] = []
  private var pass: any Pass
  private var number = 0
  private var roundStart: [UInt64]

  /// A search from a failing run; it ends after `budget` replays at the latest.
  init(_ run: Run, budget: Int) {
    best = run
    self.budget = budget
    roundStart = run.indexes
    pass = Shrinker.pass(0) ?? PlacePass.discarded
  }

  /// The next recording to replay; nil when nothing simpler was found by any pass.
  mutating func propose() -> [UInt64]? {
    while evaluations < budget {
      guard let candidate = pass.propose(best) else {
        if !startNextPass() { return nil }
        continue
      }
      if isSimpler(candidate, than: best.indexes) && tried.insert(candidate).inserted {
        proposed = candidate
        evaluations += 1
        return candidate
      }
      pass.learn(false, best)
    }
    return nil
  }

  /// What became of the proposal.
  mutating func learn(_ run: Run) {
    let indexes = run.indexes
    if indexes != proposed { tried.insert(indexes) }
    let isSame = run.failure?.reason == best.failure?.reason
    if !isSame { remember(run) }
    let isTaken = isSame && isSimpler(indexes, than: best.indexes)
    if isTaken { best = run }
    pass.learn(isTaken, best)
  }

  private mutating func remember(_ run: Run) {
    guard let reason = run.failure?.reason else { return }
    if !others.contains(where: { $0.failure?.reason == reason }) { others.append(run) }
  }

  /// The number of passes that are cheap; the costly ones wait until the length no longer falls.
  private static let cheap = 12

  private static func pass(_ number: Int) -> (any Pass)? {
    switch number {
    case 0: PlacePass.discarded
    case 1: PlacePass.zeroing
    case 2: DeltaDebugging()
    case 3: CountedDeletion()
    case 4: PlacePass.deletion
    case 5: PlacePass.descendants
    case 6: PlacePass.window(3)
    case 7: PlacePass.window(2)
    case 8: PlacePass.window(1)
    case 9: Minimisation(together: false)
    case 10: Minimisation(together: true)
    case 11: PlacePass.ordering
    case 12: PlacePass.merging
    case 13: PlacePass.retargeting
    case 14: PlacePass.window(6)
    case 15: PlacePass.window(5)
    case 16: PlacePass.window(4)
    case 17: PairPass.loweringTogether
    case 18: PairPass.redistribution
    case 19: PlacePass.rotation
    case 20: PlacePass.moving
    case 21: PlacePass.filtered
    default: nil
    }
  }

  /// Goes to the next pass, or back to the first where this round found something.
  ///
  /// Only a shorter recording may skip the costly passes: restarting after every smaller number lets
  /// two numbers that depend on each other fall by one in turn.
  private mutating func startNextPass() -> Bool {
    number += 1
    let isShorter = best.choices.count < roundStart.count
    if number == Shrinker.cheap && isShorter { return restart() }
    if let next = Shrinker.pass(number) {
      pass = next
      return true
    }
    return best.indexes == roundStart ? false : restart()
  }

  private mutating func restart() -> Bool {
    number = 0
    roundStart = best.indexes
    pass = Shrinker.pass(0) ?? PlacePass.discarded
    return true
  }
}
