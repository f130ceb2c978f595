internal import AdDecider
internal import AdSession
internal import AdSimulator

/// Observes the banners and native ads of one process for the checks that a journal cannot show.
struct ViewMonitor {
  /// The violations so far, the first one of each check.
  private(set) var violations: [CheckViolation] = []
  private var requestedAt: [Symbol: Int64] = [:]
  private var loadedAt: [Symbol: Int64] = [:]
  /// The banner that was loaded last in each slot and not given up, and the time of its request.
  private var banners: [Placement: (ad: Symbol, requestedAt: Int64)] = [:]
  /// The young ad that was given up last in each slot, while its view was off the screen.
  private var givenUp: [Placement: (ad: Symbol, age: Int64)] = [:]
  /// Whether something happened that can make fresh ads useless.
  private var isDisturbed = false
  /// The ads whose views are gone for good.
  private var left: [Symbol] = []

  /// The age in milliseconds from which an ad may make room for another one.
  private static let youth: Int64 = 60_000
  /// The number of ads that may wait for another view.
  private static let mostLeft = 3

  mutating func observe(_ event: Event, in world: World) {
    switch event.kind {
    case .adRequested:
      requestedAt[event.request] = event.t
      if !event.format.isFullScreen { requested(event, world) }
    case .adLoaded: if !event.format.isFullScreen { loaded(event) }
    case .adDiscarded: discarded(event, world)
    case .viewAppeared: left.removeAll { $0 == event.ad }
    case .sceneResized, .configChanged, .appMemoryWarning: disturb()
    case .consentUpdated: if event.canRequestAds != true { disturb() }
    default: break
    }
  }

  private mutating func disturb() { (banners, isDisturbed) = ([:], true) }

  /// A view is gone for good, and the manager knows it.
  mutating func removed(_ view: AdView, in world: World) {
    banners[view.placement] = nil
    if world.isHeldOutOfView(view.lastAd) { left.append(view.lastAd) }
    guard left.count > Self.mostLeft else { return }
    let names = left.map(world.text).joined(separator: ", ")
    report(.adLeavesWithItsView, "the views of \(names) are gone, and none was given up", world.now)
  }

  private mutating func report(_ check: ManagerCheck, _ because: String, _ time: Int64) {
    guard !violations.contains(where: { $0.check == check }) else { return }
    violations.append((check, because, time))
  }

  private mutating func loaded(_ event: Event) {
    guard loadedAt[event.ad] == nil else { return }
    loadedAt[event.ad] = event.t
    let slot = Placement(of: event)
    if event.format == .banner {
      banners[slot] = (event.ad, requestedAt[event.request] ?? event.t)
    }
  }

  private mutating func discarded(_ event: Event, _ world: World) {
    left.removeAll { $0 == event.ad }
    guard let loaded = loadedAt.removeValue(forKey: event.ad) else { return }
    banners = banners.filter { $0.value.ad != event.ad }
    let age = event.t - loaded
    if let slot = world.hiddenView(thatShowed: event.ad)?.placement, age < Self.youth {
      givenUp[slot] = (event.ad, age)
    }
  }

  private mutating func requested(_ event: Event, _ world: World) {
    let slot = Placement(of: event)
    if [.resized, .config, .user].contains(event.reason) { return }
    if let (ad, age) = givenUp.removeValue(forKey: slot), !isDisturbed {
      report(
        .freshAdIsKept,
        "\(world.text(ad)) was given up off the screen \(CaseClock.duration(age)) after it was "
          + "loaded, and another ad was requested", event.t)
    }
    event.format == .banner ? bannerRequested(slot, event, world) : rowRequested(slot, event, world)
  }

  private mutating func rowRequested(_ slot: Placement, _ event: Event, _ world: World) {
    guard let view = world.view(of: slot, row: event.placement), let row = view.row,
      event.t - view.appearedAt <= 1_000, let loaded = loadedAt[view.shownAd],
      event.t - loaded < Self.youth
    else { return }
    report(
      .freshAdIsKept,
      "row \(row) came back with \(world.text(view.shownAd)), loaded "
        + "\(CaseClock.duration(event.t - loaded)) ago, and another ad was requested", event.t)
  }

  private mutating func bannerRequested(_ slot: Placement, _ event: Event, _ world: World) {
    guard let (ad, since) = banners[slot] else { return }
    let limit = world.bannerRefresh
    // Timers are not exact.
    if event.t - since < limit - 1_000 {
      report(
        .bannerIsSeen,
        "a banner was requested again after \(CaseClock.duration(event.t - since)) "
          + "(limit \(CaseClock.duration(limit)), banner_refresh_s)", event.t)
    } else if world.isInBackground || world.isCovered(slot.scene) {
      let place = world.isInBackground ? "in the background" : "under a full-screen ad"
      report(
        .bannerIsSeen, "a banner was requested \(place), to replace \(world.text(ad))", event.t)
    }
  }
}
