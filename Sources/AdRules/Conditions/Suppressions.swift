import AdSession

extension EvaluationContext {
  /// Whether the last `suppression.ended` lies at most `suppression_tail_s` of `t` back.
  var justLeftSuppression: Bool {
    let ended = session.screen.suppressionEnded
    guard ended.isPresent, let tail = milliseconds(.suppressionTailSeconds) else { return false }
    return elapsed(since: ended) <= tail
  }

  /// The last `suppression.began` whose suppression is certainly open.
  var openSuppression: Int? {
    session.screen.openSuppressions.compactMap { $0.began.index }.filter { !hasGap(since: $0) }
      .max()
  }

  /// Whether too many suppressions were open at once to track each; one of them can still be open.
  var mayHaveOldSuppression: Bool {
    session.screen.openSuppressions.first?.began == EventIndex.none
  }
}
