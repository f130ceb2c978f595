import AdSession

extension Decider {
  mutating func observeLoad(_ event: Event, _ index: Int, _ facts: DerivedFacts) {
    let placement = number(unit: event.unit, scene: facts.scene)
    switch event.kind {
    case .adRequested:
      guard let placement else { return }
      placements[placement].unansweredFailure = nil
      placements[placement].cause = .retry
      if surroundings.isOffline && ![.user, .preload].contains(event.reason) {
        placements[placement].offlineRequests += 1
      }
    case .adLoaded: observeLoaded(event, index, placement)
    case .adFailedToLoad:
      guard let placement else { return }
      placements[placement].cause = .retry
      let unit = session.state.unitNumber(event.unit).map { session.state.units[$0] }
      let isConfiguration = unit?.configurationFailure.index == index
      if !isConfiguration && placements[placement].unansweredFailure == nil {
        placements[placement].unansweredFailure = index
      }
    case .adExpired, .adDiscarded: observeDropped(event, index, placement)
    default: break
    }
  }

  /// Prepares a new ad for its presentation; a second delivery of the same ad changes nothing.
  private mutating func observeLoaded(_ event: Event, _ index: Int, _ placement: Int?) {
    guard let ad = session.state.adNumber(event.ad), let placement else { return }
    guard session.state.facts.count(.loaded, of: ad) == 1 else { return }
    if event.format.isFullScreen {
      owe(.setDelegate(event.ad))
      owe(.setPaidHandler(event.ad))
    } else if event.format == .banner {
      let old = placements[placement].inFeed
      placements[placement].inFeed = event.ad
      placements[placement].wasSeen = false
      if old.isPresent { owe(.discard(old, .replaced)) }
    }
  }

  private mutating func observeDropped(_ event: Event, _ index: Int, _ placement: Int?) {
    misfits.remove(event.ad)
    guard let placement else { return }
    let isExpired = event.kind == .adExpired || event.reason == .expired
    if isExpired {
      placements[placement].expired = EventIndex(index)
      placements[placement].cause = .expired
    } else if event.reason == .resized {
      placements[placement].cause = .resized
    }
    if event.kind == .adDiscarded { removeFromFeed(event.ad) }
    guard event.kind == .adExpired, placements[placement].placement.format.isFullScreen,
      let ad = session.state.adNumber(event.ad), session.state.ads[ad].phase == .expired
    else { return }
    owe(.discard(event.ad, .expired))
  }

  mutating func observePresent(_ event: Event, _ index: Int, _ facts: DerivedFacts) {
    if facts.overlay != .no { return }
    let placement = number(unit: event.unit, scene: facts.scene)
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
      reload(placement, .failedToPresent)
      presentFailures.append(
        PresentFailure(unit: event.unit, scene: facts.scene, code: event.errorCode, t: event.t))
      if presentFailures.count > 256 { presentFailures.removeFirst(128) }
    case .adDismissed:
      reload(placement, .dismissed)
      closeSplash(under: event.ad, facts.scene)
    default: break
    }
  }

  private mutating func reload(_ placement: Int?, _ cause: Word) {
    guard let placement, placements[placement].placement.format.isFullScreen else { return }
    placements[placement].cause = cause
    placements[placement].isDue = true
  }

  /// Marks the loading screens under an ad for closing.
  private mutating func closeSplash(under ad: Symbol, _ scene: Symbol) {
    guard let ad = session.state.adNumber(ad), session.state.facts.last(.shown, of: ad) != nil
    else { return }
    for number in splashes.indices {
      let isUnder = !scene.isPresent || [scene, .absent].contains(splashes[number].scene)
      if isUnder { splashes[number].mustClose = true }
    }
  }
}
