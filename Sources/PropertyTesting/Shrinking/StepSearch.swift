/// Searches for the largest step that is still accepted: 1 to 4, then doubling, then bisecting.
///
/// The result is exact if every smaller step is accepted too. Costs a single try if step 1 is
/// refused.
struct StepSearch {
  let largest: UInt64
  private var accepted: UInt64 = 0
  private var refused: UInt64?
  private var proposed: UInt64 = 0

  init(upTo largest: UInt64) { self.largest = largest }

  /// Returns the next step to try; nil when the largest is known.
  mutating func next() -> UInt64? {
    if accepted == largest { return nil }
    if let refused {
      if accepted + 1 >= refused { return nil }
      proposed = accepted + (refused - accepted) / 2
    } else if accepted < 4 {
      proposed = accepted + 1
    } else {
      proposed = accepted > largest / 2 ? largest : accepted * 2
    }
    return proposed
  }

  mutating func learn(_ isAccepted: Bool) {
    if isAccepted { accepted = proposed } else { refused = proposed }
  }
}
