import AdSession

extension Moment {
  /// Whether an earlier decision was of the same local day and under the same daily cap; nil where
  /// the journal does not say.
  func isOfSameDayAndCap(_ earlier: CapDecision) -> Bool? {
    guard let day = localDay, let cap = count(.dailyCap), let thenDay = earlier.day,
      let thenCap = earlier.cap
    else { return nil }
    return day == thenDay && cap == thenCap
  }
}
