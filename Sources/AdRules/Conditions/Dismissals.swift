public import AdSession

extension EvaluationContext {
  /// The index of the last `ad.dismissed` of another full-screen ad; -1 for none.
  public var dismissalOfOther: Int { session.shows.lastDismissal(ofOtherThan: event.ad) }

  /// The index of the last `app.resigned_active` or return from a real background; -1 for none.
  public var lastDeparture: Int {
    max(session.app.resignedActive, session.app.lastRealReturn?.end ?? -1)
  }

  /// The event that shows that an earlier show was over, where clicks are not captured.
  ///
  /// Then what came up now is no interaction's content. Nothing where it was over by time.
  func endOfShow(_ show: Int) -> [Int] {
    guard event.kind == .adWillPresent else { return [] }
    let captured = evaluation.trace.header?.captures
    if captured?.contains(ClassSet(.revenue)) ?? false { return [] }
    if let most = milliseconds(.dismissTimeoutSeconds), elapsed(since: show) > most { return [] }
    let gone = max(last(.dismissed) ?? -1, last(.failedToPresent) ?? -1)
    if gone > show { return [gone] }
    let scene = session.sceneNumber(facts.scene).map { session.scenes[$0].lastShow } ?? -1
    return scene > show ? [scene] : []
  }

  /// Whether a background span ended after a record that may have been real: a gap hides its cause.
  public func mayHaveReturned(since start: Int) -> Bool { session.app.unknownReturn > start }

  /// A violation for being presented no longer than a threshold of `t` after a record.
  public func violation(tooSoon key: PolicyKey, since start: Int, _ message: String) -> Judgement {
    let passed = elapsed(since: start)
    let limit = ReadableDuration.text(milliseconds(key) ?? 0)
    return violation(
      "\(adName) was presented \(ReadableDuration.text(passed)) \(message) (limit \(limit), \(key.name))",
      witness: [start], policy: [key], measured: Double(passed) / 1000)
  }
}
