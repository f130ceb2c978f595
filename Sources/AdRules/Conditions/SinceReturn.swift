internal import AdSession

extension EvaluationContext {
  /// Whether an event came after the last real return to the foreground, or there was no such
  /// return.
  func isSinceRealReturn(_ last: EventIndex) -> Truth {
    let returned = session.app.lastRealReturn?.end ?? .none
    if last <= returned { return hasGap(since: returned) ? .unknown(.gap) : .no }
    let mayHaveReturned = canHideReturn(since: last) || session.app.unknownReturn > last
    return mayHaveReturned ? .unknown(.gap) : .yes(last)
  }

  /// Kept if an event came before the last real return to the foreground, violated if it came
  /// since.
  func forbidsSinceRealReturn(_ last: EventIndex, _ because: @autoclosure () -> String) -> Judgement
  {
    isSinceRealReturn(last).forbids { earlier in violation(because(), witness: [earlier]) }
  }
}
