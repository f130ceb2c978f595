internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// The user performs an action in the app, unless an ad covers it.
  public func act() {
    guard canUserAct else { return }
    act(in: profile.hasScenes ? pickScene() : .absent)
  }

  /// Whether the user can reach the app: no ad and no loading screen covers it.
  public var canUserAct: Bool { sdk.up.isEmpty && !app.hasSplash }

  func act(in scene: Symbol) { record(.userActed) { $0.scene = scene } }

  func pickScene() -> Symbol {
    phone.scenes.isEmpty ? .absent : phone.scenes[choices.pick(phone.scenes.count)].scene
  }

  /// The app offers the manager an opportunity to show a full-screen ad.
  func offerMoment() {
    let placements = offeredPlacements
    guard !placements.isEmpty, sdk.up.isEmpty else { return act() }
    let placement = placements[choices.pick(placements.count)]
    if app.hasSplash && placement.format != .interstitial { return }
    if choices.bool(probability: 0.7) {
      act()
      act()
    }
    if appUnderTest != nil && placement.format.isRewarded { act(in: placement.scene) }
    if !isOver { offer(placement) }
  }

  /// The placements that a moment can be about; a closed window of an app under test has none.
  var offeredPlacements: [Placement] {
    app.placements.filter {
      $0.format.isFullScreen && $0.format != .appOpen && (appUnderTest == nil || isOpen($0))
    }
  }

  func offer(_ placement: Placement) {
    takePreloadedAd(for: placement)
    manager?.wantsToShow(
      placement, trigger: placement.format == .interstitial ? .transition : .user, in: self)
  }

  /// The app opens something that covers it: a picker, a purchase, a browser.
  func suppress() {
    let why = choices.pick([.picker, .purchase, .share, .browser, .permission] as [Word])
    record(.suppressionBegan) { $0.why = why }
    advance(by: drawTime(0...900))
    switch choices.pick(3) {
    case 0: showDialog(for: drawTime(500...20_000, towards: 2_000))
    case 1: leave(for: 1_000...60_000)
    default: return leaveAndEndBeforeReturn(why)
    }
    if isOver { return }
    later(choices.bool() ? 0 : drawTime(0...3_000)) { $0.endSuppression(why) }
    advance(by: 3_001)
  }

  /// The app asks for a permission while its loading screen is up.
  func askForPermission() {
    record(.suppressionBegan) { $0.why = .permission }
    showDialog(for: drawTime(200...5_000, towards: 1_000))
    if !isOver { endSuppression(.permission) }
  }

  private func endSuppression(_ why: Word) {
    mark(limit(.suppressionTailSeconds))
    record(.suppressionEnded) { $0.why = why }
  }

  /// The user leaves the app, and the suppression ends before the user comes back.
  private func leaveAndEndBeforeReturn(_ why: Word) {
    resign()
    enterBackground()
    advance(by: drawTime(1_000...60_000, towards: 15_000))
    endSuppression(why)
    if isUnderTest { advance(by: pause(0...5_000)) }
    if !isOver { comeBack() }
  }

  /// The user rotates or resizes a random window.
  func resizeOne() {
    guard !phone.scenes.isEmpty else { return }
    resize(choices.pick(phone.scenes.count))
  }

  func openScene() {
    connectScene()
    guard let scene = phone.scenes.last?.scene else { return }
    if !isUnderTest { addPlaces(of: scene) }
    planContent(in: scene)
  }

  /// The user closes a window; only in an app under test one that shows a full-screen ad.
  func closeScene() {
    let windows = phone.scenes.indices.filter { number in
      isUnderTest || !sdk.up.contains { $0.shownScene == phone.scenes[number].scene }
    }
    guard !windows.isEmpty, phone.scenes.count > 1 else { return }
    disconnect(windows[choices.pick(windows.count)])
  }

  func pickFeedPlacement() -> Placement? {
    let placements = app.placements.filter {
      !$0.format.isFullScreen && (!$0.scene.isPresent || window(of: $0.scene) != nil)
    }
    return placements.isEmpty ? nil : placements[choices.pick(placements.count)]
  }

  /// The user scrolls: a visible ad leaves the screen, or a hidden one comes back.
  func scroll() {
    if isUnderTest { return scrollView() }
    guard let placement = pickFeedPlacement(), app.contents.contains(placement.scene) else {
      return
    }
    act()
    if isOver { return }
    let held = sdk.ads.last { $0.placement == placement && !$0.isDiscarded && !$0.isUntracked }
    if let held, held.isVisible {
      if placement.format == .native && choices.bool(probability: 0.7) { return untrack(held) }
      hide(held)
    } else {
      manager?.wantsToShow(placement, trigger: .user, in: self)
    }
  }

  /// A view with ads appears again; in an app under test its page does.
  func reappear() {
    if isUnderTest { return reopenPage() }
    if let placement = pickFeedPlacement() { appeared(placement) }
  }

  /// The app receives new thresholds from its server.
  func changePolicy() {
    let remote = appUnderTest?.remotePolicies ?? Self.remoteSettings.map { [$0] }
    if remote.isEmpty { return }
    let settings = choices.pick(remote)
    app.policy.apply(settings)
    sdk.broken = []
    trace.policyChanges[trace.events.count] = settings
    record(.configChanged) { $0.source = .remote }
  }

  /// The thresholds that the server of a simulated app sends, one at a time.
  private static let remoteSettings = [
    PolicySetting(.dailyCap, 1), PolicySetting(.minBackgroundSeconds, 60),
    PolicySetting(.dailyCap, 20), PolicySetting(.appOpenMaxAgeSeconds, 1_800),
    PolicySetting(.interstitialMinGapSeconds, 60),
  ]
}
