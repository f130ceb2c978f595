public import AdSession

extension EvaluationContext {
  /// Whether its ad is younger than a threshold, in plain `t` since its `ad.loaded`.
  ///
  /// Undecided where the journal has no `ad.loaded` of the ad.
  public func isYounger(than key: PolicyKey, _ message: String) -> Judgement {
    guard loadedIndex.isPresent else { return .undecided(hasGap(since: .none) ? .gap : .unknown) }
    guard let limit = milliseconds(key) else { return .undecided(.unknown) }
    let age = elapsed(since: loadedIndex)
    if age < limit { return .kept }
    let limitText = "(limit \(ReadableDuration.text(limit)), \(key.name))"
    return violation(
      "\(adName) \(message) \(ReadableDuration.text(age)) after it was loaded \(limitText)",
      witness: [loadedIndex], policy: [key], measured: Double(age) / 1000)
  }
}
