internal import AdSession

extension EvaluationContext {
  /// The event that shows that the active time since a record is within a threshold although `t` is
  /// not: the first `app.entered_background`.
  ///
  /// Empty where `t` is within the threshold.
  func activeWitness(since start: Int, within key: PolicyKey) -> [Int] {
    guard let limit = milliseconds(key), elapsed(since: start) > limit else { return [] }
    let spans = session.app.spans
    var low = 0
    var high = spans.count
    while low < high {
      let middle = low + (high - low) / 2
      if spans[middle].begin < start { low = middle + 1 } else { high = middle }
    }
    if low > 0, spans[low - 1].end.isAbsent || spans[low - 1].end > start { low -= 1 }
    return low < spans.count ? [spans[low].begin] : []
  }
}
