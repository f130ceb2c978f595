internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// The user performs an action in the app, unless an ad covers it.
  func act() {
    guard sdk.up.isEmpty, !app.hasSplash else { return }
    let scene = profile.hasScenes ? pickScene() : .absent
    record(.userActed) { $0.scene = scene }
  }

  func pickScene() -> Symbol {
    phone.scenes.isEmpty ? .absent : phone.scenes[choices.pick(phone.scenes.count)].scene
  }

  /// The app offers the manager an opportunity to show a full-screen ad.
  func offerMoment() {
    let placements = app.placements.filter { $0.format.isFullScreen && $0.format != .appOpen }
    guard !placements.isEmpty, sdk.up.isEmpty else { return act() }
    let placement = placements[choices.pick(placements.count)]
    if app.hasSplash && placement.format != .interstitial { return }
    if choices.bool(probability: 0.7) {
      act()
      act()
    }
    if isOver { return }
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
    addPlaces(of: scene)
    planContent(in: scene)
  }

  /// The user closes a window that shows no full-screen ad.
  func closeScene() {
    let free = phone.scenes.indices.filter { number in
      !sdk.up.contains { $0.shownScene == phone.scenes[number].scene }
    }
    guard !free.isEmpty, phone.scenes.count > 1 else { return }
    disconnect(free[choices.pick(free.count)])
  }

  func pickFeedPlacement() -> Placement? {
    let placements = app.placements.filter {
      !$0.format.isFullScreen && (!$0.scene.isPresent || window(of: $0.scene) != nil)
    }
    return placements.isEmpty ? nil : placements[choices.pick(placements.count)]
  }

  /// The user scrolls: a visible ad leaves the screen, or a hidden one comes back.
  func scroll() {
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

  /// The app receives new thresholds from its server.
  func changePolicy() {
    let settings = [
      choices.pick([
        PolicySetting(.dailyCap, 1), PolicySetting(.minBackgroundSeconds, 60),
        PolicySetting(.dailyCap, 20), PolicySetting(.appOpenMaxAgeSeconds, 1_800),
        PolicySetting(.interstitialMinGapSeconds, 60),
      ])
    ]
    app.policy.apply(settings)
    sdk.brokenUnits = []
    trace.policyChanges[trace.events.count] = settings
    record(.configChanged) { $0.source = .remote }
  }
}
