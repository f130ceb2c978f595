internal import AdSession

extension EvaluationContext {
  /// Whether any ad is shown or pending in any scene; yes has the event that shows it.
  ///
  /// O(scenes), so only for rules that ask once per session.
  var hasAnyFullScreen: Truth {
    var answer = Truth.no
    for scene in session.scenes.indices {
      let pending = session.lastPending(in: scene, otherThan: nil)
      answer = answer.or(showsAd(in: scene, otherThan: nil)).or(pending.map(isPending) ?? .no)
    }
    let unsure = session.shows.unsure
    for (key, open) in [
      (.dismissTimeoutSeconds, unsure.show), (.presentOutcomeSeconds, unsure.call),
    ]
      as [(PolicyKey, EventIndex)]
    {
      answer = answer.orHidden(
        canLast(since: max(lastGap, open), for: milliseconds(key)), whyHidden)
    }
    return answer
  }
}
