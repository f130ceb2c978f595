import AdSession

extension Decider {
  /// A threshold in milliseconds; the default where what is said of it can be no threshold.
  func limit(_ key: PolicyKey) -> Int64 {
    session.state.policy.milliseconds(key) ?? Policy.defaults.milliseconds(key) ?? 0
  }

  /// A threshold that counts; the default where what is said of it can be no threshold.
  func most(_ key: PolicyKey) -> Int64 {
    session.state.policy.count(key) ?? Policy.defaults.count(key) ?? 0
  }

  /// The time since a record that is known to be present.
  func elapsed(since start: EventIndex) -> Int64 { elapsed(since: start.known) }

  /// Milliseconds of `t` since a record.
  func elapsed(since index: Int) -> Int64 { now.t - session.t(index) }

  /// The foreground time since a record that is known to be present.
  func active(since start: EventIndex) -> Int64 { active(since: start.known) }

  /// Foreground time since a record, in milliseconds.
  func active(since index: Int) -> Int64 { session.active(from: index, until: now.t) }

  /// Asks to be asked again at a `t`.
  mutating func wake(at t: Int64) {
    let t = max(t, now.t + 1)
    deadline = min(deadline ?? t, t)
  }

  /// Asks to be asked again after so much foreground time; in the background no clock runs.
  mutating func wake(afterActive rest: Int64) {
    if !isInBackground { wake(at: now.t + max(1, rest)) }
  }

  /// Whether the app is between `app.entered_background` and `app.entering_foreground`.
  var isInBackground: Bool {
    session.state.app.enteredBackground > session.state.app.enteringForeground
  }

  var isTerminating: Bool { session.state.app.terminating.isPresent }

  /// Whether rules see a class of events, and the state with them.
  func sees(_ eventClass: EventClass) -> Bool {
    session.state.captured.contains(ClassSet(eventClass))
  }

  /// Whether a scene is closed.
  func isClosed(_ scene: Symbol) -> Bool {
    guard scene.isPresent, let number = session.state.sceneNumber(scene) else { return false }
    return session.state.scenes[number].disconnected.isPresent
  }

  /// The last `scene.connected` or `scene.resized` of a scene; nil: its size is unknown.
  func size(of scene: Symbol) -> Event? {
    guard let number = session.state.sceneNumber(scene) else { return nil }
    return session.state.scenes[number].lastSize.index.map { session.trace.events[$0] }
  }

  /// The definite orientation of a scene, where the profile gives it; else absent.
  func orientation(of place: Place) -> Word {
    guard profile.givesOrientation, place.format.isFullScreen else { return .absent }
    let orientation = size(of: place.scene)?.orientation ?? .absent
    return [.portrait, .landscape].contains(orientation) ? orientation : .absent
  }

  /// The local day of a wall clock in the zone in force.
  func day(_ wall: Int64) -> Int64 {
    WallClock.localDay(wall, utcOffsetMinutes: session.state.utcOffsetMinutes ?? 0)
  }

  /// How long an ad of a format can be shown after it was loaded; nil for banners.
  func maxAge(_ format: Word) -> Int64? {
    switch format {
    case .appOpen: limit(.appOpenMaxAgeSeconds)
    case .interstitial, .rewarded, .rewardedInterstitial: limit(.fullScreenMaxAgeSeconds)
    case .native: limit(.nativeMaxAgeSeconds)
    default: nil
    }
  }

  /// Whether an ad is young enough at a `t`.
  func isFresh(_ ad: Int, at t: Int64) -> Bool {
    let state = session.state.ads[ad]
    guard state.loadedIndex.isPresent else { return false }
    return maxAge(state.format).map { t - session.t(state.loadedIndex) < $0 } ?? true
  }

  /// The full-screen ads that a place holds: loaded, not attempted, neither expired nor discarded.
  func heldAds(_ place: Place) -> [Int] {
    guard let slot = session.state.slotNumber(unit: place.unit, scene: place.scene) else {
      return []
    }
    return session.state.slots[slot].heldAds.map(Int.init)
  }

  /// As above, without those that are in somebody else's hands.
  func ownAds(_ place: Place) -> [Int] {
    let held = heldAds(place)
    return others.isEmpty ? held : held.filter { !others.contains(session.state.ads[$0].ad) }
  }

  /// The state of a place's slot; nil: nothing happened there yet.
  func slot(_ place: Place) -> SlotState? {
    session.state.slotNumber(unit: place.unit, scene: place.scene).map { session.state.slots[$0] }
  }
}
