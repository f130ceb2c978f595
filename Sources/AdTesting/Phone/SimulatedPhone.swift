internal import AdSession
internal import AdSimulator

/// The phone and the ad SDK as the manager under test sees them.
///
/// It lives as long as one process of the app, on the thread that calls the manager. A call from any
/// other thread does nothing, and is reported.
public final class SimulatedPhone {
  /// The app's places for ads; with several windows more come and go.
  public var placements: [AdPlacement] {
    guard let world = here("placements") else { return [] }
    return world.places.compactMap { placement(of: $0, world) }
  }

  let app: TestedApp
  weak var world: World?
  let thread = ThreadMark()
  var ads: [SimulatedFullScreenAd] = []
  var completions:
    [(request: Symbol, answer: (Result<SimulatedFullScreenAd, LoadFailure>) -> Void)] =
      []
  /// The completion of the load that is being asked for.
  var loading: ((Result<SimulatedFullScreenAd, LoadFailure>) -> Void)?
  var hasGoneOn = false
  /// When the app was ready to go on; nil: not yet.
  var readyAt: Int64?
  var report: ManagerReport

  init(_ app: TestedApp, _ world: World, _ report: ManagerReport) {
    self.app = app
    self.world = world
    self.report = report
  }

  /// The world, where the call comes from its thread; else the call is reported and does nothing.
  func here(_ call: String) -> World? {
    if thread.isCurrent {
      report.stayAwayIfAbandoned()
      return world
    }
    report.complain("the manager called '\(call)' from another thread")
    return nil
  }
}

/// Why a load failed.
public struct LoadFailure: Error, Sendable, Equatable {
  /// The SDK's code: 1 says that there is no ad; 0, 4, 7, 10, 12 and 20 are of the configuration.
  public let code: Int
}

extension SimulatedPhone {
  /// Milliseconds since the process began, on a clock that goes on while the phone sleeps.
  public var milliseconds: Int64 { here("milliseconds")?.now ?? 0 }

  /// The wall clock, milliseconds since 1970; it can jump.
  public var wallMilliseconds: Int64 { here("wallMilliseconds")?.wall ?? 0 }

  /// Minutes east of UTC.
  public var minutesEastOfUTC: Int {
    here("minutesEastOfUTC").map { Int($0.utcOffsetMinutes) } ?? 0
  }

  /// Launches of this install, this one included.
  public var launchCount: Int {
    here("launchCount").flatMap { $0.trace.header?.launchCount }.map(Int.init) ?? 0
  }

  /// Calls back after some milliseconds; not while the app is suspended, then as soon as it returns.
  public func after(milliseconds: Int64, _ action: @escaping () throws -> Void) {
    guard let world = here("after") else { return }
    let report = report
    world.schedule(after: milliseconds) { report.run("a scheduled call") { try action() } }
  }

  /// Asks the SDK for an ad of a placement.
  ///
  /// The answer can come at once, late, twice, or never, as the faults have it.
  public func load(
    _ placement: AdPlacement, reason: LoadReason? = nil,
    completion: @escaping (Result<SimulatedFullScreenAd, LoadFailure>) -> Void
  ) {
    guard let world = here("load") else { return }
    loading = completion
    let request = LoadRequest(reason: reason.map { Word.named($0.rawValue) } ?? .absent)
    world.load(place(of: placement, world), request)
    loading = nil
  }

  /// Takes the loading screen down and goes on to the main content: once in a process.
  public func goOn() {
    guard let world = here("goOn") else { return }
    if hasGoneOn { report.complain("the manager called 'goOn' twice") }
    hasGoneOn = true
    world.finishSplash()
  }

  /// Writes down that an ad is not shown now, and why.
  public func recordSkip(_ placement: AdPlacement, _ reason: SkipReason) {
    guard let world = here("recordSkip") else { return }
    world.recordDecision(
      place(of: placement, world), outcome: .skip, reason: Word.named(reason.rawValue))
  }

  /// Writes down that an ad is shown now.
  public func recordShow(_ placement: AdPlacement) {
    guard let world = here("recordShow") else { return }
    world.recordDecision(place(of: placement, world), outcome: .show, reason: .ready)
  }

  /// A number that outlives the process, as in the user defaults.
  public subscript(stored key: String) -> Int64? {
    get { here("stored")?.storage.value(key) }
    set {
      if let newValue { here("stored")?.storage.keep(newValue, as: key) }
    }
  }

  func place(of placement: AdPlacement, _ world: World) -> AdPlace {
    AdPlace(
      unit: world.symbol(placement.unit.name), format: placement.unit.format.word,
      scene: placement.scene.map { world.symbol($0) } ?? .absent)
  }

  func placement(of place: AdPlace, _ world: World) -> AdPlacement? {
    let name = world.text(place.unit)
    guard let unit = app.units.first(where: { $0.name == name }) else { return nil }
    return AdPlacement(unit: unit, scene: place.scene.isPresent ? world.text(place.scene) : nil)
  }
}

/// Why an ad is asked for.
public enum LoadReason: String, Sendable, CaseIterable {
  case launch, foreground, background, dismissed, expired, resized, retry, user, config
  case failedToPresent = "failed_to_present"
  case notReady = "not_ready"
  case viewDidAppear = "view_did_appear"
}

/// Why an ad is not shown.
public enum SkipReason: String, Sendable, CaseIterable {
  case expired, showing, interval, locked, suppressed
  case notReady = "not_ready"
  case dailyCap = "daily_cap"
  case firstLaunches = "first_launches"
  case noConsent = "no_consent"
  case doesNotFit = "does_not_fit"
  case contentShown = "content_shown"
}
