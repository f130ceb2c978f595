/// Searches for the simplest execution with the same failure reason by proposing recordings.
///
/// The caller replays each proposal and passes its execution to ``learn(_:)``. A proposal is
/// accepted if it fails for the same reason and the recording of its execution is simpler than the
/// best one. No proposal is made twice.
struct Shrinker {
  /// The simplest failing execution so far.
  private(set) var best: Execution
  /// The number of proposals so far.
  private(set) var evaluations = 0
  /// One execution for each other failure reason seen while shrinking.
  private(set) var others: [Execution] = []

  private let budget: Int
  private var tried: Set<[UInt64]> = []
  private var proposed: [UInt64] = []
  private var pass: any ShrinkingPass
  private var number = 0
  private var roundStart: [UInt64]
  /// The proposals of the current pass since the last accepted one.
  private var refusals = 0
  /// Whether a pass of this round was left before it had tried everything.
  private var isIncomplete = false

  /// Starts a search at a failing execution; it ends after at most `budget` proposals.
  init(_ run: Execution, budget: Int) {
    best = run
    self.budget = budget
    roundStart = run.indexes
    pass = Shrinker.pass(0) ?? PositionPass.discarded
  }

  /// Returns the next recording to replay; nil if no pass finds anything simpler.
  mutating func propose() -> [UInt64]? {
    while evaluations < budget {
      let isStuck = refusals >= Shrinker.patience
      if isStuck { isIncomplete = true }
      guard !isStuck, let candidate = pass.propose(best) else {
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

  /// Updates the search with the execution of the last proposal.
  mutating func learn(_ run: Execution) {
    let indexes = run.indexes
    if indexes != proposed { tried.insert(indexes) }
    let isSame = run.failure?.reason == best.failure?.reason
    if !isSame { remember(run) }
    let isAccepted = isSame && isSimpler(indexes, than: best.indexes)
    if isAccepted { best = run }
    refusals = isAccepted ? 0 : refusals + 1
    pass.learn(isAccepted, best)
  }

  private mutating func remember(_ run: Execution) {
    guard let reason = run.failure?.reason else { return }
    if !others.contains(where: { $0.failure?.reason == reason }) { others.append(run) }
  }

  /// The number of cheap passes; the expensive ones run when the cheap ones no longer shorten the
  /// recording.
  private static let cheapPasses = 14

  /// The number of refused proposals after which the next pass takes its turn.
  ///
  /// A long recording has thousands of positions. A pass goes on in the next round where it was
  /// left, because no proposal is made twice.
  private static let patience = 200

  private static func pass(_ number: Int) -> (any ShrinkingPass)? {
    switch number {
    case 0: PositionPass.discarded
    case 1: PositionPass.levelling
    case 2: PositionPass.zeroing
    case 3: DeltaDebugging()
    case 4: PositionPass.deletion
    case 5: PositionPass.descendants
    case 6: Minimisation(together: true)
    case 7: PositionPass.copying
    case 8: CountedDeletion()
    case 9: PositionPass.window(3)
    case 10: PositionPass.window(2)
    case 11: PositionPass.window(1)
    case 12: Minimisation(together: false)
    case 13: PositionPass.ordering
    case 14: PositionPass.merging
    case 15: PositionPass.retargeting
    case 16: PositionPass.window(6)
    case 17: PositionPass.window(5)
    case 18: PositionPass.window(4)
    case 19: PairPass.loweringTogether
    case 20: PairPass.redistribution
    case 21: PositionPass.rotation
    case 22: PositionPass.moving
    case 23: PositionPass.filtered
    default: nil
    }
  }

  /// Starts the next pass, or the first one again if this round found something simpler.
  ///
  /// Only a shorter recording skips the expensive passes. If smaller numbers did so too, two
  /// numbers that depend on each other would take turns and fall by one in each round.
  private mutating func startNextPass() -> Bool {
    number += 1
    refusals = 0
    let isShorter = best.choices.count < roundStart.count
    if number == Shrinker.cheapPasses && isShorter { return restart() }
    if let next = Shrinker.pass(number) {
      pass = next
      return true
    }
    return best.indexes == roundStart && !isIncomplete ? false : restart()
  }

  private mutating func restart() -> Bool {
    number = 0
    isIncomplete = false
    roundStart = best.indexes
    pass = Shrinker.pass(0) ?? PositionPass.discarded
    return true
  }
}
