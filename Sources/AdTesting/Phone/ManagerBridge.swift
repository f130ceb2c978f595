internal import AdDecider
internal import AdSession
internal import AdSimulator

/// Translates the records of the simulated world into calls of the manager under test.
final class ManagerBridge: AdManager {
  private let phone: SimulatedPhone
  private let supervisor: ManagerSupervisor
  private var manager: (any TestedAdManager)?
  /// The open windows, as the manager saw them last.
  private var windows: [Symbol: AdWindow] = [:]
  private(set) var monitor = CheckMonitor()
  private var clockChanges: ClockChanges
  /// The ads whose delegate was released before they reported something, and when they did.
  private(set) var releasedDelegates: [(ad: Symbol, name: String, time: Int64)] = []

  init(
    _ app: TestedApp, _ world: World, _ supervisor: ManagerSupervisor,
    _ make: (SimulatedPhone) throws -> any TestedAdManager
  ) {
    phone = SimulatedPhone(app, world, supervisor)
    self.supervisor = supervisor
    clockChanges = ClockChanges(world)
    supervisor.timeline?.beginProcess(world)
    world.attach(self)
    supervisor.run("the factory", "// the manager is created") { manager = try make(phone) }
  }

  func wantsToShow(_ simulated: Placement, trigger: Word, in world: World) {
    guard let placement = phone.placement(of: simulated, world) else { return }
    monitor.offered(at: world.now)
    call("wantsToShow", phone.app.text(of: placement)) { try $0.wantsToShow(placement) }
  }

  func viewAppeared(_ placement: Placement, in world: World) {}

  func viewChanged(_ view: AdView, _ change: AdViewChange, in world: World) {
    guard let placement = phone.placement(of: view.placement, row: view.row, world) else { return }
    let text = phone.app.text(of: placement)
    switch change {
    case .appeared: call("viewAppeared", text) { try $0.viewAppeared(placement) }
    case .disappeared: call("viewDisappeared", text) { try $0.viewDisappeared(placement) }
    case .removed:
      call("viewRemoved", text) { try $0.viewRemoved(placement) }
      monitor.views.removed(view, in: world)
    }
  }

  func contentIsReady(in world: World) {
    call("readyToFinishSplash") { try $0.readyToFinishSplash() }
  }

  /// Ends the process, and releases the manager.
  func close() {
    phone.close { manager = nil }
  }

  /// Reports an error if the loading screen stayed up longer than any ad can keep it up.
  func end(_ world: World) {
    guard let ready = world.contentReadyAt, !phone.hasFinishedSplash else { return }
    if world.activeTime(since: ready) > 660_000 && world.trace.end == .clean {
      supervisor.reportError("the manager never called 'finishSplash' after 'readyToFinishSplash'")
    }
  }

  /// The placements that the manager did not use when nothing stood in the way.
  func unusedPlacements(
    _ world: World
  ) -> [(check: ManagerCheck, because: String, time: Int64)] {
    world.unusedPlacements.prefix(1).compactMap { simulated in
      phone.placement(of: simulated, world).map { placement in
        (
          .showsWhenItCan,
          "\(unused(placement)), though loads succeed and no threshold of the app "
            + "forbids it", world.now
        )
      }
    }
  }

  private func unused(_ placement: AdPlacement) -> String {
    placement.unit.format.isFullScreen
      ? "no \(placement) was presented at \(World.faultlessMoments) moments\(unit(placement)) "
        + "after all faults had ended"
      : "no \(placement)\(unit(placement)) was in view at \(World.faultlessMoments) visits after "
        + "all faults had ended"
  }

  /// Names the unit of a placement whose format other units of the app have as well.
  private func unit(_ placement: AdPlacement) -> String {
    let units = phone.app.units.filter { $0.format == placement.unit.format }
    return units.count > 1 ? " of unit '\(placement.unit.name)'" : ""
  }

  func receive(_ event: Event, at index: Int, in world: World) {
    monitor.observe(event, in: world)
    switch event.kind {
    case .adRequested: phone.pending.assign(event.request)
    case .adLoaded: loaded(event, world)
    case .adFailedToLoad: complete(event, .failure(LoadFailure(code: event.code)))
    case .adWillPresent: notifyDelegate(event, "adWillPresent") { try $0.adWillPresent($1) }
    case .adFailedToPresent:
      notifyDelegate(event, "adFailedToPresent", ", code: \(event.code)") {
        try $0.adFailedToPresent($1, code: event.code)
      }
    case .adDismissed: notifyDelegate(event, "adDismissed") { try $0.adDismissed($1) }
    case .adExpired: notifyDelegate(event, "adExpired") { try $0.adExpired($1) }
    case .adImpression:
      notifyDelegate(event, "adRecordedImpression") { try $0.adRecordedImpression($1) }
    case .adClicked: notifyDelegate(event, "adRecordedClick") { try $0.adRecordedClick($1) }
    case .adRewardEarned:
      (phone.ad(event.ad) as? SimulatedFullScreenAd)?.reward = (event.text, event.amount ?? 0)
      notifyDelegate(event, "adEarnedReward") { try $0.adEarnedReward($1) }
    case .sceneConnected, .sceneResized, .sceneDisconnected: windowEvent(event, world)
    case .configChanged: policyChanged(at: index, world)
    case .appTimeChanged:
      let line = clockChanges.line(event, world)
      supervisor.note("// \(line)")
    default: appEvent(event)
    }
  }

  private func loaded(_ event: Event, _ world: World) {
    let simulated = Placement(unit: event.unit, format: event.format, scene: event.scene)
    guard let placement = phone.placement(of: simulated, world) else { return }
    let known = phone.ad(event.ad)
    let ad = known ?? newAd(placement, event, world)
    if known == nil { phone.ads.append(ad) }
    complete(event, .success(ad))
  }

  private func newAd(_ placement: AdPlacement, _ event: Event, _ world: World) -> any LoadedAd {
    if placement.unit.format.isFullScreen {
      return SimulatedFullScreenAd(placement, event.ad, phone, world)
    }
    let requested = phone.pending.load(of: event.request)?.placement
    return SimulatedViewAd(requested ?? placement, event.ad, phone, world)
  }

  private func complete(_ event: Event, _ answer: PendingWork.Answer) {
    guard let load = phone.pending.load(of: event.request) else { return }
    supervisor.run("the completion of a load", line(answer)) { load.complete(answer) }
  }

  private func line(_ answer: PendingWork.Answer) -> String {
    switch answer {
    case .success(let ad): "load → \(ad.name), \(phone.app.text(of: ad.placement))"
    case .failure(let error): "load → \(error)"
    }
  }

  private func windowEvent(_ event: Event, _ world: World) {
    if let open = world.window(of: event.scene) {
      let window = AdWindow(open, world)
      windows[event.scene] = window
      event.kind == .sceneConnected
        ? call("windowOpened", "\(window)") { try $0.windowOpened(window) }
        : call("windowResized", "\(window)") { try $0.windowResized(window) }
    } else if let window = windows.removeValue(forKey: event.scene) {
      call("windowClosed", window.name) { try $0.windowClosed(window) }
    }
  }

  private func policyChanged(at index: Int, _ world: World) {
    phone.policy.apply(world.trace.policyChanges[index] ?? [])
    let policy = phone.policy
    call("policyChanged", policy.list) { try $0.policyChanged(policy) }
  }

  private func appEvent(_ event: Event) {
    switch event.kind {
    case .consentUpdated:
      let isAllowed = event.canRequestAds ?? false
      call("consentChanged", "canRequestAds: \(isAllowed)") {
        try $0.consentChanged(canRequestAds: isAllowed)
      }
    case .consentFormShown: call("consentFormAppeared") { try $0.consentFormAppeared() }
    case .consentFormClosed: call("consentFormClosed") { try $0.consentFormClosed() }
    case .sdkStarted: call("sdkStarted") { try $0.sdkStarted() }
    case .appBecameActive: call("appBecameActive") { try $0.appBecameActive() }
    case .appResignedActive: call("appResignedActive") { try $0.appResignedActive() }
    case .appEnteredBackground: call("appEnteredBackground") { try $0.appEnteredBackground() }
    case .appEnteringForeground: call("appEnteringForeground") { try $0.appEnteringForeground() }
    case .appTerminating: call("appTerminating") { try $0.appTerminating() }
    case .deviceLocked: call("deviceLocked") { try $0.deviceLocked() }
    case .contentShown: call("contentShown") { try $0.contentShown() }
    case .userActed: call("userActed") { try $0.userActed() }
    case .suppressionBegan: call("suppressionBegan") { try $0.suppressionBegan() }
    case .suppressionEnded: call("suppressionEnded") { try $0.suppressionEnded() }
    default: break
    }
  }

  private func call(
    _ name: String, _ arguments: @autoclosure () -> String = "",
    _ body: (any TestedAdManager) throws -> Void
  ) {
    guard let manager else { return }
    supervisor.run(name, "manager.\(name)(\(arguments()))") { try body(manager) }
  }

  /// Calls the delegate of an ad, unless the callback belongs to ads of another kind.
  private func notifyDelegate<Ad: LoadedAd>(
    _ event: Event, _ name: String, _ more: @autoclosure () -> String = "",
    _ body: (any SimulatedAdDelegate, Ad) throws -> Void
  ) {
    guard let ad = phone.ad(event.ad) as? Ad else { return }
    let fullScreenAd = ad as? SimulatedFullScreenAd
    guard let delegate = ad.delegate else {
      fullScreenAd.map { missed(event.kind, $0, event.code, at: event.t) }
      return
    }
    if event.kind == .adFailedToPresent || event.kind == .adDismissed {
      fullScreenAd?.hasReportedOutcome = true
    }
    supervisor.run(name, "delegate.\(name)(\(ad.name)\(more()))") { try body(delegate, ad) }
  }
}

extension ManagerBridge {
  func missed(_ kind: EventKind, of ad: Symbol, code: Int64?, in world: World) {
    guard let ad = phone.ad(ad) as? SimulatedFullScreenAd else { return }
    missed(kind, ad, Int(code ?? 0), at: world.now)
  }

  /// Notes what an ad reports without a delegate that hears it.
  private func missed(_ kind: EventKind, _ ad: SimulatedFullScreenAd, _ code: Int, at time: Int64) {
    let what: String
    switch kind {
    case .adWillPresent: what = "appeared"
    case .adFailedToPresent: what = "failed to present, code \(code)"
    case .adDismissed: what = "was dismissed"
    case .adRewardEarned: what = "earned a reward"
    case .adExpired: what = "expired"
    default: return
    }
    let why = ad.hasSetDelegate ? "its delegate was released" : "no delegate"
    supervisor.note("// \(ad.name) \(what): \(why)")
    if ad.hasSetDelegate && !ad.hasReportedOutcome && kind != .adExpired {
      releasedDelegates.append((ad.symbol, ad.name, time))
    }
  }
}

extension Event {
  fileprivate var code: Int { Int(errorCode ?? 0) }
}

extension SimulatedPhone {
  func ad(_ symbol: Symbol) -> (any LoadedAd)? { ads.last { $0.symbol == symbol } }
}
