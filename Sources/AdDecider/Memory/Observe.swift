import AdSession

extension Decider {
  /// Updates the decider's own state from a record that the session state already includes.
  mutating func observe(_ index: Int, _ facts: DerivedFacts) {
    let event = session.trace.events[index]
    countSplashTime(until: index)
    observeSurroundings(event)
    defer { splashClock.isInterrupted = !splashes.isEmpty && hasInterruption }
    if isHypothetical && [.app, .window].contains(event.kind.eventClass) { return }
    switch event.kind.eventClass {
    case .app: observeApp(event, index)
    case .splash: observeSplash(event, index)
    case .window: observeWindow(event)
    case .load: observeLoad(event, index, facts)
    case .present: observePresent(event, index, facts)
    case .scene: observeScene(event, index)
    case .fit: observeFit(event)
    case .reward: observeReward(event)
    case .revenue:
      if event.kind == .adImpression { markSeenInFeed(event.ad) }
    case .native:
      if event.kind == .nativeUntracked { removeFromFeed(event.ad) }
    default: break
    }
  }

  /// The index of the placement of a unit and scene; `nil` if it was never opened.
  func number(unit: Symbol, scene: Symbol) -> Int? {
    placementNumbers[UnitInScene(unit: unit, scene: scene)]
  }

  private mutating func observeApp(_ event: Event, _ index: Int) {
    switch event.kind {
    case .appEnteredBackground: observeBackground(index)
    case .appEnteringForeground: observeForeground(index)
    case .appMemoryWarning: dropSurplus()
    default: break
    }
  }

  private mutating func observeBackground(_ index: Int) {
    let isReal = session.state.app.openSpan.map { $0.begin == index && $0.cause == .real } ?? false
    for number in placements.indices where placements[number].placement.format == .appOpen {
      if isReal && profile.requestsOnBackground { placements[number].background = index }
    }
  }

  private mutating func observeForeground(_ index: Int) {
    for number in placements.indices where placements[number].placement.format == .appOpen {
      placements[number].background = nil
      if isClosed(placements[number].placement.scene) { continue }
      placements[number].foreground = index
      placements[number].launch = nil
    }
  }

  private mutating func observeSplash(_ event: Event, _ index: Int) {
    switch event.kind {
    case .splashBegan:
      splashes.append(OpenSplash(scene: event.scene, index: index, began: splashClock.counted))
      if isHypothetical { return }
      for number in placements.indices where placements[number].placement.format == .appOpen {
        if isUnder(event.scene, placements[number].placement) { placements[number].launch = index }
      }
    case .splashFinished: splashes.removeAll { $0.scene == event.scene }
    default: break
    }
  }

  private mutating func observeWindow(_ event: Event) {
    windows.removeAll { $0.window == event.text }
    guard event.kind == .windowShown else { return }
    windows.append(OpenWindow(window: event.text, scene: event.scene))
  }

  private mutating func observeFit(_ event: Event) {
    if event.fits == false { misfits.insert(event.ad) } else { misfits.remove(event.ad) }
  }

  private mutating func observeReward(_ event: Event) {
    guard !isHypothetical, rewardedAds.insert(event.ad).inserted else { return }
    owe(.grant(event.ad, type: event.text, amount: event.amount))
  }

  private mutating func observeScene(_ event: Event, _ index: Int) {
    guard event.kind == .sceneResized, !isHypothetical else { return }
    let scene = session.state.sceneNumber(event.scene)
    for number in placements.indices where placements[number].placement.scene == event.scene {
      if placements[number].placement.format == .banner { placements[number].needsWidth = true }
    }
    guard let scene else { return }
    for ad in session.state.heldAds(in: scene) where isFresh(ad, at: event.t) {
      let check = Decision.checkFit(session.state.ads[ad].ad, scene: event.scene)
      if !due.contains(check) { due.append(check) }
    }
  }
}
