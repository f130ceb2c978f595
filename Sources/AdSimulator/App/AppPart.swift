public import AdSession

/// What the app around the manager knows and does.
struct AppPart {
  /// The thresholds in force.
  var policy = Policy.defaults
  /// The places where ads are shown.
  var places: [AdPlace] = []
  /// Whether the loading screen is up.
  var hasSplash = false
  /// Whether nothing but an ad keeps the loading screen up.
  var isContentReady = false
  /// The scenes whose main content is up.
  var contents: [Symbol] = []
  /// Whether the user lets the app ask for ads.
  var canRequestAds: Bool?
  var isLaunched = false
  var isSDKStarted = false
  /// Whether requests say that they are tests.
  var sendsTestFlag = false
  /// The places whose ad the user scrolled out of sight.
  var hidden: [AdPlace] = []
  /// The windows of the ad module that are up.
  var windows: [Symbol] = []
  var windowsSoFar = 0
}

extension World {
  /// Writes that the app decided to show or to skip.
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

  /// Gives the user the reward that an ad earned.
  public func grant(_ ad: Symbol, type: Symbol, amount: Double) {
    let known = sdk.ad(ad)
    record(.adRewardGranted) {
      $0.ad = ad
      $0.unit = known?.place.unit ?? .absent
      $0.type = type
      $0.amount = amount
    }
  }

  /// Takes the loading screen down, and goes on to the main content.
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

  /// A view of a place appears: at first, or again.
  func appeared(_ place: AdPlace) {
    if !isOver { manager?.viewAppeared(place, in: self) }
  }

  /// Puts the ad module's own window above the app; answers its name.
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

  /// Takes a window of the ad module down.
  public func closeWindow(_ name: Symbol) {
    app.windows.removeAll { $0 == name }
    record(.windowClosed) { $0.window = name }
  }

  /// What the app does by itself when an ad has been loaded: in-feed ads go where they belong.
  func appGot(_ ad: SimulatedAd) {
    guard ad.place.format == .banner else { return }
    for old in sdk.ads where old !== ad && old.place == ad.place && old.isVisible {
      old.isVisible = false
    }
    if app.contents.contains(ad.place.scene) && !app.hidden.contains(ad.place) {
      show(inFeed: ad.name)
    }
  }
}
