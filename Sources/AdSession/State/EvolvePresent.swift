extension Session {
  @inline(never)
  mutating func evolvePresent(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    let ad = noteAd(event, at: index, derived)
    guard let fact = event.kind.adFact else { return }
    if derived.overlay != .no { return noteOverlay(ad, event, derived, at: index) }
    facts.see(fact, of: ad, at: index)
    if derived.unsure.contains(.scene) && derived.format.isFullScreen {
      if event.kind == .adWillPresent { shows.unsure.noteShow(event, at: index) }
      if event.kind == .adPresentRequested { shows.unsure.call = EventIndex(index) }
    }
    if derived.attempt != .no { attempt(ad, event, derived, at: index) }
    let scene = makeScene(derived.scene)
    switch event.kind {
    case .adPresentRequested:
      ads[ad].phase = .presenting
      if derived.format.isFullScreen { wait(ad, in: scene, at: index) }
    case .adWillPresent: show(ad, in: scene, event, derived, at: index)
    case .adFailedToPresent:
      noteUnsure(event, at: index, derived)
      if event.format == .appOpen { shows.appOpenFailure = EventIndex(index) }
      if derived.format.isFullScreen { noteRefusal(at: index) }
      fail(ad, at: index)
    case .adWillDismiss: ads[ad].phase = .dismissing
    default: dismiss(ad, event, derived, at: index)
    }
  }

  /// The local day of an event in the zone in force; nil where the zone is unknown.
  public func localDay(of event: Event) -> Int64? {
    utcOffsetMinutes.map { WallClock.localDay(event.wall, utcOffsetMinutes: $0) }
  }

  private mutating func attempt(
    _ ad: Int, _ event: Event, _ derived: DerivedFacts, at index: Int
  ) {
    letGo(of: ad)
    if event.format == .appOpen { shows.appOpenAttempt = EventIndex(index) }
    // The last use of a unit matters only while an app-open ad is ready.
    if appOpenHolders.isEmpty && agedHolders.isEmpty { return }
    if derived.unsure.contains(.attempt) {
      shows.unsure.use = EventIndex(index)
    } else {
      shows.unitUses.set(makeUnit(event.unit), to: index)
    }
  }

  /// An overlay that can be a show because of a gap can also replace another ad on screen.
  private mutating func noteOverlay(
    _ ad: Int, _ event: Event, _ derived: DerivedFacts, at index: Int
  ) {
    let isOpen = mayBeShow(derived, at: index)
    facts.see(.overlay, of: ad, at: index)
    if derived.overlay == .unknown { ads[ad].unsureShow = EventIndex(index) }
    guard isOpen else { return }
    shows.unsure.noteShow(event, at: index)
    if event.format == .appOpen { shows.unsure.noteAppOpen(localDay(of: event), at: index) }
    if event.format == .interstitial { shows.unsure.interstitial = EventIndex(index) }
  }

  private mutating func show(
    _ ad: Int, in scene: Int, _ event: Event, _ derived: DerivedFacts, at index: Int
  ) {
    let isUnsure = derived.unsure.contains(.show)
    ads[ad].phase = .showing
    ads[ad].clickedWhileShown = .none
    // An earlier possible overlay is over by now.
    ads[ad].hasUnsureShow = isUnsure
    guard event.format.isFullScreen else { return }
    leave(ad)
    if scenes[scene].upAd != ad { scenes[scene].shownBefore = scenes[scene].lastShow }
    let upSince = scenes[scene].upSince
    if scenes[scene].upAd != ad || isGone(ad, since: upSince) || scenes[scene].uncovered > upSince {
      scenes[scene].upAd = OptionalIndex(ad)
      scenes[scene].upSince = EventIndex(index)
    }
    scenes[scene].shownAd = OptionalIndex(ad)
    scenes[scene].lastShow = EventIndex(index)
    scenes[scene].lastShowT = event.t
    ads[ad].shownScene = scenes[scene].scene
    if event.format == .appOpen && isUnsure {
      shows.unsure.noteAppOpen(localDay(of: event), at: index)
    } else if event.format == .appOpen {
      _ = shows.appOpen.append(Int32(index))
      let day = localDay(of: event) ?? .min
      _ = shows.appOpenDays.append(day)
      shows.appOpenByDay.add(1, to: day)
    }
    guard event.format == .interstitial else { return }
    let isNext = shows.interstitialDismissed > shows.interstitialShown
    shows.mayFollowDismissal = isUnsure && (isNext || shows.mayFollowDismissal)
    shows.interstitialShown = EventIndex(index)
  }

  /// Whether an ad was dismissed or failed to present after a record.
  public func isGone(_ ad: Int, since start: Int) -> Bool { isGone(ad, since: EventIndex(start)) }

  /// Whether an ad was dismissed or failed to present after a record.
  public func isGone(_ ad: Int, since start: EventIndex) -> Bool { ads[ad].gone > start }

  /// Whether a failure to present ends the show of an ad; the failure of a call that came while the
  /// ad was on screen does not.
  ///
  /// A gap since the show can hide such a call.
  public func endsShow(failureOf ad: Int, at index: Int) -> Bool {
    let shown = facts.lastIndex(.shown, of: ad)
    if shown.isPresent && facts.lastIndex(.presentRequested, of: ad) > shown { return false }
    let start = max(ads[ad].loadedIndex, shown, facts.lastIndex(.dismissed, of: ad))
    return !time.hasGap(after: start, before: index)
  }

  private mutating func noteRefusal(at index: Int) {
    shows.lastEnd = EventIndex(index)
    shows.presentFailed = EventIndex(index)
  }

  private mutating func fail(_ ad: Int, at index: Int) {
    stopWaiting(ad)
    let shown = facts.lastIndex(.shown, of: ad)
    let isOnScreen = facts.lastIndex(.presentRequested, of: ad) > shown && !isGone(ad, since: shown)
    ads[ad].phase = shown.isPresent && isOnScreen ? .showing : .failedToPresent
    guard endsShow(failureOf: ad, at: index) else { return }
    ads[ad].gone = EventIndex(index)
    takeOffScreen(ad)
  }

  private mutating func dismiss(
    _ ad: Int, _ event: Event, _ derived: DerivedFacts, at index: Int
  ) {
    ads[ad].phase = .dismissed
    ads[ad].gone = EventIndex(index)
    // Only a show, a failure or time ends the pending presentation of an ad.
    takeOffScreen(ad)
    if derived.format == .interstitial { shows.interstitialDismissed = EventIndex(index) }
    guard derived.format.isFullScreen else { return }
    if shows.dismissedAd != event.ad { shows.dismissedBefore = shows.dismissed }
    shows.dismissedAd = event.ad
    shows.dismissed = EventIndex(index)
    shows.lastEnd = EventIndex(index)
  }

  /// Removes an ad from the screen and from the pending ads.
  private mutating func leave(_ ad: Int) {
    stopWaiting(ad)
    takeOffScreen(ad)
  }

  private mutating func takeOffScreen(_ ad: Int) {
    guard let scene = sceneNumber(ads[ad].shownScene), scenes[scene].shownAd == ad else { return }
    scenes[scene].shownAd = .none
  }
}
