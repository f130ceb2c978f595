package import AdSession

extension Decider {
  /// The next thing to do with loading screens and the module's own windows.
  mutating func nextOnScreens() -> Decision? { closeSplash() ?? closeWindow() }

  /// The longest that a loading screen is up, with a margin for a timer that comes late.
  var longestSplash: Int64 {
    let most = limit(.splashMaxSeconds)
    return most - min(250, most / 8)
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

  /// A loading screen is over when its time is, or when nothing keeps it up any more: the content is
  /// ready, no first ad is waited for, and none is up over it, or one that does not go away.
  private mutating func isOver(_ splash: SplashMemory) -> Bool {
    let rest = splash.began + longestSplash - splashTime
    if rest <= 0 { return true }
    if !splashClock.isInterrupted { wake(afterActive: rest) }
    let isAwaited = places.contains { $0.launch == splash.index }
    if !splash.isContentReady || isAwaited { return false }
    return !isBusy(over: splash)
  }

  private mutating func isBusy(over splash: SplashMemory) -> Bool {
    for number in session.state.scenes.indices {
      let scene = session.state.scenes[number]
      guard scene.scene == splash.scene || !scene.scene.isPresent || !splash.scene.isPresent,
        isBusy(scene: number)
      else { continue }
      guard scene.shownAd.isPresent else {
        wakeAtAnswer()
        return true
      }
      let rest = limit(.stuckAdSeconds) - active(since: scene.lastShow)
      if rest > 0 {
        wake(afterActive: rest)
        return true
      }
    }
    return false
  }

  /// Asks to be asked again when a call of present has waited for its answer long enough.
  private mutating func wakeAtAnswer() {
    for attempt in attempts {
      let rest = limit(.presentOutcomeSeconds) - active(since: attempt.index)
      if rest >= 0 { wake(afterActive: rest + 1) }
    }
  }

  /// Whether the module's own window has to be put up before an ad of the place is shown.
  func needsWindow(_ place: Place) -> Bool {
    profile.usesOwnWindow && place.format == .appOpen
      && !windows.contains { $0.scene == place.scene }
  }

  /// A window of the module is taken down as soon as no ad is up or asked to be in its scene.
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

  /// What is left to do by a manager that is to go; nil: nothing until something happens or
  /// ``deadline`` comes.
  ///
  /// Its windows are taken down as soon as the ads in them are gone; nothing else is done any more.
  package mutating func nextBeforeLeaving(at now: Instant) -> Decision? {
    self.now = now
    deadline = nil
    if let decision = closeWindow() { return decision }
    wakeAtAnswer()
    wakeAtTimeout()
    return nil
  }

  /// Whether an ad of a unit is up or asked to be, or a window of the module.
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
      let rest = limit(.dismissTimeoutSeconds) - active(since: scene.lastShow)
      if rest >= 0 { wake(afterActive: rest + 1) }
    }
  }
}
