internal import AdSession

extension Moment {
  /// Whether a load of the slot is in flight; yes names its `ad.requested`.
  public func hasLoadInFlight(slot: Int?) -> Truth {
    let last = slot.flatMap { run.session.slots[$0].inFlight.last }
    let reused = run.state.pointee.isPlain ? nil : lastReusedFlight(slot: slot)
    if last == nil && reused == nil && !run.state.pointee.hasGaps { return .no }
    guard let limit = milliseconds(.loadTimeoutSeconds) else { return .unknown(.unknown) }
    if let request = last {
      let requested = run.session.requests[Int(request)].requestedIndex
      if run.session.time.least(from: requested, to: index) <= limit {
        let isCertain =
          !hasGap(since: requested)
          && run.session.time.greatest(from: requested, to: index) <= limit
        return isCertain ? .yes(requested) : .unknown(.gap)
      }
    }
    if let reused, run.session.time.least(from: reused, to: index) <= limit {
      return .unknown(.unknown)
    }
    guard run.state.pointee.hasGaps, let gap = run.session.time.lastGap(before: index) else {
      return .no
    }
    return run.session.time.least(from: gap, to: index) <= limit ? .unknown(.gap) : .no
  }

  /// The last `ad.requested` of the slot that nothing completed before its name was born again.
  private func lastReusedFlight(slot: Int?) -> Int? {
    guard let slot else { return nil }
    let state = run.session.slots[slot]
    return run.notes.reusedNames.lastFlight(unit: state.unit, scene: state.scene, before: index)
  }
}
