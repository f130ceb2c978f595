internal import AdDecider
public import AdSession
import PropertyTesting

extension World {
  /// Creates a process in which an incident is reenacted.
  ///
  /// The world draws and answers nothing: the caller passes the events of the phone and the SDK to
  /// ``inject(_:policy:)`` at their times.
  public static func reenacting(_ incident: Trace, profile: Profile) -> World {
    let header = incident.header
    var storage = InstallStorage()
    storage.install = header?.install ?? ""
    storage.launches = header?.launchCount ?? 1
    let clock = VirtualClock(
      wallAtStart: incident.events.first?.wall ?? 0,
      utcOffsetMinutes: header?.utcOffsetMinutes ?? 0)
    let world = World(
      profile, choices: Choices(replaying: []), faults: [], storage: storage, clock: clock)
    world.isReenacted = true
    world.appUnderTest = AppUnderTest(policy: header?.policy ?? [])
    world.trace.header = header
    world.trace.id = incident.id
    world.app.policy.apply(header?.policy ?? [])
    if !profile.isMultiScene { world.addPlaces(of: .absent) }
    return world
  }

  /// Sets the manager, and records the beginning of the session.
  public func begin(_ make: (World) -> any AdManager) {
    let made = make(self)
    manager = made
    record(.sessionBegan)
  }

  /// Releases the manager.
  public func end() { manager = nil }

  /// The time of the next scheduled call, in milliseconds since the process began; nil if there is
  /// none.
  public var nextDue: Int64? { agenda.nextDue }

  /// Advances the clock to a time, and makes the scheduled calls that become due.
  public func advance(to time: Int64) { advance(by: time - clock.t) }

  /// Records an event of the phone, the user or the SDK, with its effects on the state.
  public func inject(_ event: Event, policy: [PolicySetting] = []) {
    applyToPhone(event)
    applyToApp(event)
    applyToSDK(event)
    if !policy.isEmpty {
      app.policy.apply(policy)
      trace.policyChanges[trace.events.count] = policy
    }
    record(event.kind) { $0 = event }
  }

  /// The app is ready to close its loading screen.
  public func finishContent() {
    if app.contentReadyAt == nil && app.hasSplash { contentIsReady() }
  }

  /// Shows the main content in a scene, once.
  public func showMainContent(in scene: Symbol) { showContent(in: scene) }

  /// Offers a moment to the manager.
  public func offerMoment(_ unit: Symbol, in scene: Symbol) {
    let placement = openPlacements.first {
      $0.unit == unit && (!profile.isMultiScene || $0.scene == scene)
    }
    if let placement { offer(placement) }
  }

  private func applyToPhone(_ event: Event) {
    switch event.kind {
    case .appBecameActive: phone.activation = .active
    case .appResignedActive, .appEnteringForeground: phone.activation = .inactive
    case .appEnteredBackground: phone.activation = .background
    case .sceneConnected: connect(event)
    case .sceneResized:
      if let index = phone.scenes.firstIndex(where: { $0.scene == event.scene }) {
        phone.scenes[index] = SceneWindow(event)
      }
    case .sceneDisconnected: phone.scenes.removeAll { $0.scene == event.scene }
    case .appTimeChanged:
      clock.utcOffsetMinutes = event.utcOffsetMin ?? clock.utcOffsetMinutes
    default: break
    }
  }

  private func connect(_ event: Event) {
    phone.scenes.removeAll { $0.scene == event.scene }
    phone.scenes.append(SceneWindow(event))
    let isKnown = app.placements.contains { $0.scene == event.scene }
    if profile.isMultiScene && !isKnown { addPlaces(of: event.scene) }
  }

  private func applyToApp(_ event: Event) {
    switch event.kind {
    case .appLaunched: app.isLaunched = true
    case .splashBegan: app.hasSplash = true
    case .consentUpdated: app.canRequestAds = event.canRequestAds
    case .sdkStarted: app.isSDKStarted = true
    default: break
    }
  }

  private func applyToSDK(_ event: Event) {
    let known = sdk.ad(event.ad)
    switch event.kind {
    case .adLoaded where known == nil:
      let placement = Placement(of: event)
      sdk.ads.append(
        SimulatedAd(
          name: event.ad, placement: placement, request: event.request, loadedAt: clock.t,
          window: window(of: event.scene) ?? phone.scenes.first))
    case .adWillPresent: known?.isUp = true
    case .adDismissed, .adFailedToPresent:
      known?.isUp = false
      known?.isGone = true
    default: break
    }
  }
}

extension SceneWindow {
  fileprivate init(_ event: Event) {
    self.init(
      scene: event.scene, width: event.width ?? 0, height: event.height ?? 0,
      isFullScreen: event.fullScreen ?? true,
      orientation: event.orientation == .absent ? .portrait : event.orientation)
  }
}
