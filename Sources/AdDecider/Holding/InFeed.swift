import AdSession

extension Decider {
  /// The view of a place appeared: the first time it asks for its ad.
  mutating func appear(_ number: Int) {
    if places[number].place.format.isFullScreen { return }
    if places[number].hasAppeared {
      places[number].moment = .user
    } else {
      places[number].hasAppeared = true
      places[number].cause = .viewDidAppear
    }
  }

  /// The next thing to do with ads in a feed: one to put into its view, or one that is too old to be
  /// seen for the first time.
  mutating func nextInFeed() -> Decision? {
    for number in places.indices where !places[number].place.format.isFullScreen {
      if isTerminating || isClosed(places[number].place.scene) { continue }
      if let decision = dropUnseen(number) ?? fillView(number) { return decision }
    }
    return nil
  }

  /// The last moment to put an ad into its view, so that its impression comes in time.
  private func lastChance(_ ad: Int) -> Int64 {
    let state = session.state.ads[ad]
    guard state.format == .native, let most = maxAge(.native) else { return .max }
    return session.t(state.loadedIndex) + most - limit(.impressionSeconds)
  }

  private mutating func dropUnseen(_ number: Int) -> Decision? {
    let place = places[number].place
    guard place.format == .native else { return nil }
    if let ad = session.state.adNumber(places[number].inFeed), !places[number].wasSeen {
      if now.t >= lastChance(ad) { return .discard(places[number].inFeed, .expired) }
      wake(at: lastChance(ad))
    }
    for ad in unplaced(place) where now.t >= lastChance(ad) {
      return .discard(session.state.ads[ad].ad, .expired)
    }
    return nil
  }

  private mutating func fillView(_ number: Int) -> Decision? {
    let place = places[number].place
    let isAsked = places[number].moment != .absent
    if places[number].inFeed.isPresent {
      places[number].moment = .absent
      return isAsked ? .place(places[number].inFeed) : nil
    }
    guard place.format == .native, isAsked || places[number].hasAppeared,
      let ad = unplaced(place).first
    else { return nil }
    places[number].moment = .absent
    places[number].inFeed = session.state.ads[ad].ad
    places[number].wasSeen = false
    return .place(places[number].inFeed)
  }

  /// The native ads of a place that were loaded and never put into a view, oldest first.
  func unplaced(_ place: Place) -> [Int] {
    guard place.format == .native,
      let slot = session.state.slotNumber(unit: place.unit, scene: place.scene)
    else { return [] }
    return session.state.ads.indices.filter { ad in
      let state = session.state.ads[ad]
      return state.slot == slot && state.phase == .ready && !used.contains(state.ad)
    }
  }

  /// A request for a place in a feed that has nothing to show.
  mutating func fillFeed(_ number: Int) -> Decision? {
    let place = places[number].place
    let isAsked = places[number].moment != .absent
    guard places[number].hasAppeared || isAsked, !isInBackground else { return nil }
    if place.format == .banner { return fillBanner(number) }
    guard !places[number].inFeed.isPresent, unplaced(place).isEmpty else { return nil }
    return request(number, reasonInFeed(number))
  }

  /// The first request of a view says so once; a moment asks for the user.
  private func reasonInFeed(_ number: Int) -> Word {
    let place = places[number].place
    let cause = places[number].cause
    guard cause == .viewDidAppear, let slot = slot(place) else { return cause }
    let isFirst = slot.lastAppearRequest <= max(slot.lastFailure, slot.lastDiscarded)
    return isFirst ? cause : .refresh
  }

  private mutating func fillBanner(_ number: Int) -> Decision? {
    places[number].moment = .absent
    let place = places[number].place
    if isHidden(place) { return nil }
    guard places[number].inFeed.isPresent else { return request(number, reasonInFeed(number)) }
    let slot = slot(place)
    if places[number].needsWidth, let slot {
      let scene = session.state.sceneNumber(place.scene).map { session.state.scenes[$0] }
      let isFirst = slot.lastResizeRequest < scene?.lastResized ?? .none
      if size(of: place.scene)?.width != places[number].width || isFirst {
        return request(number, isFirst ? .resized : .refresh)
      }
      places[number].needsWidth = false
    }
    guard let refresh = profile.bannerRefresh, let slot else { return nil }
    let due = session.t(max(slot.lastLoaded, slot.lastRequested)) + refresh
    if now.t >= due { return request(number, .refresh) }
    if !isInBackground { wake(at: due) }
    return nil
  }

  /// Whether the banner of a place was scrolled out of sight and is still held.
  func isHidden(_ place: Place) -> Bool {
    guard let slot = slot(place), let viewed = slot.lastView.index else { return false }
    let event = session.trace.events[viewed]
    guard event.kind == .viewHidden, let ad = session.state.adNumber(event.ad) else { return false }
    return EventIndex(session.state.facts.last(.discarded, of: ad)) < slot.lastView
  }

  mutating func seeInFeed(_ ad: Symbol) {
    for number in places.indices where places[number].inFeed == ad {
      places[number].wasSeen = true
    }
  }

  mutating func leaveFeed(_ ad: Symbol) {
    for number in places.indices where places[number].inFeed == ad {
      places[number].inFeed = .absent
    }
    if !used.contains(ad) { used.append(ad) }
  }
}
