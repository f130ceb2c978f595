extension Session {
  mutating func evolvePresent(
    _ event: Event, at index: Int, _ moment: MomentFacts, _ trace: Trace
  ) {
    let ad = noteAd(event, at: index)
    guard let fact = event.kind.adFact else { return }
    if moment.overlay != .no {
      facts.see(.overlay, of: ad, at: index)
      return
    }
    facts.see(fact, of: ad, at: index)
    if moment.attempt != .no { attempt(ad, event, at: index) }
    let scene = makeScene(moment.scene)
    switch event.kind {
    case .adPresentRequested:
      ads[ad].phase = .presenting
      scenes[scene].pendingAds.append(Int32(ad))
    case .adWillPresent: show(ad, in: scene, event, at: index)
    case .adFailedToPresent:
      ads[ad].phase = .failedToPresent
      if event.format == .appOpen { shows.appOpenFailure = index }
      leave(ad, scene)
    case .adWillDismiss: ads[ad].phase = .dismissing
    default: dismiss(ad, from: scene, event, moment, at: index)
    }
  }

  /// The local day of an event in the zone in force; nil where the zone is unknown.
  public func localDay(of event: Event) -> Int64? {
    utcOffsetMinutes.map { WallClock.localDay(event.wall, utcOffsetMinutes: $0) }
  }

  private mutating func attempt(_ ad: Int, _ event: Event, at index: Int) {
    if ads[ad].slot >= 0 { slots[ads[ad].slot].heldAds.removeAll { Int($0) == ad } }
    if event.format == .appOpen { shows.appOpenAttempt = index }
  }

  private mutating func show(_ ad: Int, in scene: Int, _ event: Event, at index: Int) {
    scenes[scene].pendingAds.removeAll { Int($0) == ad }
    scenes[scene].shownAd = ad
    scenes[scene].lastShow = index
    ads[ad].phase = .showing
    ads[ad].shownScene = scenes[scene].scene
    ads[ad].clickedWhileShown = -1
    if event.format == .appOpen {
      shows.appOpen.append(Int32(index))
      shows.appOpenDays.append(localDay(of: event) ?? .min)
    }
    if event.format == .interstitial { shows.interstitialShown = index }
  }

  private mutating func dismiss(
    _ ad: Int, from scene: Int, _ event: Event, _ moment: MomentFacts, at index: Int
  ) {
    ads[ad].phase = .dismissed
    leave(ad, scene)
    if moment.format == .interstitial { shows.interstitialDismissed = index }
    guard moment.format.isFullScreen else { return }
    if shows.dismissedAd != event.ad { shows.dismissedBefore = shows.dismissed }
    shows.dismissedAd = event.ad
    shows.dismissed = index
  }

  /// Takes an ad off the screen: from the scene of the event and the one that it was shown in.
  private mutating func leave(_ ad: Int, _ scene: Int) {
    scenes[scene].pendingAds.removeAll { Int($0) == ad }
    let shownIn = sceneNumber(ads[ad].shownScene) ?? scene
    if scenes[shownIn].shownAd == ad { scenes[shownIn].shownAd = -1 }
    if scenes[scene].shownAd == ad { scenes[scene].shownAd = -1 }
  }
}
