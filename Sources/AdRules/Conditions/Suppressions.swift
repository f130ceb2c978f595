import AdSession

extension EvaluationContext {
  /// Whether the last `suppression.ended` lies at most `suppression_tail_s` of `t` back.
  var justLeftSuppression: Bool {
    let ended = session.screen.suppressionEnded
    guard ended.isPresent, let tail = milliseconds(.suppressionTailSeconds) else { return false }
    return elapsed(since: ended) <= tail
  }

  /// Whether a suppression is open, or ended a moment ago by a threshold that is unknown; yes has
  /// the last `suppression.began`.
  var hasOpenSuppression: Truth {
    let open = session.screen.openSuppressions
    let certain = open.compactMap { $0.began.index }.filter { !hasGap(since: $0) }.max()
    if let certain { return .yes(certain) }
    // Of too many open suppressions, the first ones are not stored.
    let isFirstLost = open.first?.began == EventIndex.none
    if isFirstLost || milliseconds(.suppressionTailSeconds) == nil { return .unknown(.unknown) }
    return Truth.no.unless(hasGap(since: .none))
  }
}
