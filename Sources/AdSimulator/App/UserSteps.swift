import AdSession
import PropertyTesting

extension World {
  /// The user does something in the app; not while an ad is in front of it.
  func act() {
    guard sdk.up.isEmpty, !app.hasSplash else { return }
    let scene = profile.hasScenes ? pickScene() : .absent
    record(.userActed) { $0.scene = scene }
  }

  func pickScene() -> Symbol {
    phone.scenes.isEmpty ? .absent : phone.scenes[choices.pick(phone.scenes.count)].scene
  }

  /// The app has a moment for a full-screen ad of one of its places.
  func offerMoment() {
    let places = app.places.filter { $0.format.isFullScreen && $0.format != .appOpen }
    guard !places.isEmpty, sdk.up.isEmpty else { return act() }
    let place = places[choices.pick(places.count)]
    if app.hasSplash && place.format != .interstitial { return }
    if choices.bool(probability: 0.7) {
      act()
      act()
    }
    if isOver { return }
    manager?.wantsToShow(
      place, trigger: place.format == .interstitial ? .transition : .user, in: self)
  }

  /// The app opens something that takes the user away: a picker, a purchase, a browser.
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

  /// What took the user away is over before the app is in use again.
  private func leaveAndEndBeforeReturn(_ why: Word) {
    resign()
    enterBackground()
    advance(by: drawTime(1_000...60_000, towards: 15_000))
    endSuppression(why)
    if !isOver { comeBack() }
  }

  /// A window is turned or resized.
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

  /// A window without an ad in front of it is closed.
  func closeScene() {
    let free = phone.scenes.indices.filter { number in
      !sdk.up.contains { $0.shownScene == phone.scenes[number].scene }
    }
    guard !free.isEmpty, phone.scenes.count > 1 else { return }
    disconnect(free[choices.pick(free.count)])
  }

  func pickFeedPlace() -> AdPlace? {
    let places = app.places.filter {
      !$0.format.isFullScreen && (!$0.scene.isPresent || window(of: $0.scene) != nil)
    }
    return places.isEmpty ? nil : places[choices.pick(places.count)]
  }

  /// The user scrolls: what could be seen goes out of sight, or comes back.
  func scroll() {
    guard let place = pickFeedPlace(), app.contents.contains(place.scene) else { return }
    act()
    if isOver { return }
    let held = sdk.ads.last { $0.place == place && !$0.isDiscarded && !$0.isUntracked }
    if let held, held.isVisible {
      if place.format == .native && choices.bool(probability: 0.7) { return untrack(held) }
      hide(held)
    } else {
      manager?.wantsToShow(place, trigger: .user, in: self)
    }
  }

  /// New thresholds come from the network.
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
