extension Session {
  /// Folds one event: what it changes.
  ///
  /// `facts` is ``facts(of:at:)`` of the same event and state.
  public mutating func evolve(_ event: Event, at index: Int, _ moment: MomentFacts, _ trace: Trace)
  {
    count = index + 1
    guard let eventClass = event.kind.eventClass, captured.contains(ClassSet(eventClass)) else {
      return
    }
    switch eventClass {
    case .session: evolveSession(event, at: index, trace)
    case .app: evolveApp(event, at: index, trace)
    case .lock: evolveLock(event, at: index, trace)
    case .splash: evolveSplash(event, at: index)
    case .user: evolveUser(at: index)
    case .suppress: evolveSuppression(event, at: index)
    case .scene: evolveScene(event, at: index)
    case .window: evolveWindow(event, at: index)
    case .consent: evolveConsent(event, at: index)
    case .load: evolveLoad(event, at: index, moment, trace)
    case .present: evolvePresent(event, at: index, moment, trace)
    case .adapter: evolveAdapter(event, at: index)
    case .decision: evolveDecision(event, at: index, moment)
    case .native, .visibility, .revenue, .reward, .grant, .video, .delegate, .handler, .fit:
      evolveAd(event, at: index, moment)
    }
  }

  private mutating func evolveSession(_ event: Event, at index: Int, _ trace: Trace) {
    guard event.kind == .configChanged else { return }
    let before = maxAges
    policy.apply(trace.policyChanges[index] ?? [])
    policy.apply(overrides)
    configChanged = index
    if maxAges != before { findHolders() }
  }

  private var maxAges: [Double?] {
    [policy.value(.appOpenMaxAgeSeconds), policy.value(.fullScreenMaxAgeSeconds)]
  }

  private mutating func evolveUser(at index: Int) {
    screen.userActed = index
    screen.actions += 1
  }

  private mutating func evolveSuppression(_ event: Event, at index: Int) {
    if event.kind == .suppressionBegan {
      screen.openSuppressions.removeAll { $0.why == event.why }
      screen.openSuppressions.append((event.why, index))
    } else {
      screen.openSuppressions.removeAll { $0.why == event.why }
      screen.suppressionEnded = index
    }
  }

  private mutating func evolveConsent(_ event: Event, at index: Int) {
    switch event.kind {
    case .consentUpdated:
      consent.updated = index
      consent.canRequestAds = event.flag(Flag.canRequestAds)
    case .sdkStarted: if consent.sdkStarted < 0 { consent.sdkStarted = index }
    case .consentFormShown: if consent.formShown < 0 { consent.formShown = index }
    case .consentFormClosed: consent.formShown = -1
    default: break
    }
  }

  private mutating func evolveWindow(_ event: Event, at index: Int) {
    guard event.kind == .windowShown else {
      screen.openWindows[event.text] = nil
      return
    }
    screen.openWindows[event.text] = index
    scenes[makeScene(event.scene)].window = index
  }

  private mutating func evolveScene(_ event: Event, at index: Int) {
    let scene = makeScene(event.scene)
    switch event.kind {
    case .sceneConnected:
      if screen.firstSceneConnected < 0 { screen.firstSceneConnected = index }
      scenes[scene].lastSize = index
      scenes[scene].lastConnected = index
      scenes[scene].disconnected = -1
    case .sceneResized:
      scenes[scene].lastSize = index
      scenes[scene].lastResized = index
      forgetSpentAds(in: scene)
    default: scenes[scene].disconnected = index
    }
  }

  private mutating func evolveSplash(_ event: Event, at index: Int) {
    let scene = makeScene(event.scene)
    switch event.kind {
    case .splashBegan:
      screen.splashBegan = index
      scenes[scene].splash = index
      screen.splashes.append((scene, index))
    case .splashFinished:
      screen.splashFinished = index
      scenes[scene].splash = -1
      scenes[scene].splashFinished = index
      while let last = screen.splashes.last, scenes[last.scene].splash != last.began {
        screen.splashes.removeLast()
      }
      endLaunch(at: index)
    default:
      screen.contentShown = index
      scenes[scene].contentShown = index
      endLaunch(at: index)
    }
  }

  mutating func endLaunch(at index: Int) {
    if app.launchEnded < 0 { app.launchEnded = index }
  }

  private mutating func evolveDecision(_ event: Event, at index: Int, _ moment: MomentFacts) {
    evolveAd(event, at: index, moment)
    shows.unitDecisions[makeUnit(event.unit)] = index
    guard event.format == .appOpen, event.remaining != nil else { return }
    let decision = CapDecision(
      index: index, day: localDay(of: event), cap: policy.count(.dailyCap),
      shows: shows.appOpen.count)
    shows.capDecision = decision
    if event.outcome == .show { shows.capShow = decision }
  }

  /// An event of an ad that changes nothing but what is known of it.
  mutating func evolveAd(_ event: Event, at index: Int, _ moment: MomentFacts) {
    guard event.ad.isPresent, let fact = event.kind.adFact else { return }
    let ad = noteAd(event, at: index)
    facts.see(fact, of: ad, at: index)
    switch event.kind {
    case .adClicked: if isShown(ad: ad, at: index) != false { ads[ad].clickedWhileShown = index }
    case .viewAppeared, .viewHidden: slots[slot(of: event, moment, at: index)].lastView = index
    case .nativeMapped:
      noteMapped(event, of: ad, at: index)
      if let load = loadNumber(event.load) { loads[load].ad = event.ad }
    default: break
    }
  }

  /// The ad of an event, with what the event says of it for the first time.
  mutating func noteAd(_ event: Event, at index: Int) -> Int {
    let ad = makeAd(event.ad)
    if !ads[ad].unit.isPresent { ads[ad].unit = event.unit }
    if ads[ad].format == .absent && event.format != .absent {
      ads[ad].format = event.format
      ads[ad].formatIndex = index
    }
    return ad
  }
}
