internal import JournalFormat
internal import AdRules
internal import AdSession
internal import AdSimulator
internal import PropertyTesting

/// One search of one test.
final class AdManagerRun<Manager: TestedAdManager> {
  private let test: AdManagerTest<Manager>
  private let simulation: Simulation
  private let watchdog = Watchdog()
  private(set) var judge: InstallJudge
  /// How many seconds a call of the manager may last now.
  private var patience: Double
  /// Whether a call did not return: the first search ends there.
  private var hasHung = false

  init(_ test: AdManagerTest<Manager>) {
    self.test = test
    patience = test.patience
    judge = InstallJudge(severity: test.countsWarnings ? .warning : .error)
    let faults = test.packs.reduce(FaultSet()) { $0.union($1.faults) }
    simulation = Simulation(profile: test.app.profile, faults: faults)
  }

  /// Looks for a case in which the manager breaks a rule or misbehaves, and makes it small.
  func search(_ settings: CheckSettings) -> PropertyVerdict {
    let verdict = once(settings)
    guard hasHung, let found = verdict.counterexample else { return verdict }
    return shrinkHang(found, settings)
  }

  private func once(_ settings: CheckSettings) -> PropertyVerdict {
    PropertyTesting.search("the ad manager keeps every rule", settings) { trial in
      if self.hasHung { return trial.arm("rules") }
      self.try(trial)
    }
  }

  /// Makes a case in which the manager hangs small.
  ///
  /// Every case that hangs costs the whole patience and a thread, so there are few, and they are
  /// given up on early; the smallest is waited for as long as the test says.
  private func shrinkHang(_ found: Counterexample, _ settings: CheckSettings) -> PropertyVerdict {
    var small = settings
    small.evaluations = 120
    small.confirmations = 1
    small.replay = settings.replay ?? .seed(found.seed)
    patience = min(test.patience, max(0.1, test.patience / 40))
    let shrunk = again(small)
    small.evaluations = 0
    patience = test.patience
    for replay in [shrunk.counterexample.map { .choices($0.indexes) }, small.replay] {
      guard let replay else { continue }
      small.replay = replay
      let verdict = again(small)
      if case .broken = verdict { return verdict }
    }
    return shrunk
  }

  private func again(_ settings: CheckSettings) -> PropertyVerdict {
    PropertyTesting.search("the ad manager keeps every rule", settings) { self.try($0) }
  }

  private func `try`(_ trial: Trial) {
    let run = CaseRun(test, simulation)
    if let call = watchdog.run(run.report, limit: patience, { run.run(trial.choices) }) {
      hasHung = true
      trial.attach(run.journalSoFar)
      return trial.fail(
        "the manager did not return from '\(call)'",
        because: "nothing came for \(Int(test.patience.rounded(.up))) s")
    }
    if let complaint = run.report.complaints.first {
      trial.attach(run.worlds.flatMap { JournalBytes.of($0.journal()) })
      return trial.fail(complaint, because: complaint)
    }
    let finding = judge.findings(run.worlds)
    if judge.hasActivations { trial.arm("rules") }
    if let finding {
      trial.attach(JournalBytes.of(finding.trace))
      trial.fail(finding.rule.id, because: finding.because)
    }
  }
}

/// One case: an install with the manager under test in each of its processes.
private final class CaseRun<Manager: TestedAdManager> {
  let report = ManagerReport()
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
      let bridge = ManagerBridge(self.test.app, world, self.report) { phone in
        let manager = try self.test.makeManager(phone)
        self.current = (manager, phone)
        return manager
      }
      bridges.append(bridge)
      return bridge
    }
    current = nil
    for (bridge, world) in zip(bridges, worlds) { bridge.end(world) }
    for world in worlds { for complaint in world.complaints { report.complain(complaint) } }
  }

  private var commands: [SimulatedCommand] {
    test.commands.map { command in
      SimulatedCommand(command.name, weight: command.weight) { [unowned self] _ in
        guard let current else { return }
        report.run(command.name) { try command.action(current.manager, current.phone) }
      }
    }
  }

  /// The records of the process that a manager hangs in: nobody writes them any more.
  var journalSoFar: [UInt8] { world.map { JournalBytes.of($0.journal()) } ?? [] }
}

extension PropertyVerdict {
  /// What broke the property; nil where nothing did.
  fileprivate var counterexample: Counterexample? {
    switch self {
    case .broken(let found), .flaky(let found, _, _): found
    default: nil
    }
  }
}

/// The lines of a session.
enum JournalBytes {
  static func of(_ trace: Trace) -> [UInt8] {
    var encoder = TraceEncoder()
    return encoder.bytes(of: trace)
  }
}
