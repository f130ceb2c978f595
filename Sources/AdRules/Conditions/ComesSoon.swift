internal import AdSession

extension EvaluationContext {
  /// The judgement that an event comes within a threshold of active time after the first `fact` of
  /// its ad.
  ///
  /// The message says what came, and after `what` it came.
  @inline(__always)
  func comesSoon(
    after fact: AdFact, _ what: String = "it was dismissed", within key: PolicyKey,
    _ message: @autoclosure () -> String
  ) -> Judgement? {
    guard let end = first(fact) else {
      return hasGapSinceLoad && mayComeLate(within: key) ? .undecided(.gap) : nil
    }
    return comesSoon(since: end, what, within: key, message)
  }

  /// Whether a gap can hide an end of the ad that is too far back.
  ///
  /// An ad has no events before its load.
  private func mayComeLate(within key: PolicyKey) -> Bool {
    if event.kind == .adLoaded && loadedIndex.isAbsent { return false }
    return canHide(since: loadedIndex, longerAgoThan: milliseconds(key))
  }

  private func comesSoon(
    since end: Int, _ what: String, within key: PolicyKey, _ message: () -> String
  ) -> Judgement {
    guard let limit = milliseconds(key) else { return .undecided(.unknown) }
    let passed = session.time.least(from: end, to: index)
    if passed > limit {
      let limitText = "(limit \(ReadableDuration.text(limit)), \(key.name))"
      return violation(
        "\(adName) \(message()) \(ReadableDuration.text(passed)) after \(what) \(limitText)",
        witness: [end], policy: [key], measured: Double(passed) / 1000)
    }
    let isHidden = session.time.hasGap(after: loadedIndex, before: end)
    let isLate = session.time.greatest(from: end, to: index) > limit
    return isLate || isHidden && mayComeLate(within: key) ? .undecided(.gap) : .kept
  }
}
