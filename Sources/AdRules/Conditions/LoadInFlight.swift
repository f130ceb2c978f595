internal import AdSession

extension EvaluationContext {
  /// Whether its unit was requested before; yes has the first request.
  var firstRequestOfItsUnit: Truth {
    let first = unitState?.firstRequested ?? .none
    return Truth.seen(first).unless(
      session.time.hasGap(after: .none, before: first.index ?? index))
  }

  /// Whether its slot was requested because of the last resize of its scene; yes has that request.
  var hasRequestSinceResize: Truth {
    let resized = lastResize
    let earlier = slotState?.lastResizeRequest ?? .none
    let hidden = lastHidden(of: event.unit) { earlier > resized ? .none : $0.request }
    return Truth.seen(earlier > resized ? earlier : .none).unless(hidden > max(resized, earlier))
  }

  /// Whether its slot was requested for an appearance of its view, and nothing since allows to do
  /// so again; yes has that request.
  var hasRequestForAppearance: Truth {
    let earlier = slotState?.lastAppearRequest ?? .none
    let reset = slotState.map { max($0.lastFailure, $0.lastDiscarded) } ?? .none
    let hidden = lastHidden(of: event.unit) {
      earlier > reset ? max($0.failure, $0.discard) : $0.request
    }
    return Truth.seen(earlier > reset ? earlier : .none)
      .unless(isSceneUnsure || hidden > max(earlier, reset))
  }

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
      if isFlying != .no {
        return isFlying.unless(mayBeGivenUp(request, unit: event.unit), .unknown)
      }
    }
    if let reused, session.time.least(from: reused, to: index) <= limit {
      return .unknown(.unknown)
    }
    let unit = slot.map { session.slots[$0].unit } ?? event.unit
    return Truth.no.unless(canLast(since: lastHidden(of: unit) { $0.request }, for: limit))
  }

  /// Whether an ad of unknown scene may answer a later request of the same slot.
  private func mayBeGivenUp(_ request: Int, unit: Symbol) -> Bool {
    guard hasGaps, let unit = session.unitNumber(unit) else { return false }
    return session.units[unit].unsure.load > session.requests[request].requestedIndex
  }

  /// The last `ad.requested` of the slot that had no completion when its name was reused.
  private func lastReusedFlight(slot: Int?) -> Int? {
    guard let slot else { return nil }
    let state = session.slots[slot]
    return evaluation.cache.reusedNames.lastFlight(
      unit: state.unit, scene: session.identity(state.scene), before: index)
  }
}
