internal import AdSession
public import AdShrinking
internal import AdSimulator

extension PinnedIncident {
  /// The app of the incident, for the manager under test: its units, its windows and its policy.
  public var app: TestedApp {
    var units: [AdUnit] = []
    for event in trace.events where event.kind == .adRequested || event.kind == .adLoaded {
      let name = trace.symbols.text(event.unit)
      let format = AdFormat.allCases.first { $0.word == event.format }
      guard let format, !units.contains(where: { $0.name == name }) else { continue }
      units.append(AdUnit(name, format))
    }
    var app = TestedApp(units: units)
    app.hasSplash = trace.events.contains { $0.kind == .splashBegan }
    app.hasSeveralWindows = trace.header?.multiScene ?? false
    app.recordsDecisions = trace.events.contains { $0.kind == .adShowDecided }
    app.isDebug = trace.header?.build == .debug
    app.policy.apply(trace.header?.policy ?? [])
    return app
  }

  /// Runs an ad manager in the captured situation and judges the journal that results.
  ///
  /// The manager is the one of `AdManagerTest`. The phone and the user do what they did in the
  /// incident. The SDK answers requests and calls of present as it did then. Where the app of the
  /// incident called present or decided, the manager is offered a moment.
  ///
  /// - Parameter make: Creates the manager.
  /// - Throws: An error if the manager throws, does not return from a call, or misuses the phone.
  public func reenact<Manager: TestedAdManager>(
    _ make: @escaping (SimulatedPhone) throws -> Manager
  ) throws(AdTestFailure) -> Reenactment {
    let supervisor = ManagerSupervisor()
    let run = ReenactedRun()
    let app = app
    let call = Watchdog().run(supervisor, timeout: 10) {
      let world = World.reenacting(trace, profile: app.profile)
      let manager = ReenactedManager(world, trace) { ManagerBridge(app, $0, supervisor, make) }
      run.result = reenact(manager)
      manager.end()
    }
    if let call { throw AdTestFailure(message: "the manager did not return from '\(call)'") }
    if let error = supervisor.errors.first { throw AdTestFailure(message: error) }
    guard let result = run.result else { throw AdTestFailure(message: "nothing was reenacted") }
    return result
  }
}

/// The result of a closure that runs on another thread.
private final class ReenactedRun {
  var result: Reenactment?
}
