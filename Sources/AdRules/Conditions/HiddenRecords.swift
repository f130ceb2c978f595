internal import AdSession

extension EvaluationContext {
  /// Whether a gap after the record `start` can hide something at most `limit` of `t` ago.
  public func canHide(since start: Int, notLongerAgoThan limit: Int64) -> Bool {
    guard hasGap(since: start), let gap = session.time.lastGap(before: index) else {
      return false
    }
    return elapsed(since: gap) <= limit
  }

  /// Whether something hidden in a gap can lie at most so much of `t` before this event.
  func canHide(upTo limit: Int64) -> Bool {
    guard let gap = session.time.lastGap(before: index) else { return false }
    return elapsed(since: gap) <= limit
  }
}
