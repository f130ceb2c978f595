/// One way to look for something simpler: it proposes, and learns whether the proposal was taken.
///
/// A pass never executes the property, so the same passes serve properties that are asynchronous.
protocol Pass {
  /// The next list of indexes to try; nil when the pass is over.
  mutating func propose(_ best: Run) -> [UInt64]?
  /// What became of the last proposal; where it was taken, `best` is its run.
  mutating func learn(_ wasTaken: Bool, _ best: Run)
}

/// A pass that walks over places, and at each tries numbered proposals until one is taken.
struct PlacePass: Pass {
  /// What to do at a place.
  enum Step {
    case propose([UInt64])
    case skip
    case leave
  }

  /// Where to go on after a proposal was taken.
  enum Continuation {
    case stay
    case advance
  }

  var isDescending = false
  var afterSuccess = Continuation.stay
  /// How many places there are now.
  let count: (Run) -> Int
  /// The proposal of a number at a place.
  let step: (_ best: Run, _ place: Int, _ number: Int) -> Step

  private var place = 0
  private var number = 0
  private var hasBegun = false

  init(
    isDescending: Bool = false, afterSuccess: Continuation = .stay,
    count: @escaping (Run) -> Int, step: @escaping (Run, Int, Int) -> Step
  ) {
    self.isDescending = isDescending
    self.afterSuccess = afterSuccess
    self.count = count
    self.step = step
  }

  mutating func propose(_ best: Run) -> [UInt64]? {
    let count = count(best)
    if !hasBegun { place = isDescending ? count - 1 : 0 }
    hasBegun = true
    if isDescending && place >= count { (place, number) = (count - 1, 0) }
    while place >= 0 && place < count {
      let step = step(best, place, number)
      number += 1
      switch step {
      case .propose(let indexes): return indexes
      case .skip: continue
      case .leave: leave()
      }
    }
    return nil
  }

  mutating func learn(_ wasTaken: Bool, _ best: Run) {
    guard wasTaken else { return }
    if afterSuccess == .advance { leave() } else { number = 0 }
  }

  private mutating func leave() {
    number = 0
    place += isDescending ? -1 : 1
  }
}
