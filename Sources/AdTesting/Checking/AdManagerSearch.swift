internal import JournalFormat
internal import AdRules
internal import AdSession
internal import AdSimulator
internal import PropertyTesting

/// The search of one test: simulates cases, judges them, and shrinks the first failure.
final class AdManagerSearch<Manager: TestedAdManager> {
  private let test: AdManagerTest<Manager>
  private let simulation: Simulation
  private let watchdog = Watchdog()
  private(set) var judge: InstallJudge
  /// The current maximum duration of a call of the manager, in seconds.
  private var callTimeout: Double
  /// Whether a call did not return, which ends the first search.
  private var hasHung = false

  init(_ test: AdManagerTest<Manager>) {
    self.test = test
    callTimeout = test.callTimeoutSeconds
    judge = InstallJudge(severity: test.countsWarnings ? .warning : .error)
    let faults = test.faultPacks.reduce(FaultSet()) { $0.union($1.faults) }
    simulation = Simulation(profile: test.app.profile, faults: faults)
  }

  /// Searches for a case in which the manager violates a rule or misbehaves, and shrinks it.
  func search(_ settings: CheckSettings) -> PropertyVerdict {
    let verdict = searchUntilHang(settings)
    guard hasHung, let found = verdict.counterexample else { return verdict }
    return shrinkHang(found, settings)
  }

  private func searchUntilHang(_ settings: CheckSettings) -> PropertyVerdict {
    PropertyTesting.search("the ad manager keeps every rule", settings) { trial in
      if self.hasHung { return trial.reach("rules") }
      self.run(trial)
    }
  }

  /// Shrinks a case in which a call of the manager does not return.
  ///
  /// Each such case costs the whole timeout and a thread. Therefore shrinking uses few cases and a
  /// short timeout; the result is confirmed with the timeout of the test.
  private func shrinkHang(_ found: Counterexample, _ settings: CheckSettings) -> PropertyVerdict {
    var small = settings
    small.maximumEvaluations = 120
    small.confirmations = 1
    small.replay = settings.replay ?? .seed(found.seed)
    callTimeout = min(test.callTimeoutSeconds, max(0.1, test.callTimeoutSeconds / 40))
    let shrunk = again(small)
    small.maximumEvaluations = 0
    callTimeout = test.callTimeoutSeconds
    for replay in [shrunk.counterexample.map { .choices($0.indexes) }, small.replay] {
      guard let replay else { continue }
      small.replay = replay
      let verdict = again(small)
      if case .failed = verdict { return verdict }
    }
    return shrunk
  }

  private func again(_ settings: CheckSettings) -> PropertyVerdict {
    PropertyTesting.search("the ad manager keeps every rule", settings) { self.run($0) }
  }

  private func run(_ trial: Trial) {
    let simulated = SimulatedCase(test, simulation)
    let supervisor = simulated.supervisor
    if let call = watchdog.run(supervisor, timeout: callTimeout, { simulated.run(trial.choices) }) {
      hasHung = true
      trial.attach(simulated.journalSoFar)
      return trial.fail(
        "the manager did not return from '\(call)'",
        because: "the call took longer than \(Int(test.callTimeoutSeconds.rounded(.up))) s")
    }
    if let error = supervisor.errors.first {
      trial.attach(simulated.worlds.flatMap { JournalBytes.of($0.journal()) })
      return trial.fail(error, because: error)
    }
    let finding = judge.firstFinding(in: simulated.worlds)
    if judge.hasRequests { trial.reach("rules") }
    if let finding {
      trial.attach(JournalBytes.of(finding.trace))
      trial.fail(finding.rule.id, because: finding.because)
    }
  }
}

/// One case: a simulated install with an instance of the manager under test in each process.
private final class SimulatedCase<Manager: TestedAdManager> {
  let supervisor = ManagerSupervisor()
  private(set) var worlds: [World] = []
  private let test: AdManagerTest<Manager>
  private let simulation: Simulation
  private var current: (manager: Manager, phone: SimulatedPhone)?
  private var world: World?

  init(_ test: AdManagerTest<Manager>, _ simulation: Simulation) {
    self.test = test
    self.simulation = simulation
  }

  func run(_ choices: Choices) {
    var bridges: [ManagerBridge] = []
    worlds = simulation.worlds(choices, commands: commands) { world in
      self.world = world
      let bridge = ManagerBridge(self.test.app, world, self.supervisor) { phone in
        let manager = try self.test.makeManager(phone)
        self.current = (manager, phone)
        return manager
      }
      bridges.append(bridge)
      return bridge
    }
    current = nil
    for (bridge, world) in zip(bridges, worlds) { bridge.end(world) }
    for world in worlds { for error in world.managerErrors { supervisor.reportError(error) } }
  }

  private var commands: [SimulatedCommand] {
    test.commands.map { command in
      SimulatedCommand(command.name, weight: command.weight) { [unowned self] _ in
        guard let current else { return }
        supervisor.run(command.name) { try command.action(current.manager, current.phone) }
      }
    }
  }

  /// The journal of the process in which the manager hangs; safe to read, since its thread is
  /// blocked.
  var journalSoFar: [UInt8] { world.map { JournalBytes.of($0.journal()) } ?? [] }
}

extension PropertyVerdict {
  /// The counterexample of a failed or flaky property.
  fileprivate var counterexample: Counterexample? {
    switch self {
    case .failed(let found), .flaky(let found, _, _): found
    default: nil
    }
  }
}

/// Encodes a session as a journal.
enum JournalBytes {
  static func of(_ trace: Trace) -> [UInt8] {
    var encoder = TraceEncoder()
    return encoder.bytes(of: trace)
  }
}
