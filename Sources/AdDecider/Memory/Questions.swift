import AdSession

extension Decider {
  /// Whether the app has a limit for which there is no default: it sets a valid value.
  func isLimited(by key: PolicyKey) -> Bool { session.state.policy.value(key) != nil }

  /// A threshold in milliseconds; the default if the recorded value is invalid.
  func duration(_ key: PolicyKey) -> Int64 {
    session.state.policy.milliseconds(key) ?? Policy.defaults.milliseconds(key) ?? 0
  }

  /// A threshold that is a count; the default if the recorded value is invalid.
  func count(_ key: PolicyKey) -> Int64 {
    session.state.policy.count(key) ?? Policy.defaults.count(key) ?? 0
  }

  /// The time since a record that is known to be present, in milliseconds, sleep included.
  func elapsed(since start: EventIndex) -> Int64 { elapsed(since: start.known) }

  /// The time since a record in milliseconds, sleep included.
  func elapsed(since index: Int) -> Int64 { now.t - session.t(index) }

  /// The foreground time since a record that is known to be present, in milliseconds.
  func active(since start: EventIndex) -> Int64 { active(since: start.known) }

  /// The foreground time since a record in milliseconds.
  func active(since index: Int) -> Int64 { session.active(from: index, until: now.t) }

  /// Moves the deadline to a `t`, unless it is earlier already.
  mutating func wake(at t: Int64) {
    let t = max(t, now.t + 1)
    deadline = min(deadline ?? t, t)
  }

  /// Moves the deadline to the end of a foreground time in milliseconds; does nothing in the
  /// background, where no clock runs.
  mutating func wake(afterActive rest: Int64) {
    if !isInBackground { wake(at: now.t + max(1, rest)) }
  }

  /// Whether the app is between `app.entered_background` and `app.entering_foreground`.
  var isInBackground: Bool {
    session.state.app.enteredBackground > session.state.app.enteringForeground
  }

  var isTerminating: Bool { session.state.app.terminating.isPresent }

  /// Whether the session records a class of events, so that the state and the rules know them.
  func sees(_ eventClass: EventClass) -> Bool {
    session.state.captured.contains(ClassSet(eventClass))
  }

  /// Whether a scene is closed.
  func isClosed(_ scene: Symbol) -> Bool {
    guard scene.isPresent, let number = session.state.sceneNumber(scene) else { return false }
    return session.state.scenes[number].disconnected.isPresent
  }

  /// The last `scene.connected` or `scene.resized` of a scene; `nil` if its size is unknown.
  func size(of scene: Symbol) -> Event? {
    guard let number = session.state.sceneNumber(scene) else { return nil }
    return session.state.scenes[number].lastSize.index.map { session.trace.events[$0] }
  }

  /// The orientation of a full-screen placement's scene; absent if it is unknown or the profile
  /// omits orientations.
  func orientation(of placement: Placement) -> Word {
    guard profile.givesOrientation, placement.format.isFullScreen else { return .absent }
    let orientation = size(of: placement.scene)?.orientation ?? .absent
    return [.portrait, .landscape].contains(orientation) ? orientation : .absent
  }

  /// The local day of a wall-clock time, as days since 1970-01-01.
  func day(_ wall: Int64) -> Int64 {
    WallClock.localDay(wall, utcOffsetMinutes: session.state.utcOffsetMinutes ?? 0)
  }

  /// The maximum age of an ad in milliseconds; `nil` for banners, which have none.
  func maxAge(_ format: Word) -> Int64? {
    switch format {
    case .appOpen: duration(.appOpenMaxAgeSeconds)
    case .interstitial, .rewarded, .rewardedInterstitial: duration(.fullScreenMaxAgeSeconds)
    case .native: duration(.nativeMaxAgeSeconds)
    default: nil
    }
  }

  /// Whether an ad is loaded and below its maximum age at a `t`.
  func isFresh(_ ad: Int, at t: Int64) -> Bool {
    let state = session.state.ads[ad]
    guard state.loadedIndex.isPresent else { return false }
    return maxAge(state.format).map { t - session.t(state.loadedIndex) < $0 } ?? true
  }

  /// The full-screen ads that a placement holds: loaded, never presented, not expired or discarded.
  func heldAds(_ placement: Placement) -> [Int] {
    guard let slot = session.state.slotNumber(unit: placement.unit, scene: placement.scene) else {
      return []
    }
    return session.state.slots[slot].heldAds.map(Int.init)
  }

  /// The held ads of a placement that this manager may show.
  func availableAds(_ placement: Placement) -> [Int] {
    let held = heldAds(placement)
    return foreignAds.isEmpty
      ? held : held.filter { !foreignAds.contains(session.state.ads[$0].ad) }
  }

  /// The state of a placement's slot; `nil` before its first record.
  func slot(_ placement: Placement) -> SlotState? {
    session.state.slotNumber(unit: placement.unit, scene: placement.scene).map {
      session.state.slots[$0]
    }
  }
}
