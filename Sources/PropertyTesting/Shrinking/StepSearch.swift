/// Looks for the greatest step that still fails: one by one up to 4, then doubling, then halving.
///
/// It is exact where every smaller step fails too, and costs one try where none does.
struct StepSearch {
  let greatest: UInt64
  private var taken: UInt64 = 0
  private var refused: UInt64?
  private var asked: UInt64 = 0

  init(upTo greatest: UInt64) { self.greatest = greatest }

  /// The next step to try; nil when the greatest is known.
  mutating func next() -> UInt64? {
    if taken == greatest { return nil }
    if let refused {
      if taken + 1 >= refused { return nil }
      asked = taken + (refused - taken) / 2
    } else if taken < 4 {
      asked = taken + 1
    } else {
      asked = taken > greatest / 2 ? greatest : taken * 2
    }
    return asked
  }

  mutating func learn(_ wasTaken: Bool) {
    if wasTaken { taken = asked } else { refused = asked }
  }
}
