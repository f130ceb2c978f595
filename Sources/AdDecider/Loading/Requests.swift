import AdSession

extension Decider {
  /// The next request, if any place is to be filled.
  mutating func nextRequest() -> Decision? {
    for number in places.indices {
      let decision =
        places[number].place.format.isFullScreen
        ? fillFullScreen(number) : fillFeed(number)
      if let decision { return decision }
    }
    return nil
  }

  private mutating func fillFullScreen(_ number: Int) -> Decision? {
    let urgent = requestInBackground(number) ?? replaceMisfit(number) ?? reload(number)
    if let urgent { return urgent }
    let place = places[number].place
    guard !isInBackground else { return nil }
    guard !isOverdue(number) else { return request(number, places[number].cause) }
    if let ready = heldAds(place).last(where: { isFresh($0, at: now.t) }) {
      wakeWhenTooOld(ready)
      return nil
    }
    return isOnScreen(place) ? nil : request(number, places[number].cause)
  }

  /// A request, unless the slot is not free.
  mutating func request(_ number: Int, _ reason: Word) -> Decision? {
    let place = places[number].place
    if let objection = objection(place, ignoresCap: owesRequest(number)) {
      wake(after: objection)
      return nil
    }
    var request = RequestDecision(place: place, reason: reason)
    request.orientation = orientation(of: place)
    if place.format == .native { request.count = profile.nativeCount }
    if place.format == .banner {
      request.width = size(of: place.scene)?.width
      places[number].width = request.width
      places[number].needsWidth = false
    }
    return .request(request)
  }

  private mutating func wake(after objection: LoadObjection) {
    switch objection {
    case .capReached(let t), .pausing(let t): wake(at: t)
    case .inFlight(let rest): wake(afterActive: rest)
    default: break
    }
  }

  /// Every real background of an app that asks so brings a request, unless an ad is ready.
  private mutating func requestInBackground(_ number: Int) -> Decision? {
    guard let entered = places[number].background else { return nil }
    places[number].background = nil
    let place = places[number].place
    guard isInBackground, session.state.app.enteredBackground == entered,
      session.state.app.openSpan?.cause == .real,
      !places.contains(where: { hasReadyAppOpen($0.place) })
    else { return nil }
    return objection(place) == nil ? request(number, .background) : nil
  }

  private func hasReadyAppOpen(_ place: Place) -> Bool {
    place.format == .appOpen && heldAds(place).contains { isFresh($0, at: now.t) }
  }

  /// An ad that does not fit its scene is replaced at once, whatever else is held.
  private mutating func replaceMisfit(_ number: Int) -> Decision? {
    guard places[number].replacesMisfit else { return nil }
    places[number].replacesMisfit = false
    return objection(places[number].place) == nil ? request(number, .resized) : nil
  }

  /// The next ad is asked for as soon as one is gone, even where another is up or asked to be, or
  /// the app is in the background.
  private mutating func reload(_ number: Int) -> Decision? {
    guard places[number].isDue else { return nil }
    places[number].isDue = false
    let place = places[number].place
    let isFilled = heldAds(place).contains { isFresh($0, at: now.t) }
    return isFilled || objection(place) != nil ? nil : request(number, places[number].cause)
  }

  /// Whether an ad of the place is up or asked to be: the next one waits for its end.
  private mutating func isOnScreen(_ place: Place) -> Bool {
    for number in session.state.scenes.indices {
      let scene = session.state.scenes[number]
      if let shown = scene.shownAd.index, isOf(place, shown) {
        let rest = limit(.dismissTimeoutSeconds) - active(since: scene.lastShow)
        if rest >= 0 {
          wake(afterActive: rest + 1)
          return true
        }
      }
    }
    let open = attempts.filter { $0.unit == place.unit && $0.scene == place.scene }
    let rest = open.map { limit(.presentOutcomeSeconds) - active(since: $0.index) }.max() ?? -1
    if rest >= 0 { wake(afterActive: rest + 1) }
    return rest >= 0
  }

  private func isOf(_ place: Place, _ ad: Int) -> Bool {
    session.state.ads[ad].unit == place.unit && session.state.ads[ad].scene == place.scene
  }

  /// A failed load must be followed by another one in time, even where a late answer or an ad that
  /// does not go away makes it useless; what is held then makes room.
  mutating func isOverdue(_ number: Int) -> Bool {
    guard let failed = places[number].unansweredFailure else { return false }
    let rest = limit(.slotSilenceSeconds) - 1_000 - active(since: failed)
    if rest > 0 { wake(afterActive: rest) }
    return rest <= 0
  }

  /// Whether a request is owed though the day's last show came up meanwhile: its load had failed
  /// while there was room.
  private mutating func owesRequest(_ number: Int) -> Bool {
    guard let failed = places[number].unansweredFailure else { return false }
    return Int(session.state.shows.appOpen.last ?? -1) > failed && isOverdue(number)
  }

  private mutating func wakeWhenTooOld(_ ad: Int) {
    let state = session.state.ads[ad]
    if let most = maxAge(state.format), !isInBackground {
      wake(at: session.t(state.loadedIndex) + most)
    }
  }
}
