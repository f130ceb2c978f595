internal import AdSession

extension EvaluationContext {
  /// What shows that the active time since a record is within a threshold where `t` is not.
  ///
  /// It is the first `app.entered_background` after which nothing counts; a witness needs it where
  /// something lasts for at most so long.
  func activeWitness(since start: Int, within key: PolicyKey) -> [Int] {
    guard let limit = milliseconds(key), elapsed(since: start) > limit else { return [] }
    let spans = session.app.spans
    var low = 0
    var high = spans.count
    while low < high {
      let middle = low + (high - low) / 2
      if spans[middle].begin < start { low = middle + 1 } else { high = middle }
    }
    if low > 0, spans[low - 1].end < 0 || spans[low - 1].end > start { low -= 1 }
    return low < spans.count ? [spans[low].begin] : []
  }
}
