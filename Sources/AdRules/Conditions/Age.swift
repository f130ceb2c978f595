public import AdSession

extension EvaluationContext {
  /// Whether its ad is younger than a threshold, in plain `t` since its `ad.loaded`.
  ///
  /// Where the journal has no `ad.loaded` of the ad, it is undecided if a gap can hide one that
  /// makes the ad too old, and else nil.
  public func isYounger(than key: PolicyKey, _ message: String) -> Judgement? {
    guard loadedIndex.isPresent else { return canBeTooOld(key) ? .undecided(.gap) : nil }
    guard let limit = milliseconds(key) else { return .undecided(.unknown) }
    let age = elapsed(since: loadedIndex)
    if age < limit { return .kept }
    let limitText = "(limit \(ReadableDuration.text(limit)), \(key.name))"
    return violation(
      "\(adName) \(message) \(ReadableDuration.text(age)) after it was loaded \(limitText)",
      witness: [loadedIndex], policy: [key], measured: Double(age) / 1000)
  }

  /// Whether a gap can hide an `ad.loaded` that is at least as old as a threshold.
  private func canBeTooOld(_ key: PolicyKey) -> Bool {
    guard let gap = session.time.firstGap(after: .none), gap <= index else { return false }
    guard gap > 0, let limit = milliseconds(key) else { return true }
    return elapsed(since: gap - 1) >= limit
  }
}
