import AdSession

extension Decider {
  mutating func observeLoad(_ event: Event, _ index: Int, _ facts: DerivedFacts) {
    let place = number(unit: event.unit, scene: facts.scene)
    switch event.kind {
    case .adRequested:
      guard let place else { return }
      places[place].unansweredFailure = nil
      places[place].cause = .retry
    case .adLoaded: observeLoaded(event, index, place)
    case .adFailedToLoad:
      guard let place else { return }
      places[place].cause = .retry
      let isConfiguration = event.errorCode.map(Session.configurationCodes.contains) ?? false
      if !isConfiguration && places[place].unansweredFailure == nil {
        places[place].unansweredFailure = index
      }
    case .adExpired, .adDiscarded: observeDropped(event, index, place)
    default: break
    }
  }

  /// An ad that was not known before is prepared once; one that came twice is the same ad.
  private mutating func observeLoaded(_ event: Event, _ index: Int, _ place: Int?) {
    guard let ad = session.state.adNumber(event.ad), let place else { return }
    guard session.state.facts.count(.loaded, of: ad) == 1 else { return }
    if event.format.isFullScreen {
      due.append(.setDelegate(event.ad))
      due.append(.setPaidHandler(event.ad))
    } else if event.format == .banner {
      let old = places[place].inFeed
      places[place].inFeed = event.ad
      places[place].wasSeen = false
      if old.isPresent { due.append(.discard(old, .replaced)) }
    }
  }

  private mutating func observeDropped(_ event: Event, _ index: Int, _ place: Int?) {
    misfits.removeAll { $0 == event.ad }
    guard let place else { return }
    let isExpired = event.kind == .adExpired || event.reason == .expired
    if isExpired {
      places[place].expired = index
      places[place].cause = .expired
    } else if event.reason == .resized {
      places[place].cause = .resized
    }
    if event.kind == .adDiscarded { leaveFeed(event.ad) }
    guard event.kind == .adExpired, places[place].place.format.isFullScreen,
      let ad = session.state.adNumber(event.ad), session.state.ads[ad].phase == .expired
    else { return }
    due.append(.discard(event.ad, .expired))
  }

  mutating func observePresent(_ event: Event, _ index: Int, _ facts: DerivedFacts) {
    if facts.overlay != .no { return }
    let place = number(unit: event.unit, scene: facts.scene)
    switch event.kind {
    case .adPresentRequested:
      attempts.append(
        Attempt(
          ad: event.ad, unit: event.unit, scene: facts.scene, format: facts.format, index: index))
    case .adWillPresent:
      attempts.removeAll { $0.ad == event.ad }
      if event.format == .interstitial { actionsAtInterstitial = session.state.screen.actions }
    case .adFailedToPresent:
      attempts.removeAll { $0.ad == event.ad }
      reload(place, .failedToPresent)
      presentFailures.append(
        PresentFailure(unit: event.unit, scene: facts.scene, code: event.errorCode, t: event.t))
      if presentFailures.count > 256 { presentFailures.removeFirst(128) }
    case .adDismissed:
      reload(place, .dismissed)
      closeSplash(under: event.ad, facts.scene)
    default: break
    }
  }

  private mutating func reload(_ place: Int?, _ cause: Word) {
    guard let place, places[place].place.format.isFullScreen else { return }
    places[place].cause = cause
    places[place].isDue = true
  }

  /// The loading screen closes when an ad over it is gone.
  private mutating func closeSplash(under ad: Symbol, _ scene: Symbol) {
    guard let ad = session.state.adNumber(ad), session.state.facts.last(.shown, of: ad) != nil
    else { return }
    for number in splashes.indices {
      let isUnder = !scene.isPresent || [scene, .absent].contains(splashes[number].scene)
      if isUnder { splashes[number].mustClose = true }
    }
  }
}
