import AdSession

extension Decider {
  /// The next decision to show or skip an ad of a full-screen placement.
  mutating func nextShow() -> Decision? {
    for number in placements.indices where placements[number].placement.format.isFullScreen {
      if let decision = decideOpportunity(number) ?? decideForeground(number)
        ?? decideLaunch(number)
      {
        return decision
      }
    }
    return nil
  }

  /// Decides at once about an opportunity that the app offered.
  private mutating func decideOpportunity(_ number: Int) -> Decision? {
    let trigger = placements[number].opportunity
    guard trigger != .absent else { return nil }
    placements[number].opportunity = .absent
    return decide(number, trigger)
  }

  /// Decides about a return to the app: when the app is active again, when half of the allowed time
  /// has passed, or when the app is left again.
  private mutating func decideForeground(_ number: Int) -> Decision? {
    guard let returned = placements[number].foreground else { return nil }
    if isTerminating {
      placements[number].foreground = nil
      return nil
    }
    let wait = duration(.decisionSeconds) / 2
    let isInUse = session.state.app.becameActive > returned
    if !isInUse && !isInBackground && active(since: returned) < wait {
      wake(afterActive: wait - active(since: returned))
      return nil
    }
    placements[number].foreground = nil
    if isInBackground { return skip(number, .interval, .foreground) }
    return decide(number, .foreground)
  }

  /// Decides about the first ad over a loading screen, after waiting as long as it can still be in
  /// time.
  private mutating func decideLaunch(_ number: Int) -> Decision? {
    guard let began = placements[number].launch else { return nil }
    if isTerminating || isInBackground { return nil }
    let splash = splashes.first { $0.index == began }
    let reason = reasonToSkip(number)
    if let splash, let reason, isWorthWaiting(number, for: reason, splash) { return nil }
    placements[number].launch = nil
    guard splash != nil else { return skip(number, reason ?? .contentShown, .launch) }
    return decide(number, .launch)
  }

  /// Whether the reason to skip an ad over the loading screen can disappear in time.
  private mutating func isWorthWaiting(
    _ number: Int, for reason: Word, _ splash: OpenSplash
  ) -> Bool {
    guard [.notReady, .expired, .showing, .suppressed, .noConsent].contains(reason) else {
      return false
    }
    let rest = timeToPresent(over: splash)
    guard rest >= 0, !surroundings.isAdFree else { return false }
    if splash.isContentReady && ![.showing, .suppressed].contains(reason)
      && !isLoading(placements[number].placement)
    {
      return false
    }
    wake(afterActive: rest + 1)
    return true
  }

  /// The time in milliseconds in which an ad can still be presented so that it appears before the
  /// loading screen ends.
  func timeToPresent(over splash: OpenSplash) -> Int64 {
    splash.began + longestSplash - duration(.presentOutcomeSeconds) - splashTime
  }

  /// Decides to show or skip; if the ad needs a window, opens that first.
  private mutating func decide(_ number: Int, _ trigger: Word) -> Decision {
    if let reason = reasonToSkip(number) { return skip(number, reason, trigger) }
    let placement = placements[number].placement
    guard let ad = readyAd(placement) else { return skip(number, .notReady, trigger) }
    if needsWindow(placement) {
      repeatOccasion(number, trigger)
      return .openWindow(scene: placement.scene)
    }
    let remaining = isCapped(placement.format) ? remainingAfterShow : nil
    return .show(
      ShowDecision(
        placement: placement, ad: session.state.ads[ad].ad, trigger: trigger, remaining: remaining,
        orientation: orientation(of: placement)))
  }

  /// Repeats an occasion after the window is open.
  private mutating func repeatOccasion(_ number: Int, _ trigger: Word) {
    switch trigger {
    case .launch: placements[number].launch = session.state.screen.splashBegan.index
    case .foreground: placements[number].foreground = session.state.app.enteringForeground.index
    default: placements[number].opportunity = trigger
    }
  }

  private mutating func skip(_ number: Int, _ reason: Word, _ trigger: Word) -> Decision {
    if reason == .notReady || reason == .expired { placements[number].cause = reason }
    let isCapped = isCapped(placements[number].placement.format)
    return .skip(
      SkipDecision(
        placement: placements[number].placement, reason: reason, trigger: trigger,
        remaining: isCapped ? remainingAfterSkip : nil))
  }
}
