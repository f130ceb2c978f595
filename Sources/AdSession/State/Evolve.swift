extension Session {
  /// Changes the state by one event.
  ///
  /// `facts` is ``facts(of:at:)`` of the same event and state.
  public mutating func evolve(
    _ event: Event, at index: Int, _ derived: DerivedFacts, _ trace: Trace
  ) {
    count = index &+ 1
    guard folded.contains(event.kind) else { return }
    switch event.kind {
    case .adRequested: evolveRequested(event, at: index, derived)
    case .adLoaded: evolveLoaded(event, at: index, derived)
    case .adFailedToLoad: evolveFailed(event, at: index, derived)
    case .adExpired, .adDiscarded: evolveDropped(event, at: index, derived)
    case .adRequestAbandoned: evolveAbandoned(event, at: index)
    case .adPresentRequested, .adWillPresent, .adFailedToPresent, .adWillDismiss, .adDismissed:
      evolvePresent(event, at: index, derived)
    case .adShowDecided: evolveDecision(event, at: index, derived)
    case .entitlementChanged, .connectivityChanged, .contentPaused, .contentResumed,
      .audioInterrupted, .audioResumed:
      surroundings.note(event.kind, at: index)
    case .adapterLoadCalled, .adapterCompleted, .adapterReported, .adapterTold:
      evolveAdapter(event, at: index, derived)
    case .appLaunched, .appBecameActive, .appResignedActive, .appEnteredBackground,
      .appEnteringForeground, .appTerminating, .appTimeChanged:
      evolveApp(event, at: index)
    case .splashBegan, .splashFinished, .contentShown: evolveSplash(event, at: index, derived)
    case .userActed: evolveUser(event, at: index, derived)
    case .configChanged: changePolicy(at: index, trace)
    case .deviceLocked, .suppressionBegan, .suppressionEnded, .sceneConnected, .sceneResized,
      .sceneDisconnected, .windowShown, .windowClosed, .consentUpdated, .consentFormShown,
      .consentFormClosed, .sdkStarted, .trackingPromptShown, .trackingAnswered, .preloadStarted,
      .preloadStopped:
      evolveRest(event, at: index)
    default: evolveAd(event, at: index, derived)
    }
  }

  /// Handles kinds that are rare, or that most sessions have once.
  @inline(never)
  private mutating func evolveRest(_ event: Event, at index: Int) {
    switch event.kind {
    case .deviceLocked: evolveLock(event, at: index)
    case .suppressionBegan, .suppressionEnded: evolveSuppression(event, at: index)
    case .sceneConnected, .sceneResized, .sceneDisconnected: evolveScene(event, at: index)
    case .windowShown, .windowClosed: evolveWindow(event, at: index)
    case .preloadStarted, .preloadStopped:
      units[makeUnit(event.unit)].lastPreloader = EventIndex(index)
    default: evolveConsent(event, at: index)
    }
  }

  @inline(never)
  private mutating func changePolicy(at index: Int, _ trace: Trace) {
    let before = maxAges
    policy.apply(trace.policyChanges[index] ?? [])
    policy.apply(overrides)
    configChanged = EventIndex(index)
    if maxAges != before { findHolders() }
  }

  private var maxAges: [Double?] {
    [policy.value(.appOpenMaxAgeSeconds), policy.value(.fullScreenMaxAgeSeconds)]
  }

  private mutating func evolveUser(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    screen.userActed = EventIndex(index)
    screen.actions += 1
    uncover(event, at: index, derived)
  }

  private mutating func evolveSuppression(_ event: Event, at index: Int) {
    screen.openSuppressions.removeAll {
      $0.why == event.why && $0.text == event.text && $0.began.isPresent
    }
    if event.kind == .suppressionEnded {
      screen.suppressionEnded = EventIndex(index)
    } else {
      screen.openSuppressions.append((event.why, event.text, EventIndex(index)))
      // No real session has this many; from here on the oldest is unknown.
      if screen.openSuppressions.count > Self.mostSuppressions {
        screen.openSuppressions.removeFirst(2)
        screen.openSuppressions.insert((.unrecognised, .absent, .none), at: 0)
      }
    }
  }

  /// The maximum number of open suppressions that are stored.
  private static var mostSuppressions: Int { 64 }

  private mutating func evolveConsent(_ event: Event, at index: Int) {
    switch event.kind {
    case .consentUpdated:
      consent.updated = EventIndex(index)
      consent.canRequestAds = event.flag(Flag.canRequestAds)
    case .sdkStarted: if consent.sdkStarted.isAbsent { consent.sdkStarted = EventIndex(index) }
    case .consentFormShown:
      consent.lastForm = EventIndex(index)
      if consent.formShown.isAbsent { consent.formShown = EventIndex(index) }
    case .consentFormClosed:
      consent.lastForm = EventIndex(index)
      consent.formShown = .none
    case .trackingPromptShown: consent.trackingShown = EventIndex(index)
    case .trackingAnswered: consent.trackingAnswered = EventIndex(index)
    default: break
    }
  }

  private mutating func evolveWindow(_ event: Event, at index: Int) {
    guard event.kind == .windowShown else {
      screen.openWindows[event.text] = nil
      return
    }
    screen.openWindows[event.text] = index
    scenes[makeScene(event.scene)].window = EventIndex(index)
  }

  private mutating func evolveScene(_ event: Event, at index: Int) {
    let scene = makeScene(event.scene)
    switch event.kind {
    case .sceneConnected:
      if screen.firstSceneConnected.isAbsent { screen.firstSceneConnected = EventIndex(index) }
      scenes[scene].lastSize = EventIndex(index)
      scenes[scene].lastConnected = EventIndex(index)
      scenes[scene].disconnected = .none
    case .sceneResized:
      scenes[scene].lastSize = EventIndex(index)
      scenes[scene].lastResized = EventIndex(index)
      forgetSpentAds(in: scene)
      // Ads of unknown scene are searched as well.
      if hasScenes, let none = sceneNumber(.absent) { forgetSpentAds(in: none) }
    default:
      scenes[scene].disconnected = EventIndex(index)
      screen.sceneDisconnected = EventIndex(index)
    }
  }

  @inline(never)
  private mutating func evolveSplash(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    let scene = makeScene(event.scene)
    if derived.unsure.contains(.scene) { screen.lastUnsure = EventIndex(index) }
    switch event.kind {
    case .splashBegan:
      screen.splashBegan = EventIndex(index)
      scenes[scene].splash = EventIndex(index)
      _ = screen.splashes.append((scene, index))
    case .splashFinished:
      screen.splashFinished = EventIndex(index)
      // An ad that was certainly not up cannot have left the screen.
      let last = scenes[scene].splashFinished
      if scenes[scene].splash.isPresent || time.hasGap(after: last, before: index) {
        scenes[scene].splashFinished = EventIndex(index)
      }
      scenes[scene].splash = .none
      while let last = screen.splashes.last, scenes[last.scene].splash != last.began {
        screen.splashes.removeYoungest()
      }
      endLaunch(at: index)
    default:
      screen.contentShown = EventIndex(index)
      scenes[scene].contentShown = EventIndex(index)
      endLaunch(at: index)
    }
  }

  mutating func endLaunch(at index: Int) {
    if app.launchEnded.isAbsent { app.launchEnded = EventIndex(index) }
  }

  @inline(never)
  private mutating func evolveDecision(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    evolveAd(event, at: index, derived)
    shows.unitUses.set(makeUnit(event.unit), to: index)
    if event.showsAppInUse { uncover(event, at: index, derived) }
    guard event.format == .appOpen, event.remaining != nil else { return }
    let decision = CapDecision(
      index: index, day: localDay(of: event), cap: policy.count(.dailyCap),
      shows: shows.appOpen.count)
    shows.capDecision = decision
    if event.outcome == .show { shows.capShow = decision }
  }

  /// Handles an event that changes only the facts of its ad.
  mutating func evolveAd(_ event: Event, at index: Int, _ derived: DerivedFacts) {
    guard event.ad.isPresent, let fact = event.kind.adFact else { return }
    if derived.ad.isAbsent || fact.changesMore {
      return evolveMore(event, fact, at: index, derived)
    }
    facts.see(fact, of: noteAd(event, at: index, derived), at: index)
  }

  /// Handles the first event of an ad, and events that change more than the facts of the ad.
  @inline(never)
  private mutating func evolveMore(
    _ event: Event, _ fact: AdFact, at index: Int, _ derived: DerivedFacts
  ) {
    let ad = noteAd(event, at: index, derived)
    facts.see(fact, of: ad, at: index)
    switch event.kind {
    case .adClicked:
      shows.clicked = EventIndex(index)
      if isShown(ad: ad, at: index) != false { ads[ad].clickedWhileShown = EventIndex(index) }
    case .viewAppeared, .viewHidden:
      slots[slot(of: event, derived, known: ads[ad].slot)].lastView = EventIndex(index)
      noteUnsure(event, at: index, derived)
    case .nativeMapped:
      noteMapped(event, of: ad, at: index)
      if let load = loadNumber(event.load) { loads[load].ad = event.ad }
    default: break
    }
  }

  /// The ad of an event, completed by the fields that the event is the first to name.
  @inline(__always)
  mutating func noteAd(_ event: Event, at index: Int, _ derived: DerivedFacts) -> Int {
    let ad = derived.ad.index ?? makeAd(event.ad)
    if !ads[ad].unit.isPresent { ads[ad].unit = event.unit }
    if ads[ad].format == .absent && event.format != .absent {
      ads[ad].format = event.format
      ads[ad].formatIndex = EventIndex(index)
    }
    return ad
  }
}

extension AdFact {
  /// Whether an event of this kind changes more than the facts of its ad.
  @inline(__always)
  fileprivate var changesMore: Bool {
    self == .clicked || self == .viewAppeared || self == .viewHidden || self == .mapped
  }
}
