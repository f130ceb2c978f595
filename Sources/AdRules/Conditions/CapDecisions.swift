import AdSession

extension EvaluationContext {
  /// Whether a gap after a record (-1: the beginning) can hide anything of this record's local day.
  func hidesRecordsOfItsDay(since start: Int) -> Bool {
    guard hasGap(since: start) else { return false }
    return localDay.map { ownLostRecords(of: $0) != 0 } ?? true
  }

  /// Whether an earlier decision was of the same local day and under the same daily cap; nil where
  /// the journal does not say.
  func isOfSameDayAndCap(_ earlier: CapDecision) -> Bool? {
    let (day, cap) = (localDay, count(.dailyCap))
    if let day, let thenDay = earlier.day, day != thenDay { return false }
    if let cap, let thenCap = earlier.cap, cap != thenCap { return false }
    return [day, cap, earlier.day, earlier.cap].contains(nil) ? nil : true
  }
}
