public import AdSession

/// The decision core of an ad manager: computes what the app should do next, without side effects.
///
/// A decision depends only on the session so far, the policy and the time. The caller appends every
/// event to the trace, asks for decisions and performs them:
///
///     decider.receive()
///     while let decision = decider.next(at: now) { perform(decision) }
///     wake(at: decider.deadline)
///
/// There is one decision at a time, because performing it changes the state that the next one
/// depends on. Records that are written while performing a decision only need ``receive()``. A
/// session that is driven in this way violates no rule of the ad manager, whatever SDK, device and
/// user do; see `Tests/AdDeciderTests/DecisionTable.md` for the decision that keeps each rule.
/// Equal traces lead to equal decisions.
public struct Decider: ~Copyable {
  /// The kind of ad manager.
  public let profile: DeciderProfile
  /// The session so far.
  public internal(set) var session: LiveSession
  /// The `t` in milliseconds at which to call ``next(at:)`` again even if nothing happens; `nil` if
  /// only an event can lead to a decision.
  ///
  /// There is no deadline in the background: call ``next(at:)`` after `app.entering_foreground`.
  public internal(set) var deadline: Int64?

  /// Whether only ``consider(_:trigger:at:)`` and ``blocker(to:for:at:)`` are called.
  ///
  /// Then nothing is kept that only ``next(at:)`` uses: nobody would remove it.
  let isHypothetical: Bool
  var now = Instant(t: 0, wall: 0)
  /// The shows of earlier sessions of the install, for the daily cap.
  var shownBefore: [PastShow]
  /// The state of each placement, in the order in which they were opened.
  var placements: [PlacementState] = []
  /// The index of the first placement of each unit and scene.
  private(set) var placementNumbers: [UnitInScene: Int] = [:]
  /// Decisions that are due regardless of the state, in their order.
  var due: [Decision] = []
  /// The calls of `present` whose ads have neither appeared nor failed.
  var attempts: [Attempt] = []
  /// The latest present failures, oldest first.
  var presentFailures: [PresentFailure] = []
  /// The ads that did not fit their scene at the last check.
  var misfits: Set<Symbol> = []
  /// The ads that another manager holds.
  var foreignAds: Set<Symbol> = []
  /// The ads whose rewards were granted or are due.
  var rewardedAds: Set<Symbol> = []
  /// The loading screens that are open.
  var splashes: [OpenSplash] = []
  /// The clock of the loading screens.
  var splashClock = SplashClock()
  /// The open windows of the ad module itself.
  var windows: [OpenWindow] = []
  /// The native ads and banners that were in a view and left it.
  var used: Set<Symbol> = []
  /// What is known of the user, the phone and the preloaders of the SDK.
  var surroundings = DeciderSurroundings()
  /// The number of user actions before the last interstitial appeared; `nil` if none appeared.
  var actionsAtInterstitial: Int?

  /// Creates a decider for a trace that has a header and no records yet.
  ///
  /// - Parameters:
  ///   - shownBefore: The app-open shows of earlier sessions, which count for the daily cap.
  ///   - overrides: Thresholds that take precedence over the policy of the session.
  public init(
    _ profile: DeciderProfile, trace: Trace, shownBefore: [PastShow] = [],
    overrides: [PolicySetting] = []
  ) {
    self.init(
      profile, trace: trace, shownBefore: shownBefore, overrides: overrides, isHypothetical: false)
  }

  /// Creates a decider that only answers questions, for a trace that has a header and no records
  /// yet.
  package init(
    answering profile: DeciderProfile, trace: Trace, shownBefore: [PastShow],
    overrides: [PolicySetting] = []
  ) {
    self.init(
      profile, trace: trace, shownBefore: shownBefore, overrides: overrides, isHypothetical: true)
  }

  private init(
    _ profile: DeciderProfile, trace: Trace, shownBefore: [PastShow], overrides: [PolicySetting],
    isHypothetical: Bool
  ) {
    self.profile = profile
    self.isHypothetical = isHypothetical
    self.shownBefore = shownBefore
    session = LiveSession(trace, overrides: overrides)
  }

  /// Reads the records that were appended to the trace since the last call.
  public mutating func receive() {
    while let (index, facts) = session.foldNext() { observe(index, facts) }
  }

  /// Opens a placement; from now on a full-screen placement is kept filled.
  ///
  /// Opening it again has no effect. The first ad of an app-open placement that is opened during a
  /// loading screen is shown over that screen.
  public mutating func open(_ placement: Placement) {
    guard number(of: placement) == nil else { return }
    var memory = PlacementState(placement)
    if placement.format == .appOpen {
      memory.launch = splashes.first { isUnder($0.scene, placement) }?.index
    }
    let key = UnitInScene(unit: placement.unit, scene: placement.scene)
    if placementNumbers[key] == nil { placementNumbers[key] = placements.count }
    placements.append(memory)
  }

  /// Whether ads of a placement are shown over a loading screen.
  func isUnder(_ splash: Symbol, _ placement: Placement) -> Bool {
    splash == placement.scene || !splash.isPresent || !placement.scene.isPresent
  }

  /// Marks an ad as held by another manager, which shows and discards it.
  ///
  /// The ad fills its placement like any other. Call this before the next decision.
  package mutating func markForeign(_ ad: Symbol) { foreignAds.insert(ad) }

  /// Sets the shows of earlier sessions, if they could not be read when the session began.
  package mutating func setShownBefore(_ shows: [PastShow]) { shownBefore = shows }

  /// Handles an occasion that no event records; opens the placement that it names.
  public mutating func offer(_ occasion: Occasion) {
    switch occasion {
    case .opportunity(let placement, let trigger):
      open(placement)
      if let number = number(of: placement) {
        placements[number].opportunity = trigger
      }
    case .viewAppeared(let placement):
      open(placement)
      if let number = number(of: placement) { appear(number) }
    case .contentReady(let scene):
      for number in splashes.indices where splashes[number].scene == scene {
        splashes[number].isContentReady = true
      }
    }
  }

  /// Returns the next decision; `nil` if there is none before the next event or ``deadline``.
  public mutating func next(at now: Instant) -> Decision? {
    self.now = now
    deadline = nil
    if !due.isEmpty { return due.removeFirst() }
    return nextInFeed() ?? nextShow() ?? nextOnScreens() ?? nextDiscard() ?? nextRequest()
  }

  func number(of placement: Placement) -> Int? {
    guard let first = number(unit: placement.unit, scene: placement.scene) else { return nil }
    return placements[first...].firstIndex { $0.placement == placement }
  }

  /// Makes a decision due.
  mutating func owe(_ decision: Decision) { if !isHypothetical { due.append(decision) } }
}

/// A unit in a scene.
struct UnitInScene: Hashable {
  var unit: Symbol
  var scene: Symbol
}
