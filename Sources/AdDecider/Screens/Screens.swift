package import AdSession

extension Decider {
  /// The next decision about loading screens and windows of the ad module.
  mutating func nextOnScreens() -> Decision? { closeSplash() ?? closeWindow() }

  /// The maximum time of a loading screen in milliseconds, with a margin for a late timer.
  var longestSplash: Int64 {
    let maximum = duration(.splashMaxSeconds)
    return maximum - min(250, maximum / 8)
  }

  private mutating func closeSplash() -> Decision? {
    for number in splashes.indices {
      let splash = splashes[number]
      guard splash.mustClose || isOver(splash) else { continue }
      splashes.remove(at: number)
      return .closeSplash(scene: splash.scene)
    }
    return nil
  }

  /// Whether a loading screen must close: its time is over, or the content is ready and no ad keeps
  /// it.
  ///
  /// A first ad that may still come keeps it, and an ad that is shown over it, unless that is
  /// stuck.
  private mutating func isOver(_ splash: OpenSplash) -> Bool {
    let rest = splash.began + longestSplash - splashTime
    if rest <= 0 { return true }
    if !splashClock.isInterrupted { wake(afterActive: rest) }
    let isAwaited = placements.contains { $0.launch == splash.index }
    if !splash.isContentReady || isAwaited { return false }
    return !isBusy(over: splash)
  }

  private mutating func isBusy(over splash: OpenSplash) -> Bool {
    for number in session.state.scenes.indices {
      let scene = session.state.scenes[number]
      guard scene.scene == splash.scene || !scene.scene.isPresent || !splash.scene.isPresent,
        isBusy(scene: number)
      else { continue }
      guard scene.shownAd.isPresent else {
        wakeAtAnswer()
        return true
      }
      let rest = duration(.stuckAdSeconds) - active(since: scene.lastShow)
      if rest > 0 {
        wake(afterActive: rest)
        return true
      }
    }
    return false
  }

  /// Moves the deadline to the time at which calls of `present` without an outcome no longer count.
  private mutating func wakeAtAnswer() {
    for attempt in attempts {
      let rest = duration(.presentOutcomeSeconds) - active(since: attempt.index)
      if rest >= 0 { wake(afterActive: rest + 1) }
    }
  }

  /// Whether a window must be opened before an ad of the placement is shown.
  func needsWindow(_ placement: Placement) -> Bool {
    profile.usesOwnWindow && placement.format == .appOpen
      && !windows.contains { $0.scene == placement.scene }
  }

  /// Closes a window as soon as no ad is shown or about to be in its scene.
  private mutating func closeWindow() -> Decision? {
    for number in windows.indices {
      let window = windows[number]
      guard let scene = session.state.sceneNumber(window.scene), isBusy(scene: scene) else {
        windows.remove(at: number)
        return .closeWindow(window.window)
      }
    }
    if !windows.isEmpty {
      wakeAtAnswer()
      wakeAtTimeout()
    }
    return nil
  }

  /// Returns the next decision of a manager that is being replaced; `nil` if there is none before
  /// the next event or ``deadline``.
  ///
  /// Such a manager only closes its windows, as soon as the ads in them are dismissed.
  package mutating func nextWhileRetiring(at now: Instant) -> Decision? {
    self.now = now
    deadline = nil
    if let decision = closeWindow() { return decision }
    wakeAtAnswer()
    wakeAtTimeout()
    return nil
  }

  /// Whether an ad of a unit is shown or about to be, or a window is open.
  package func isUp(_ unit: Symbol) -> Bool {
    !windows.isEmpty
      || session.state.scenes.indices.contains { number in
        let ad = session.state.scenes[number].shownAd
        let isOfUnit =
          ad >= 0 ? session.state.ads[ad].unit == unit : attempts.contains { $0.unit == unit }
        return isOfUnit && isBusy(scene: number)
      }
  }

  private mutating func wakeAtTimeout() {
    for scene in session.state.scenes where scene.shownAd.isPresent {
      let rest = duration(.dismissTimeoutSeconds) - active(since: scene.lastShow)
      if rest >= 0 { wake(afterActive: rest + 1) }
    }
  }
}
