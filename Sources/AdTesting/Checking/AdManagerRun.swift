internal import AdJournal
internal import AdRules
internal import AdSession
internal import AdSimulator
internal import PropertyTesting

/// One search of one test.
final class AdManagerRun<Manager: TestedAdManager> {
  private let test: AdManagerTest<Manager>
  private let report: ManagerReport
  private let simulation: Simulation
  private var current: (manager: Manager, phone: SimulatedPhone)?
  private(set) var judge: InstallJudge
  private var world: World?

  init(_ test: AdManagerTest<Manager>, _ report: ManagerReport) {
    self.test = test
    self.report = report
    judge = InstallJudge(severity: test.countsWarnings ? .warning : .error)
    let faults = test.packs.reduce(FaultSet()) { $0.union($1.faults) }
    simulation = Simulation(profile: test.app.profile, faults: faults)
  }

  func search(_ settings: CheckSettings) -> PropertyVerdict {
    PropertyTesting.search("the ad manager keeps every rule", settings) { trial in self.try(trial) }
  }

  private func `try`(_ trial: Trial) {
    report.begin()
    var bridges: [ManagerBridge] = []
    let worlds = simulation.worlds(trial.choices, commands: commands) { world in
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
    if let complaint = report.complaints.first {
      trial.attach(worlds.flatMap { JournalBytes.of($0.journal()) })
      return trial.fail(complaint, because: complaint)
    }
    let finding = judge.findings(worlds)
    if judge.hasActivations { trial.arm("rules") }
    if let finding {
      trial.attach(JournalBytes.of(finding.trace))
      trial.fail(finding.rule.id, because: finding.because)
    }
  }

  private var commands: [SimulatedCommand] {
    test.commands.map { command in
      SimulatedCommand(command.name, weight: command.weight) { [self] _ in
        guard let current else { return }
        report.run(command.name) { try command.action(current.manager, current.phone) }
      }
    }
  }

  /// The records of the process that a manager hangs in: nobody writes them any more.
  var journalSoFar: [UInt8] { world.map { JournalBytes.of($0.journal()) } ?? [] }
}

/// The lines of a session.
enum JournalBytes {
  static func of(_ trace: Trace) -> [UInt8] {
    var encoder = TraceEncoder()
    return encoder.bytes(of: trace)
  }
}
