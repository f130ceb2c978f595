internal import AdSession

extension EvaluationContext {
  /// Whether the last event of a kind (its index; -1 for none) came after the last return from a
  /// real background, or there was no such return; yes names it.
  func isSinceRealReturn(_ last: Int) -> Truth {
    let returned = session.app.lastRealReturn?.end ?? -1
    if last <= returned { return hasGap(since: returned) ? .unknown(.gap) : .no }
    return hasGap(since: last) || session.app.unknownReturn > last ? .unknown(.gap) : .yes(last)
  }

  /// Kept where the event did not come since the last real return, violated where it did.
  func forbidsSinceRealReturn(_ last: Int, _ because: @autoclosure () -> String) -> Judgement {
    switch isSinceRealReturn(last) {
    case .no: .kept
    case .unknown(let why): .undecided(why)
    case .yes(let earlier): violation(because(), witness: [earlier])
    }
  }
}
