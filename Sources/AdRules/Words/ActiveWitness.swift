internal import AdSession

extension Moment {
  /// What shows that no more than `limit` of active time passed since a record, where `t` says more:
  /// the first `app.entered_background` after which nothing counts. Witnesses need it.
  func activeWitness(since start: Int, within limit: Int64?) -> [Int] {
    guard let limit, elapsed(since: start) > limit else { return [] }
    let spans = run.session.app.spans
    var low = 0
    var high = spans.count
    while low < high {
      let middle = low + (high - low) / 2
      if spans[middle].begin < start { low = middle + 1 } else { high = middle }
    }
    if low > 0, spans[low - 1].end < 0 || spans[low - 1].end > start { return [spans[low - 1].begin] }
    return low < spans.count ? [spans[low].begin] : []
  }
}
