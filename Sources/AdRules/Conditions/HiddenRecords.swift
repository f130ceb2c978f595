public import AdSession

extension EvaluationContext {
  /// Whether a gap after a record can hide a record that lies at most `limit` of `t` back.
  public func canHide(since start: EventIndex, notLongerAgoThan limit: Int64) -> Bool {
    guard hasGap(since: start), let gap = session.time.lastGap(before: index) else {
      return false
    }
    return elapsed(since: gap) <= limit
  }

  /// How many records the gaps after a record hide, but at most `limit`.
  func lostRecords(since start: EventIndex, atMost limit: Int) -> Int {
    session.time.lostRecords(after: start, before: index, atMost: limit)
  }

  /// Whether a gap can hide a record that lies at most `limit` of `t` back.
  func canHide(upTo limit: Int64) -> Bool {
    guard let gap = session.time.lastGap(before: index) else { return false }
    return elapsed(since: gap) <= limit
  }
}
