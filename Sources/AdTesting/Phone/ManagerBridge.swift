internal import AdDecider
internal import AdSession
internal import AdSimulator

/// Translates the records of the simulated world into calls of the manager under test.
final class ManagerBridge: AdManager {
  private let phone: SimulatedPhone
  private let supervisor: ManagerSupervisor
  private var manager: (any TestedAdManager)?

  init(
    _ app: TestedApp, _ world: World, _ supervisor: ManagerSupervisor,
    _ make: (SimulatedPhone) throws -> any TestedAdManager
  ) {
    phone = SimulatedPhone(app, world, supervisor)
    self.supervisor = supervisor
    supervisor.run("the factory") { manager = try make(phone) }
  }

  func wantsToShow(_ simulated: Placement, trigger: Word, in world: World) {
    guard let placement = phone.placement(of: simulated, world) else { return }
    call("wantsToShow") { try $0.wantsToShow(placement) }
  }

  func viewAppeared(_ placement: Placement, in world: World) {}

  func contentIsReady(in world: World) {
    phone.readyAt = world.now
    call("readyToFinishSplash") { try $0.readyToFinishSplash() }
  }

  /// Reports an error if the loading screen stayed up longer than any ad can keep it up.
  func end(_ world: World) {
    guard let ready = phone.readyAt, !phone.hasFinishedSplash else { return }
    if world.now - ready > 660_000 && world.trace.end == .clean {
      supervisor.reportError("the manager never called 'finishSplash' after 'readyToFinishSplash'")
    }
  }

  func receive(_ event: Event, at index: Int, in world: World) {
    switch event.kind {
    case .adRequested: phone.requested(event)
    case .adLoaded: loaded(event, world)
    case .adFailedToLoad:
      phone.complete(event.request, .failure(LoadFailure(code: event.code)))
    case .adWillPresent: notifyDelegate(event, "adWillPresent") { try $0.adWillPresent($1) }
    case .adFailedToPresent:
      notifyDelegate(event, "adFailedToPresent") { try $0.adFailedToPresent($1, code: event.code) }
    case .adDismissed: notifyDelegate(event, "adDismissed") { try $0.adDismissed($1) }
    case .adExpired: notifyDelegate(event, "adExpired") { try $0.adExpired($1) }
    case .adRewardEarned:
      phone.ad(event.ad)?.reward = (event.text, event.amount ?? 0)
      notifyDelegate(event, "adEarnedReward") { try $0.adEarnedReward($1) }
    default: appEvent(event, world)
    }
  }

  private func loaded(_ event: Event, _ world: World) {
    let simulated = Placement(unit: event.unit, format: event.format, scene: event.scene)
    guard let placement = phone.placement(of: simulated, world) else { return }
    let known = phone.ad(event.ad)
    let ad = known ?? SimulatedFullScreenAd(placement, event.ad, phone, world)
    if known == nil { phone.ads.append(ad) }
    phone.complete(event.request, .success(ad))
  }

  private func appEvent(_ event: Event, _ world: World) {
    let scene = world.text(event.scene)
    switch event.kind {
    case .consentUpdated:
      let isAllowed = event.canRequestAds ?? false
      call("consentChanged") { try $0.consentChanged(canRequestAds: isAllowed) }
    case .sdkStarted: call("sdkStarted") { try $0.sdkStarted() }
    case .appBecameActive: call("appBecameActive") { try $0.appBecameActive() }
    case .appResignedActive: call("appResignedActive") { try $0.appResignedActive() }
    case .appEnteredBackground: call("appEnteredBackground") { try $0.appEnteredBackground() }
    case .appEnteringForeground: call("appEnteringForeground") { try $0.appEnteringForeground() }
    case .appTerminating: call("appTerminating") { try $0.appTerminating() }
    case .deviceLocked: call("deviceLocked") { try $0.deviceLocked() }
    case .sceneResized: call("windowResized") { try $0.windowResized(scene) }
    case .sceneDisconnected: call("windowClosed") { try $0.windowClosed(scene) }
    case .contentShown: call("contentShown") { try $0.contentShown() }
    case .userActed: call("userActed") { try $0.userActed() }
    case .suppressionBegan: call("suppressionBegan") { try $0.suppressionBegan() }
    case .suppressionEnded: call("suppressionEnded") { try $0.suppressionEnded() }
    default: break
    }
  }

  private func call(_ name: String, _ body: (any TestedAdManager) throws -> Void) {
    guard let manager else { return }
    supervisor.run(name) { try body(manager) }
  }

  private func notifyDelegate(
    _ event: Event, _ name: String,
    _ body: (any SimulatedAdDelegate, SimulatedFullScreenAd) throws -> Void
  ) {
    guard let ad = phone.ad(event.ad), let delegate = ad.delegate else { return }
    supervisor.run(name) { try body(delegate, ad) }
  }
}

extension Event {
  fileprivate var code: Int { Int(errorCode ?? 0) }
}

extension SimulatedPhone {
  func ad(_ symbol: Symbol) -> SimulatedFullScreenAd? { ads.last { $0.symbol == symbol } }

  /// Assigns the completion of the current call of `load` to the request that it recorded.
  func requested(_ event: Event) {
    guard let completion = loading else { return }
    loading = nil
    completions.append((event.request, completion))
  }

  func complete(_ request: Symbol, _ result: Result<SimulatedFullScreenAd, LoadFailure>) {
    guard let completion = completions.last(where: { $0.request == request }) else { return }
    supervisor.run("the completion of a load") { completion.handler(result) }
  }
}
