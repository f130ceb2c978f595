internal import AdSession

extension EvaluationContext {
  /// Whether an event came after the last real return to the foreground, or there was no such
  /// return.
  func isSinceRealReturn(_ last: EventIndex) -> Truth {
    let returned = session.app.lastRealReturn?.end ?? .none
    if last <= returned { return hasGap(since: returned) ? .unknown(.gap) : .no }
    let mayHaveReturned = hasGap(since: last) || session.app.unknownReturn > last
    return mayHaveReturned ? .unknown(.gap) : .yes(last)
  }

  /// Whether main content of its scene was shown since the last real return.
  var isContentShownTwice: Truth {
    if isSceneUnsure { return .unknown(.gap) }
    let shown = sceneState?.contentShown ?? .none
    return isSinceRealReturn(shown).orHidden(session.screen.lastUnsure > shown)
  }
}
