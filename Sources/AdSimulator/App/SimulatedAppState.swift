public import AdSession

/// The state of the app around the ad manager.
struct SimulatedAppState {
  /// The thresholds in force.
  var policy = Policy.defaults
  /// The current ad places: a unit in a scene.
  var places: [AdPlace] = []
  /// Whether the loading screen is on the screen.
  var hasSplash = false
  /// Whether the app is ready to close its loading screen.
  var isContentReady = false
  /// The scenes that show their main content.
  var contents: [Symbol] = []
  /// Whether consent allows requests; nil before the user was asked.
  var canRequestAds: Bool?
  var isLaunched = false
  var isSDKStarted = false
  /// Whether requests have the test flag.
  var sendsTestFlag = false
  /// The places whose ad the user scrolled off the screen.
  var hidden: [AdPlace] = []
  /// The open windows of the ad module.
  var windows: [Symbol] = []
  var windowsSoFar = 0
}

extension World {
  /// Records a decision of the app to show or to skip an ad.
  public func recordDecision(
    _ place: AdPlace, outcome: Word, reason: Word, ad: Symbol = .absent, remaining: Int64? = nil,
    trigger: Word = .absent
  ) {
    record(.adShowDecided) {
      $0.unit = place.unit
      $0.format = place.format
      $0.scene = place.scene
      $0.outcome = outcome
      $0.reason = reason
      $0.ad = ad
      $0.remaining = remaining
      $0.trigger = trigger
    }
  }

  /// Records that the app grants the user the reward of an ad.
  public func grant(_ ad: Symbol, type: Symbol, amount: Double) {
    let known = sdk.ad(ad)
    record(.adRewardGranted) {
      $0.ad = ad
      $0.unit = known?.place.unit ?? .absent
      $0.type = type
      $0.amount = amount
    }
  }

  /// Closes the loading screen, if there is one; the main content follows.
  public func finishSplash() {
    guard app.hasSplash else { return }
    app.hasSplash = false
    record(.splashFinished) { $0.scene = splashScene }
    later(5) { $0.showContent(in: $0.splashScene) }
  }

  /// The scene of the loading screen.
  var splashScene: Symbol {
    profile.hasScenes ? phone.scenes.first?.scene ?? .absent : .absent
  }

  func showContent(in scene: Symbol) {
    guard !app.contents.contains(scene) else { return }
    app.contents.append(scene)
    record(.contentShown) { $0.scene = scene }
    for place in app.places where !place.format.isFullScreen && place.scene == scene {
      appeared(place)
    }
  }

  /// A view with ads of a place appears, for the first time or again.
  func appeared(_ place: AdPlace) {
    if !isOver { manager?.viewAppeared(place, in: self) }
  }

  /// Opens a window of the ad module above the app; returns its name.
  @discardableResult
  public func showWindow(in scene: Symbol) -> Symbol {
    app.windowsSoFar += 1
    let name = symbol("w-\(app.windowsSoFar)")
    app.windows.append(name)
    record(.windowShown) {
      $0.window = name
      $0.scene = scene
      $0.level = 1_001
    }
    return name
  }

  /// Closes a window of the ad module.
  public func closeWindow(_ name: Symbol) {
    app.windows.removeAll { $0 == name }
    record(.windowClosed) { $0.window = name }
  }

  /// Shows a loaded banner in its place, without the manager.
  func attachIfBanner(_ ad: SimulatedAd) {
    guard ad.place.format == .banner else { return }
    for old in sdk.ads where old !== ad && old.place == ad.place && old.isVisible {
      old.isVisible = false
    }
    if app.contents.contains(ad.place.scene) && !app.hidden.contains(ad.place) {
      show(inFeed: ad.name)
    }
  }
}
