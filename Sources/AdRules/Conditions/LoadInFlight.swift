internal import AdSession

extension EvaluationContext {
  /// Whether a load of its slot is in flight; yes has its `ad.requested`.
  var hasLoadInItsSlot: Truth {
    isSceneUnsure ? .unknown(.gap) : hasLoadInFlight(slot: slot)
  }

  /// Whether a load of the slot is in flight; yes has its `ad.requested`.
  public func hasLoadInFlight(slot: Int?) -> Truth {
    let last = slot.flatMap { session.slots[$0].lastInFlight }
    let reused = evaluation.isPlain ? nil : lastReusedFlight(slot: slot)
    if last == nil && reused == nil && !hasGaps { return .no }
    guard let limit = milliseconds(.loadTimeoutSeconds) else { return .unknown(.unknown) }
    if let request = last {
      let isFlying = within(.loadTimeoutSeconds, of: session.requests[request].requestedIndex)
      if isFlying != .no { return isFlying }
    }
    if let reused, session.time.least(from: reused, to: index) <= limit {
      return .unknown(.unknown)
    }
    let unit = slot.map { session.slots[$0].unit } ?? event.unit
    return Truth.no.unless(canLast(since: lastHidden(of: unit) { $0.request }, for: limit))
  }

  /// The last `ad.requested` of the slot that had no completion when its name was reused.
  private func lastReusedFlight(slot: Int?) -> Int? {
    guard let slot else { return nil }
    let state = session.slots[slot]
    return evaluation.cache.reusedNames.lastFlight(
      unit: state.unit, scene: session.identity(state.scene), before: index)
  }
}
