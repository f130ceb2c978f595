internal import AdSession

extension EvaluationContext {
  /// Whether a load of the slot is in flight; yes has its `ad.requested`.
  public func hasLoadInFlight(slot: Int?) -> Truth {
    let last = slot.flatMap { session.slots[$0].lastInFlight }
    let reused = evaluation.isPlain ? nil : lastReusedFlight(slot: slot)
    if last == nil && reused == nil && !hasGaps { return .no }
    guard let limit = milliseconds(.loadTimeoutSeconds) else { return .unknown(.unknown) }
    if let request = last {
      let requested = session.requests[request].requestedIndex
      if session.time.least(from: requested, to: index) <= limit {
        let isCertain =
          !hasGap(since: requested)
          && session.time.greatest(from: requested, to: index) <= limit
        return isCertain ? .yes(requested) : .unknown(.gap)
      }
    }
    if let reused, session.time.least(from: reused, to: index) <= limit {
      return .unknown(.unknown)
    }
    guard hasGaps, let gap = session.time.lastGap(before: index) else {
      return .no
    }
    return session.time.least(from: gap, to: index) <= limit ? .unknown(.gap) : .no
  }

  /// The last `ad.requested` of the slot that had no completion when its name was reused.
  private func lastReusedFlight(slot: Int?) -> Int? {
    guard let slot else { return nil }
    let state = session.slots[slot]
    return evaluation.cache.reusedNames.lastFlight(
      unit: state.unit, scene: state.scene, before: index)
  }
}
