import AdSession

extension EvaluationContext {
  /// Whether a gap after a record (none: the beginning) can hide a record of this local day.
  func hidesRecordsOfItsDay(since start: EventIndex) -> Bool {
    guard hasGap(since: start) else { return false }
    return localDay.map { ownLostRecords(of: $0) != 0 } ?? true
  }

  /// Whether an earlier decision was of the same local day and under the same daily cap; nil where
  /// that is unknown.
  func isOfSameDayAndCap(_ earlier: CapDecision) -> Bool? {
    let (day, cap) = (localDay, count(.dailyCap))
    if let day, let thenDay = earlier.day, day != thenDay { return false }
    if let cap, let thenCap = earlier.cap, cap != thenCap { return false }
    return [day, cap, earlier.day, earlier.cap].contains(nil) ? nil : true
  }
}
