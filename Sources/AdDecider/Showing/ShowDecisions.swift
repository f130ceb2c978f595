import AdSession

extension Decider {
  /// A decision about a full-screen place whose occasion has come.
  mutating func nextShow() -> Decision? {
    for number in places.indices where places[number].place.format.isFullScreen {
      if let decision = decideMoment(number) ?? decideForeground(number) ?? decideLaunch(number) {
        return decision
      }
    }
    return nil
  }

  /// A moment of the app is used or skipped at once.
  private mutating func decideMoment(_ number: Int) -> Decision? {
    let trigger = places[number].moment
    guard trigger != .absent else { return nil }
    places[number].moment = .absent
    return decide(number, trigger)
  }

  /// A return is decided when the app is in use again, and within half the time that a decision may
  /// take; leaving again decides it as well.
  private mutating func decideForeground(_ number: Int) -> Decision? {
    guard let returned = places[number].foreground else { return nil }
    if isTerminating {
      places[number].foreground = nil
      return nil
    }
    let wait = limit(.decisionSeconds) / 2
    let isInUse = session.state.app.becameActive > returned
    if !isInUse && !isInBackground && active(since: returned) < wait {
      wake(afterActive: wait - active(since: returned))
      return nil
    }
    places[number].foreground = nil
    if isInBackground { return skip(number, .interval, .foreground) }
    return decide(number, .foreground)
  }

  /// A first ad over the loading screen is waited for as long as it can come in time.
  private mutating func decideLaunch(_ number: Int) -> Decision? {
    guard let began = places[number].launch else { return nil }
    if isTerminating || isInBackground { return nil }
    let splash = splashes.first { $0.index == began }
    let reason = reasonToSkip(number)
    if let splash, let reason, isWorthWaiting(number, for: reason, splash) { return nil }
    places[number].launch = nil
    guard splash != nil else { return skip(number, reason ?? .contentShown, .launch) }
    return decide(number, .launch)
  }

  /// Whether what speaks against an ad over the loading screen can pass in time.
  private mutating func isWorthWaiting(
    _ number: Int, for reason: Word, _ splash: SplashMemory
  ) -> Bool {
    guard [.notReady, .expired, .showing, .suppressed, .noConsent].contains(reason) else {
      return false
    }
    let rest = timeToPresent(over: splash)
    guard rest >= 0 else { return false }
    if splash.isContentReady && ![.showing, .suppressed].contains(reason)
      && !isLoading(places[number].place)
    {
      return false
    }
    wake(afterActive: rest + 1)
    return true
  }

  /// For how long an ad can yet be presented so that it comes up before the loading screen ends.
  func timeToPresent(over splash: SplashMemory) -> Int64 {
    splash.began + longestSplash - limit(.presentOutcomeSeconds) - splashTime
  }

  /// Shows or skips.
  private mutating func decide(_ number: Int, _ trigger: Word) -> Decision {
    if let reason = reasonToSkip(number) { return skip(number, reason, trigger) }
    let place = places[number].place
    guard let ad = readyAd(place) else { return skip(number, .notReady, trigger) }
    if needsWindow(place) {
      repeatOccasion(number, trigger)
      return .openWindow(scene: place.scene)
    }
    let remaining = place.format == .appOpen ? remainingAfterShow : nil
    return .show(
      ShowDecision(
        place: place, ad: session.state.ads[ad].ad, trigger: trigger, remaining: remaining,
        orientation: orientation(of: place)))
  }

  /// The same occasion again, after the window is up.
  private mutating func repeatOccasion(_ number: Int, _ trigger: Word) {
    switch trigger {
    case .launch: places[number].launch = session.state.screen.splashBegan.index
    case .foreground: places[number].foreground = session.state.app.enteringForeground.index
    default: places[number].moment = trigger
    }
  }

  private mutating func skip(_ number: Int, _ reason: Word, _ trigger: Word) -> Decision {
    if reason == .notReady || reason == .expired { places[number].cause = reason }
    let isCapped = places[number].place.format == .appOpen
    return .skip(
      SkipDecision(
        place: places[number].place, reason: reason, trigger: trigger,
        remaining: isCapped ? remainingAfterSkip : nil))
  }
}
