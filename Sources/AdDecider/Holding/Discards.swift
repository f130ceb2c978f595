import AdSession

extension Decider {
  /// The next ad to discard.
  mutating func nextDiscard() -> Decision? {
    for number in placements.indices {
      let placement = placements[number].placement
      if placement.format.isFullScreen {
        if let decision = discardHeld(number) { return decision }
      } else if isClosed(placement.scene) {
        if let decision = discardInFeed(number, .sceneClosed) { return decision }
      } else if surroundings.isAdFree {
        if let decision = discardInFeed(number, .other) { return decision }
      }
    }
    return nil
  }

  private mutating func discardHeld(_ number: Int) -> Decision? {
    let placement = placements[number].placement
    let isFree = isOverdue(number) && blocker(placement) == nil
    for ad in availableAds(placement) {
      let name = session.state.ads[ad].ad
      if isClosed(placement.scene) { return .discard(name, .sceneClosed) }
      if surroundings.isAdFree { return .discard(name, .other) }
      if !isFresh(ad, at: now.t) { return .discard(name, .expired) }
      if !fits(ad, placement) {
        placements[number].replacesMisfit = true
        return .discard(name, .resized)
      }
      if isFree { return .discard(name, .replaced) }
    }
    return nil
  }

  private mutating func discardInFeed(_ number: Int, _ reason: Word) -> Decision? {
    let ad = placements[number].inFeed
    placements[number].inFeed = .absent
    return ad.isPresent
      ? .discard(ad, reason)
      : unplaced(placements[number].placement).first.map {
        .discard(session.state.ads[$0].ad, reason)
      }
  }

  /// Whether an ad fits its scene: its last check passed, and it was requested for this
  /// orientation.
  func fits(_ ad: Int, _ placement: Placement) -> Bool {
    let state = session.state.ads[ad]
    if misfits.contains(state.ad) { return false }
    let now = orientation(of: placement)
    guard now != .absent, state.request.isPresent else { return true }
    guard let requested = session.state.requests[state.request].requestedIndex.index else {
      return true
    }
    let requestedOrientation = session.trace.events[requested].orientation
    return requestedOrientation == .absent || requestedOrientation == now
  }

  /// Discards all but one ad of each full-screen placement, after a memory warning.
  mutating func dropSurplus() {
    for placement in placements where placement.placement.format.isFullScreen {
      for ad in availableAds(placement.placement).dropLast() {
        due.append(.discard(session.state.ads[ad].ad, .memory))
      }
    }
  }
}
