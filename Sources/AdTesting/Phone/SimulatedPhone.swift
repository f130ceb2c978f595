internal import AdDecider
internal import AdSession
internal import AdSimulator

/// The simulated phone and ad SDK, as the manager under test uses them.
///
/// A phone belongs to one process of the app and to the thread that calls the manager. A call from
/// any other thread has no effect and fails the test.
public final class SimulatedPhone {
  /// The current placements; in an app with several windows they come and go with the windows.
  public var placements: [AdPlacement] {
    guard let world = world(for: "placements") else { return [] }
    return world.openPlacements.compactMap { placement(of: $0, world) }
  }

  /// The open windows of an app with several windows, in the order in which they were opened.
  public var windows: [AdWindow] {
    guard let world = world(for: "windows") else { return [] }
    return world.openWindows.map { AdWindow($0, world) }
  }

  /// The thresholds in force: those of the app, as its server changed them.
  public internal(set) var policy: AdPolicy

  let app: TestedApp
  weak var world: World?
  let thread = CallerThread()
  var ads: [any LoadedAd] = []
  var pending = PendingWork()
  /// What the tasks of the manager may still wait for; nothing after the end of the process.
  let waits = TaskWaits()
  var hasFinishedSplash = false
  let supervisor: ManagerSupervisor

  init(_ app: TestedApp, _ world: World, _ supervisor: ManagerSupervisor) {
    self.app = app
    policy = app.policy
    self.world = world
    self.supervisor = supervisor
    CaseThread.running?.tasks.wait = { [weak self] in self?.wake($0, after: $1) }
  }

  /// Returns the world; reports an error and returns nil on any thread but the one of the phone.
  func world(for call: String) -> World? {
    if thread.isCurrent {
      supervisor.blockIfAbandoned()
      return world
    }
    supervisor.reportError(
      "the manager called '\(call)' from another thread; timers and dispatch queues run in real "
        + "time, so wait with 'Task.sleep' or 'after(milliseconds:)'")
    return nil
  }
}

extension SimulatedPhone {
  /// Ends the process: resumes the tasks that still wait, and forgets the manager.
  ///
  /// A task that calls `Task.sleep` again and again goes on a few times more, and is then
  /// forgotten.
  ///
  /// - Parameter release: Releases the manager, after all tasks went on once.
  func close(_ release: () -> Void) {
    waits.end()
    resumeAll()
    release()
    for _ in 0..<3 { resumeAll() }
    CaseThread.running?.tasks.wait = nil
    ads = []
  }

  private func resumeAll() {
    let endings = pending.close()
    supervisor.run("a task") { for resume in endings { resume() } }
  }

  /// Wakes a task that called `Task.sleep`, or slept in another way, in simulated time.
  ///
  /// When the process ends, the task goes on, and nothing that it does has an effect.
  private func wake(_ job: UnownedJob, after milliseconds: Int64) {
    let sleeping = SleepingJob(job)
    pending.atEnd { sleeping.wake() }
    supervisor.note("Task.sleep(\(CaseClock.duration(milliseconds)))")
    world?.schedule(after: milliseconds) { [supervisor] in
      supervisor.run("a task", "sleeping task goes on") { sleeping.wake() }
    }
  }
}

/// The error of a failed load.
public struct LoadFailure: Error, Sendable, Equatable {
  /// The error code of the SDK: 1 means no fill; 0, 4, 10, 12 and 20 are configuration errors.
  ///
  /// In an app with several windows, code 10 concerns only windows of the size of the request.
  public let code: Int
}

extension SimulatedPhone {
  /// Milliseconds since the process started, including the time in which the phone sleeps.
  public var milliseconds: Int64 { world(for: "milliseconds")?.now ?? 0 }

  /// The wall-clock time in milliseconds since 1970; it can jump.
  public var wallMilliseconds: Int64 { world(for: "wallMilliseconds")?.wall ?? 0 }

  /// The offset of the time zone from UTC, in minutes east.
  public var minutesEastOfUTC: Int {
    world(for: "minutesEastOfUTC").map { Int($0.utcOffsetMinutes) } ?? 0
  }

  /// The number of launches of this install, including the current one.
  public var launchCount: Int {
    world(for: "launchCount").flatMap { $0.trace.header?.launchCount }.map(Int.init) ?? 0
  }

  /// Whether the consent of the user allows the app to request ads.
  public var canRequestAds: Bool { world(for: "canRequestAds")?.canRequestAds ?? false }

  /// Schedules a call after a delay; if the app is suspended then, the call comes when it resumes.
  public func after(milliseconds: Int64, _ action: @escaping () throws -> Void) {
    guard let world = world(for: "after") else { return }
    let supervisor = supervisor
    supervisor.note("phone.after(\(CaseClock.duration(milliseconds)))")
    world.schedule(after: milliseconds) {
      supervisor.run("a scheduled call", RepeatedLines.scheduledCall) { try action() }
    }
  }

  /// Requests an ad for a placement.
  ///
  /// Depending on the faults, the completion is called at once, late, twice or never.
  public func load(
    _ placement: AdPlacement, reason: LoadReason? = nil,
    completion: @escaping (Result<SimulatedFullScreenAd, LoadFailure>) -> Void
  ) {
    request("load", placement, reason, completion)
  }

  /// Requests a banner or a native ad; ``SimulatedViewAd/show(in:)`` puts it into a view.
  ///
  /// Depending on the faults, the completion is called at once, late, twice or never.
  ///
  /// - Parameters:
  ///   - placement: A banner, a row for a native ad, or a whole list.
  ///   - reason: The reason of the request; nil if it is not recorded.
  ///   - width: The width of the banner, in points; nil if it is not recorded.
  ///   - completion: Receives the ad or the error.
  public func loadViewAd(
    _ placement: AdPlacement, reason: LoadReason? = nil, width: Int? = nil,
    completion: @escaping (Result<SimulatedViewAd, LoadFailure>) -> Void
  ) {
    request("loadViewAd", placement, reason, width: width, completion)
  }

  private func request<Ad: LoadedAd>(
    _ call: String, _ placement: AdPlacement, _ reason: LoadReason?, width: Int? = nil,
    _ complete: @escaping (Result<Ad, LoadFailure>) -> Void
  ) {
    guard let world = world(for: call) else { return }
    let details = [
      app.text(of: placement), reason.map { "reason: .\($0)" }, width.map { "width: \($0)" },
    ]
    supervisor.note("phone.\(call)(\(details.compactMap { $0 }.joined(separator: ", ")))")
    if placement.unit.format.isFullScreen != (Ad.self == SimulatedFullScreenAd.self) {
      let other = placement.unit.format.isFullScreen ? "load" : "loadViewAd"
      return supervisor.reportError(
        "the manager called '\(call)' for \(placement); call '\(other)'")
    }
    pending.begin(placement) { answer in
      switch answer {
      case .success(let ad): if let ad = ad as? Ad { complete(.success(ad)) }
      case .failure(let failure): complete(.failure(failure))
      }
    }
    let request = LoadRequest(
      reason: reason.map { Word.named($0.rawValue) } ?? .absent, width: width.map(Int64.init),
      row: row(of: placement, world))
    world.load(simulated(placement, world), request)
    pending.endCall()
  }

  /// Requests an ad for a placement, by default the first one of the app.
  ///
  /// The call can take long. If the SDK answers twice, the second answer is lost.
  ///
  /// - Throws: ``LoadFailure``, or `CancellationError` if the process ends first or has ended.
  nonisolated(nonsending) public func load(
    _ placement: AdPlacement? = nil, reason: LoadReason? = nil
  ) async throws -> SimulatedFullScreenAd {
    guard let placement = placement ?? placements.first else { throw CancellationError() }
    return try await wait { task in
      load(placement, reason: reason) { task.resume($0.mapError { $0 as any Error }) }
    }
  }

  /// Waits in simulated time, as `Task.sleep` does in a task of the manager.
  ///
  /// - Throws: `CancellationError` if the process ends first or has ended.
  nonisolated(nonsending) public func sleep(milliseconds: Int64) async throws {
    try await wait { (task: PendingTask<Void>) in
      after(milliseconds: milliseconds) { task.resume(.success(())) }
    }
  }

  /// Waits until a task is resumed, or the process ends.
  nonisolated(nonsending) private func wait<Value>(
    _ begin: (PendingTask<Value>) -> Void
  ) async throws -> Value {
    try await waits.throwIfEnded()
    return try await withCheckedThrowingContinuation { continuation in
      let task = PendingTask<Value>(continuation)
      pending.atEnd { task.resume(.failure(CancellationError())) }
      begin(task)
    }.value
  }

  /// Requests an ad for the first placement of the app.
  ///
  /// Depending on the faults, the completion is called at once, late, twice or never.
  public func load(
    reason: LoadReason? = nil,
    completion: @escaping (Result<SimulatedFullScreenAd, LoadFailure>) -> Void
  ) {
    if let first = placements.first { load(first, reason: reason, completion: completion) }
  }

  /// Closes the loading screen and shows the main content; call it once in each process, after
  /// ``TestedAdManager/readyToFinishSplash()``.
  public func finishSplash() {
    guard let world = world(for: "finishSplash") else { return }
    supervisor.note("phone.finishSplash()")
    if hasFinishedSplash { supervisor.reportError("the manager called 'finishSplash' twice") }
    if app.hasSplash && world.contentReadyAt == nil {
      supervisor.reportError("the manager called 'finishSplash' before 'readyToFinishSplash'")
    }
    hasFinishedSplash = true
    world.finishSplash()
  }

  /// Records the decision not to show an ad now, with its reason.
  public func recordSkip(_ placement: AdPlacement, _ reason: SkipReason) {
    guard let world = world(for: "recordSkip") else { return }
    supervisor.note("phone.recordSkip(\(app.text(of: placement)), .\(reason))")
    world.recordDecision(
      simulated(placement, world), outcome: .skip, reason: Word.named(reason.rawValue))
  }

  /// Records the decision to show an ad now.
  public func recordShow(_ placement: AdPlacement) {
    guard let world = world(for: "recordShow") else { return }
    supervisor.note("phone.recordShow(\(app.text(of: placement)))")
    world.recordDecision(simulated(placement, world), outcome: .show, reason: .ready)
  }

  /// A number that is kept between processes, like in the user defaults.
  public subscript(stored key: String) -> Int64? {
    get { world(for: "stored")?.storage.value(key) }
    set {
      if let newValue { world(for: "stored")?.storage.keep(newValue, as: key) }
    }
  }

  func simulated(_ placement: AdPlacement, _ world: World) -> Placement {
    Placement(
      unit: world.symbol(placement.unit.name), format: placement.unit.format.word,
      scene: placement.scene.map { world.symbol($0) } ?? .absent)
  }

  /// The name of the row of a placement in records; absent if it has none.
  func row(of placement: AdPlacement, _ world: World) -> Symbol {
    placement.row.map { world.symbol("row-\($0)") } ?? .absent
  }

  func placement(of simulated: Placement, row: Int? = nil, _ world: World) -> AdPlacement? {
    let name = world.text(simulated.unit)
    guard let unit = app.units.first(where: { $0.name == name }) else { return nil }
    let scene = simulated.scene.isPresent ? world.text(simulated.scene) : nil
    return AdPlacement(unit, scene: scene, row: row)
  }
}

/// The reason of a request: a value of the field `reason` of `ad.requested`.
public enum LoadReason: String, Sendable, CaseIterable {
  case launch, foreground, background, dismissed, expired, resized, retry, refresh, user, config
  case failedToPresent = "failed_to_present"
  case notReady = "not_ready"
  case viewDidAppear = "view_did_appear"
}

/// The reason why an ad is not shown: a value of the field `reason` of `ad.show_decided`.
public enum SkipReason: String, Sendable, CaseIterable {
  case expired, showing, interval, locked, suppressed
  case notReady = "not_ready"
  case dailyCap = "daily_cap"
  case firstLaunches = "first_launches"
  case noConsent = "no_consent"
  case doesNotFit = "does_not_fit"
  case contentShown = "content_shown"
}
