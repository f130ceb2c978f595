public import AdSession

extension EvaluationContext {
  /// Whether its ad is younger than a threshold, in plain `t` since its `ad.loaded`.
  ///
  /// An ad whose load was not seen was loaded in a gap or never: its age is unknown either way.
  public func isYounger(than key: PolicyKey, _ message: String) -> Judgement {
    guard loadedIndex >= 0 else { return .undecided(hasGap(since: -1) ? .gap : .unknown) }
    guard let limit = milliseconds(key) else { return .undecided(.unknown) }
    let age = elapsed(since: loadedIndex)
    if age < limit { return .kept }
    let limitText = "(limit \(ReadableDuration.text(limit)), \(key.name))"
    return violation(
      "\(adName) \(message) \(ReadableDuration.text(age)) after it was loaded \(limitText)",
      witness: [loadedIndex], policy: [key], measured: Double(age) / 1000)
  }
}
