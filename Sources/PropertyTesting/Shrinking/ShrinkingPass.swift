/// One strategy to simplify a failing recording: proposes candidates and learns which were
/// accepted.
///
/// A pass never executes the property, so the same passes serve synchronous and asynchronous
/// properties.
protocol ShrinkingPass {
  /// Returns the next recording to try; nil when the pass is finished.
  mutating func propose(_ best: Execution) -> [UInt64]?
  /// Reports whether the last proposal was accepted; if so, `best` is its execution.
  mutating func learn(_ isAccepted: Bool, _ best: Execution)
}

/// A pass that walks over positions and makes several attempts at each until one is accepted.
///
/// A position is the index of a choice, a span or a group of siblings, depending on the pass.
struct PositionPass: ShrinkingPass {
  /// The outcome of one attempt at a position.
  enum Step {
    /// Try this recording.
    case propose([UInt64])
    /// Go on with the next attempt.
    case skip
    /// Go on with the next position.
    case leave
  }

  /// Where to continue after an accepted proposal.
  enum Continuation {
    case stay
    case advance
  }

  var isDescending = false
  var afterSuccess = Continuation.stay
  /// The number of positions in the best execution so far.
  let count: (Execution) -> Int
  /// Makes one attempt at a position.
  let step: (_ best: Execution, _ position: Int, _ attempt: Int) -> Step

  private var position = 0
  private var attempt = 0
  private var hasBegun = false

  init(
    isDescending: Bool = false, afterSuccess: Continuation = .stay,
    count: @escaping (Execution) -> Int, step: @escaping (Execution, Int, Int) -> Step
  ) {
    self.isDescending = isDescending
    self.afterSuccess = afterSuccess
    self.count = count
    self.step = step
  }

  mutating func propose(_ best: Execution) -> [UInt64]? {
    let count = count(best)
    if !hasBegun { position = isDescending ? count - 1 : 0 }
    hasBegun = true
    if isDescending && position >= count { (position, attempt) = (count - 1, 0) }
    while position >= 0 && position < count {
      let step = step(best, position, attempt)
      attempt += 1
      switch step {
      case .propose(let indexes): return indexes
      case .skip: continue
      case .leave: leave()
      }
    }
    return nil
  }

  mutating func learn(_ isAccepted: Bool, _ best: Execution) {
    guard isAccepted else { return }
    if afterSuccess == .advance { leave() } else { attempt = 0 }
  }

  private mutating func leave() {
    attempt = 0
    position += isDescending ? -1 : 1
  }
}
