public import AdDecider
public import AdSession

/// The state of the app around the ad manager.
struct SimulatedAppState {
  /// The thresholds in force.
  var policy = Policy.defaults
  /// The current ad placements: a unit in a scene.
  var placements: [Placement] = []
  /// Whether the loading screen is on the screen.
  var hasSplash = false
  /// The time at which the app was ready to close its loading screen; nil before.
  var contentReadyAt: Int64?
  /// The scenes that show their main content.
  var contents: [Symbol] = []
  /// Whether consent allows requests; nil before the user was asked.
  var canRequestAds: Bool?
  var isLaunched = false
  var isSDKStarted = false
  /// Whether requests have the test flag.
  var sendsTestFlag = false
  /// The placements whose ad the user scrolled off the screen.
  var hidden: [Placement] = []
  /// The views of an app under test, oldest first.
  var views: [AdView] = []
  var rowsSoFar = 0
  /// The open windows of the ad module.
  var windows: [Symbol] = []
  var windowsSoFar = 0
}

extension World {
  /// Records a decision of the app to show or to skip an ad.
  public func recordDecision(
    _ placement: Placement, outcome: Word, reason: Word, ad: Symbol = .absent,
    remaining: Int64? = nil,
    trigger: Word = .absent
  ) {
    let name = name(of: placement)
    record(.adShowDecided) {
      $0.unit = placement.unit
      $0.format = placement.format
      $0.scene = placement.scene
      $0.outcome = outcome
      $0.reason = reason
      $0.ad = ad
      $0.remaining = remaining
      $0.trigger = trigger
      $0.placement = name
    }
    if reason == .notReady || reason == .expired { askAnyway(placement, trigger) }
  }

  /// Records that the app grants the user the reward of an ad.
  public func grant(_ ad: Symbol, type: Symbol, amount: Double) {
    let known = sdk.ad(ad)
    record(.adRewardGranted) {
      $0.ad = ad
      $0.unit = known?.placement.unit ?? .absent
      $0.type = type
      $0.amount = amount
    }
  }

  /// Closes the loading screen, if there is one; the main content follows.
  public func finishSplash() {
    guard app.hasSplash else { return }
    app.hasSplash = false
    abandonSplashLoad()
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
    for placement in app.placements where !placement.format.isFullScreen && placement.scene == scene
    {
      isUnderTest ? openPage(placement) : appeared(placement)
    }
  }

  /// A view with ads of a placement appears, for the first time or again, unless an ad covers it.
  func appeared(_ placement: Placement) {
    if isOver || isCovered(placement.scene) { return }
    manager?.viewAppeared(placement, in: self)
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

  /// Shows a loaded banner of a simulated app in its placement, without the manager.
  func attachIfBanner(_ ad: SimulatedAd) {
    guard ad.placement.format == .banner, !isUnderTest, !around.isAdFree else { return }
    for old in sdk.ads where old !== ad && old.placement == ad.placement && old.isVisible {
      old.isVisible = false
    }
    if app.contents.contains(ad.placement.scene) && !app.hidden.contains(ad.placement) {
      show(inFeed: ad.name)
    }
  }
}
