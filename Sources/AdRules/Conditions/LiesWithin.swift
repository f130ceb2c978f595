internal import AdSession

extension EvaluationContext {
  /// The exemption of an event with a `fact` of its ad at most a threshold of active time before.
  func unless(_ fact: AdFact, liesWithin key: PolicyKey) -> Exemption {
    guard let limit = milliseconds(key) else { return .unknown(.unknown) }
    if let last = last(fact), session.time.greatest(from: last, to: index) <= limit {
      return .exempt
    }
    if let last = last(fact), session.time.least(from: last, to: index) <= limit {
      return .unknown(.gap)
    }
    guard let gap = session.time.lastGap(before: index), gap > loadedIndex else { return .none }
    return session.time.least(from: gap, to: index) <= limit ? .unknown(.gap) : .none
  }
}
