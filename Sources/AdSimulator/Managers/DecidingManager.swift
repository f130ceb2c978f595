internal import AdDecider
import AdSession

/// The manager that performs the decisions of `AdDecider` and nothing else.
final class DecidingManager: AdManager {
  private unowned let world: World
  private var decider: Decider
  /// Whether a decision is being performed; events that it causes only update the session.
  private var isDeciding = false
  private var opened = 0
  private var showsSeen = 0
  /// The time of the earliest scheduled wake, in milliseconds since the process began.
  private var planned: Int64?

  init(_ world: World) {
    self.world = world
    let shows = world.storage.shows.map { PastShow(wall: $0.wall, day: $0.day) }
    decider = Decider(world.profile.decider, trace: world.trace, shownBefore: shows)
    if let preloaded = world.around.preloader?.placement {
      decider.leaveToPreloader(preloaded.unit)
    }
  }

  func receive(_ event: Event, at index: Int, in world: World) {
    decider.receive()
    keepShows()
    decide()
  }

  func wantsToShow(_ placement: Placement, trigger: Word, in world: World) {
    decider.offer(.opportunity(placement, trigger: trigger))
    decide()
  }

  func viewAppeared(_ placement: Placement, in world: World) {
    decider.offer(.viewAppeared(placement))
    decide()
  }

  func contentIsReady(in world: World) {
    decider.offer(.contentReady(scene: world.splashScene))
    decide()
  }

  /// Stores the new app-open shows of the process.
  private func keepShows() {
    let shows = decider.session.state.shows
    while showsSeen < shows.appOpen.count {
      let wall = world.trace.events[Int(shows.appOpen[showsSeen])].wall
      world.storage.shows.append(.init(wall: wall, day: shows.appOpenDays[showsSeen]))
      showsSeen += 1
    }
  }

  private func decide() {
    if isDeciding || world.isOver { return }
    isDeciding = true
    openPlacements()
    while !world.isOver, let decision = decider.next(at: Instant(t: world.now, wall: world.wall)) {
      perform(decision)
    }
    isDeciding = false
    planWake()
  }

  private func openPlacements() {
    while opened < world.placements.count {
      decider.open(world.placements[opened])
      opened += 1
    }
  }

  private func planWake() {
    guard let deadline = decider.deadline, planned.map({ deadline < $0 }) ?? true else { return }
    planned = deadline
    world.schedule(after: deadline - world.now) { [self] in
      if planned == deadline { planned = nil }
      decide()
    }
  }

  private func perform(_ decision: Decision) {
    switch decision {
    case .request(let request): load(request)
    case .show(let show): present(show)
    case .skip(let skip):
      world.recordDecision(
        skip.placement, outcome: .skip, reason: skip.reason, remaining: skip.remaining,
        trigger: skip.trigger)
    case .discard(let ad, let reason): world.discard(ad, reason: reason)
    case .checkFit(let ad, _): world.checkFit(ad)
    case .setDelegate(let ad): world.setDelegate(ad)
    case .setPaidHandler(let ad): world.setPaidHandler(ad)
    case .grant(let ad, let type, let amount): world.claim(ad, type: type, amount: amount ?? 0)
    case .openWindow(let scene): world.showWindow(in: scene)
    case .closeWindow(let window): world.closeWindow(window)
    case .closeSplash: world.finishSplash()
    case .fillView(let ad): world.show(inFeed: ad)
    }
  }

  private func load(_ request: RequestDecision) {
    world.load(
      request.placement,
      LoadRequest(
        reason: request.reason, orientation: request.orientation, width: request.width,
        count: request.count))
  }

  private func present(_ show: ShowDecision) {
    world.recordDecision(
      show.placement, outcome: .show, reason: .ready, ad: show.ad,
      remaining: show.remaining, trigger: show.trigger)
    world.present(show.ad, trigger: show.trigger, orientation: show.orientation)
  }
}

extension Profile {
  /// The settings of the decider for this kind of app.
  fileprivate var decider: DeciderProfile {
    var profile = DeciderProfile()
    profile.requestsOnBackground = requestsInBackground
    profile.usesOwnWindow = hasAdWindow
    profile.nativeCount = 2
    if units.contains(where: { $0.format == .banner }) { profile.bannerRefresh = 45_000 }
    return profile
  }
}
