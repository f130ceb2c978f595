import AdSession

extension EvaluationContext {
  /// Whether the last `suppression.ended` is at most `suppression_tail_s` of `t` ago.
  var justLeftSuppression: Bool {
    let ended = session.screen.suppressionEnded
    guard ended >= 0, let tail = milliseconds(.suppressionTailSeconds) else { return false }
    return elapsed(since: ended) <= tail
  }

  /// The last `suppression.began` whose suppression is certainly open; nil: there is none.
  var openSuppression: Int? {
    session.screen.openSuppressions.map(\.began).filter { $0 >= 0 && !hasGap(since: $0) }.max()
  }

  /// Whether more suppressions were open at once than are told apart: one of them may be open still.
  var mayHaveOldSuppression: Bool { session.screen.openSuppressions.first?.began == -1 }
}
