internal import AdSession
internal import AdSimulator
internal import JournalEncoding
internal import JournalFormat
internal import PropertyTesting

/// One case: a simulated install with an instance of the manager under test in each process.
final class SimulatedCase<Manager: TestedAdManager> {
  let supervisor: ManagerSupervisor
  private(set) var worlds: [World] = []
  private var bridges: [ManagerBridge] = []
  private let test: AdManagerTest<Manager>
  private let simulation: Simulation
  private var current: (manager: Manager, phone: SimulatedPhone)?
  private var world: World?

  init(_ test: AdManagerTest<Manager>, _ simulation: Simulation, timeline: CaseTimeline? = nil) {
    self.test = test
    self.simulation = simulation
    supervisor = ManagerSupervisor(timeline)
  }

  func run(_ choices: Choices) {
    worlds = simulation.worlds(choices, commands: commands) { world in
      self.current = nil
      self.bridges.last?.close()
      self.world = world
      let bridge = ManagerBridge(self.test.app, world, self.supervisor) { phone in
        let manager = try self.test.makeManager(phone)
        self.current = (manager, phone)
        return manager
      }
      self.bridges.append(bridge)
      return bridge
    }
    current = nil
    bridges.last?.close()
    for (bridge, world) in zip(bridges, worlds) { bridge.end(world) }
    for world in worlds { for error in world.managerErrors { supervisor.reportError(error) } }
  }

  private var commands: [SimulatedCommand] {
    test.commands.map { command in
      SimulatedCommand(
        command.name, weight: command.weight,
        isPossible: { !command.isUserAction || $0.canUserAct },
        action: { [unowned self] world in
          guard let current else { return }
          if command.isUserAction { world.act() }
          supervisor.run("command '\(command.name)'") {
            try command.action(current.manager, current.phone)
          }
        })
    }
  }

  /// Findings with the released delegates that led to them.
  func explained(_ findings: [CaseFinding]) -> [CaseFinding] {
    findings.map { $0.naming(bridges[$0.process].releasedDelegates) }
  }

  /// The violations of checks, which no journal shows.
  func checkFindings(_ severities: Severities) -> [CaseFinding] {
    zip(bridges, worlds).enumerated().flatMap { process, pair in
      (pair.0.monitor.violations + pair.0.unusedPlacements(pair.1)).compactMap { violation in
        severities.counts(violation.check)
          ? CaseFinding(
            violation.check, because: violation.because, process: process, time: violation.time)
          : nil
      }
    }
  }

  /// The journals of all processes, oldest first.
  var journal: [UInt8] { worlds.flatMap { JournalBytes.of($0.journal()) } }

  /// The journal of the process in which the manager hangs; safe to read, since its thread is
  /// blocked.
  var journalSoFar: [UInt8] { world.map { JournalBytes.of($0.journal()) } ?? [] }

  /// The number of records of all processes.
  var records: Int { worlds.reduce(0) { $0 + $1.trace.events.count } }
}

/// Encodes a session as a journal.
enum JournalBytes {
  static func of(_ trace: Trace) -> [UInt8] {
    var encoder = TraceEncoder()
    return encoder.bytes(of: trace)
  }
}
