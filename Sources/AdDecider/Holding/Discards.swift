import AdSession

extension Decider {
  /// The next ad that is of no use any more.
  mutating func nextDiscard() -> Decision? {
    for number in places.indices {
      let place = places[number].place
      if place.format.isFullScreen {
        if let decision = discardHeld(number) { return decision }
      } else if isClosed(place.scene) {
        if let decision = discardInFeed(number) { return decision }
      }
    }
    return nil
  }

  private mutating func discardHeld(_ number: Int) -> Decision? {
    let place = places[number].place
    let isFree = isOverdue(number) && objection(place) == nil
    for ad in ownAds(place) {
      let name = session.state.ads[ad].ad
      if isClosed(place.scene) { return .discard(name, .sceneClosed) }
      if !isFresh(ad, at: now.t) { return .discard(name, .expired) }
      if !fits(ad, place) {
        places[number].replacesMisfit = true
        return .discard(name, .resized)
      }
      if isFree { return .discard(name, .replaced) }
    }
    return nil
  }

  private mutating func discardInFeed(_ number: Int) -> Decision? {
    let ad = places[number].inFeed
    places[number].inFeed = .absent
    return ad.isPresent
      ? .discard(ad, .sceneClosed)
      : unplaced(places[number].place).first.map {
        .discard(session.state.ads[$0].ad, .sceneClosed)
      }
  }

  /// Whether an ad is as its scene is: its last check passed, and it was loaded for this orientation.
  func fits(_ ad: Int, _ place: Place) -> Bool {
    let state = session.state.ads[ad]
    if misfits.contains(state.ad) { return false }
    let now = orientation(of: place)
    guard now != .absent, state.request.isPresent else { return true }
    guard let requested = session.state.requests[state.request].requestedIndex.index else {
      return true
    }
    let asked = session.trace.events[requested].orientation
    return asked == .absent || asked == now
  }

  /// When memory is short, a place keeps one ad.
  mutating func dropSurplus() {
    for place in places where place.place.format.isFullScreen {
      for ad in ownAds(place.place).dropLast() {
        due.append(.discard(session.state.ads[ad].ad, .memory))
      }
    }
  }
}
