import AdSession

extension Decider {
  /// Handles the appearance of a placement's view; the first one leads to a request.
  mutating func appear(_ number: Int) {
    if placements[number].placement.format.isFullScreen { return }
    if placements[number].hasAppeared {
      placements[number].opportunity = .user
    } else {
      placements[number].hasAppeared = true
      placements[number].cause = .viewDidAppear
    }
  }

  /// The next decision about ads in a feed: puts an ad into its view, or discards one that is too
  /// old for its first impression.
  mutating func nextInFeed() -> Decision? {
    if surroundings.isAdFree { return nil }
    for number in placements.indices where !placements[number].placement.format.isFullScreen {
      if isTerminating || isClosed(placements[number].placement.scene) { continue }
      if let decision = dropUnseen(number) ?? fillView(number) { return decision }
    }
    return nil
  }

  /// The latest `t` at which an ad can be put into its view so that its impression is in time.
  private func latestPlacing(_ ad: Int) -> Int64 {
    let state = session.state.ads[ad]
    guard state.format == .native, let maximum = maxAge(.native) else { return .max }
    return session.t(state.loadedIndex) + maximum - duration(.impressionSeconds)
  }

  private mutating func dropUnseen(_ number: Int) -> Decision? {
    let placement = placements[number].placement
    guard placement.format == .native else { return nil }
    if let ad = session.state.adNumber(placements[number].inFeed), !placements[number].wasSeen {
      if now.t >= latestPlacing(ad) { return .discard(placements[number].inFeed, .expired) }
      wake(at: latestPlacing(ad))
    }
    for ad in unplaced(placement) where now.t >= latestPlacing(ad) {
      return .discard(session.state.ads[ad].ad, .expired)
    }
    return nil
  }

  private mutating func fillView(_ number: Int) -> Decision? {
    let placement = placements[number].placement
    let isRequested = placements[number].opportunity != .absent
    if placements[number].inFeed.isPresent {
      placements[number].opportunity = .absent
      return isRequested ? .fillView(placements[number].inFeed) : nil
    }
    guard placement.format == .native, isRequested || placements[number].hasAppeared,
      let ad = unplaced(placement).first
    else { return nil }
    placements[number].opportunity = .absent
    placements[number].inFeed = session.state.ads[ad].ad
    placements[number].wasSeen = false
    return .fillView(placements[number].inFeed)
  }

  /// The loaded native ads of a placement that were never in a view, oldest first.
  func unplaced(_ placement: Placement) -> [Int] {
    guard placement.format == .native,
      let slot = session.state.slotNumber(unit: placement.unit, scene: placement.scene)
    else { return [] }
    return session.state.ads.indices.filter { ad in
      let state = session.state.ads[ad]
      return state.slot == slot && state.phase == .ready && !used.contains(state.ad)
    }
  }

  /// Requests an ad for a placement in a feed that has none.
  mutating func fillFeed(_ number: Int) -> Decision? {
    let placement = placements[number].placement
    let isRequested = placements[number].opportunity != .absent
    guard placements[number].hasAppeared || isRequested, !isInBackground else { return nil }
    if placement.format == .banner { return fillBanner(number) }
    guard !placements[number].inFeed.isPresent, unplaced(placement).isEmpty else { return nil }
    return request(number, reasonInFeed(number))
  }

  /// The reason of a request: `view_did_appear` only once until the next failure or discard.
  private func reasonInFeed(_ number: Int) -> Word {
    let placement = placements[number].placement
    let cause = placements[number].cause
    guard cause == .viewDidAppear, let slot = slot(placement) else { return cause }
    let isFirst = slot.lastAppearRequest <= max(slot.lastFailure, slot.lastDiscarded)
    return isFirst ? cause : .refresh
  }

  /// Requests a banner for an empty view, unless a full-screen ad covers it, or refreshes one.
  private mutating func fillBanner(_ number: Int) -> Decision? {
    let placement = placements[number].placement
    let isEmpty = !placements[number].inFeed.isPresent
    if isEmpty, let scene = session.state.sceneNumber(placement.scene), awaitsEnd(ofAdIn: scene) {
      return nil
    }
    placements[number].opportunity = .absent
    if isHidden(placement) { return nil }
    if isEmpty { return request(number, reasonInFeed(number)) }
    let slot = slot(placement)
    if placements[number].needsWidth, let slot {
      let scene = session.state.sceneNumber(placement.scene).map { session.state.scenes[$0] }
      let isFirst = slot.lastResizeRequest < scene?.lastResized ?? .none
      if size(of: placement.scene)?.width != placements[number].width || isFirst {
        return request(number, isFirst ? .resized : .refresh)
      }
      placements[number].needsWidth = false
    }
    guard let refresh = profile.bannerRefresh, let slot else { return nil }
    let due = session.t(max(slot.lastLoaded, slot.lastRequested)) + refresh
    if now.t >= due { return request(number, .refresh) }
    if !isInBackground { wake(at: due) }
    return nil
  }

  /// Whether the banner of a placement is scrolled out of sight.
  func isHidden(_ placement: Placement) -> Bool {
    guard let slot = slot(placement), let viewed = slot.lastView.index else { return false }
    let event = session.trace.events[viewed]
    guard event.kind == .viewHidden, let ad = session.state.adNumber(event.ad) else { return false }
    return EventIndex(session.state.facts.last(.discarded, of: ad)) < slot.lastView
  }

  mutating func markSeenInFeed(_ ad: Symbol) {
    for number in placements.indices where placements[number].inFeed == ad {
      placements[number].wasSeen = true
    }
  }

  mutating func removeFromFeed(_ ad: Symbol) {
    for number in placements.indices where placements[number].inFeed == ad {
      placements[number].inFeed = .absent
    }
    used.insert(ad)
  }
}
