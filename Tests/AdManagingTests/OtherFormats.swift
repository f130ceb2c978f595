import AdDecider
import AdSession
import AdSimulator

/// The other ads of the app, such as interstitials and rewarded ads, driven by a decider.
final class OtherFormats {
  private unowned let world: World
  private var decider: Decider
  private var isDeciding = false
  private var opened = 0

  init(_ world: World) {
    self.world = world
    decider = Decider(.appOpenManager, trace: world.trace)
  }

  func receive() { decider.receive() }

  func wantsToShow(_ placement: Placement, _ trigger: Word) {
    decider.offer(.opportunity(placement, trigger: trigger))
    decide()
  }

  func viewAppeared(_ placement: Placement) {
    decider.offer(.viewAppeared(placement))
    decide()
  }

  func contentIsReady() { decide() }

  func decide() {
    if isDeciding || world.isOver { return }
    isDeciding = true
    while opened < world.placements.count {
      if world.placements[opened].format != .appOpen {
        decider.open(world.placements[opened])
      }
      opened += 1
    }
    while !world.isOver, let decision = decider.next(at: Instant(t: world.now, wall: world.wall)) {
      perform(decision)
    }
    isDeciding = false
    if let deadline = decider.deadline {
      world.schedule(after: deadline - world.now) { [weak self] in self?.decide() }
    }
  }

  /// Performs a decision, unless it concerns app-open ads, which the manager handles.
  private func perform(_ decision: Decision) {
    switch decision {
    case .request(let request):
      world.load(request.placement, LoadRequest(reason: request.reason))
    case .show(let show):
      world.recordDecision(
        show.placement, outcome: .show, reason: .ready, ad: show.ad, trigger: show.trigger)
      world.present(show.ad, trigger: show.trigger)
    case .skip(let skip):
      world.recordDecision(
        skip.placement, outcome: .skip, reason: skip.reason, trigger: skip.trigger)
    case .discard(let ad, let reason): if isOurs(ad) { world.discard(ad, reason: reason) }
    case .checkFit(let ad, _): if isOurs(ad) { world.checkFit(ad) }
    case .setDelegate(let ad): if isOurs(ad) { world.setDelegate(ad) }
    case .setPaidHandler(let ad): if isOurs(ad) { world.setPaidHandler(ad) }
    case .grant(let ad, let type, let amount): world.grant(ad, type: type, amount: amount ?? 0)
    case .fillView(let ad): world.show(inFeed: ad)
    case .openWindow, .closeWindow, .closeSplash: break
    }
  }

  private func isOurs(_ ad: Symbol) -> Bool {
    guard let number = decider.session.state.adNumber(ad) else { return false }
    return decider.session.state.ads[number].format != .appOpen
  }
}
