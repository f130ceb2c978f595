public import AdSession
public import PropertyTesting

/// A simulated install: a phone, its user, an app, and an ad manager that is started anew with every
/// process.
///
/// Equal choices, faults and profile give equal journals, in any process and any build.
public struct Simulation: Sendable {
  /// The kind of app; nil: chance picks one for each install.
  public var profile: Profile?
  /// What may go wrong; each process draws which of it does.
  public var faults: FaultSet
  /// The most steps of one process.
  public var mostSteps = 32
  /// The most processes of one install.
  public var mostSessions = 3
  /// Who asks for the ads and shows them.
  public var manager = ManagerKind.deciding
  /// What is wrong with the handwritten manager or its adapters; nil: nothing.
  public var mutant: Mutant?

  /// Makes a simulation.
  public init(profile: Profile? = nil, faults: FaultSet = [], mutant: Mutant? = nil) {
    self.profile = profile
    self.faults = faults
    self.mutant = mutant
  }

  /// The sessions of one install under the reference manager, oldest first.
  public func sessions(_ choices: Choices) -> [Trace] {
    let kind = mutant == nil ? manager : .handwritten
    return worlds(choices) { kind.make($0, mutant) }.map { $0.journal() }
  }

  /// The processes of one install under a manager of one's own, oldest first.
  public func worlds(
    _ choices: Choices, commands: [SimulatedCommand] = [],
    manager: (World) -> any AdManager
  ) -> [World] {
    let profile = profile ?? Profile.all[choices.pick(Profile.all.count)]
    var storage = InstallStorage()
    storage.install = Self.name(choices)
    storage.launches = choices.bool(probability: 0.2) ? 0 : 7
    storage.consent = faults.contains(.consentForms) && choices.bool(probability: 0.3) ? nil : true
    var wall = 1_794_800_000_000 + choices.uniform(0...Int64(86_400_000))
    var zone = choices.pick([0, 60, -480, 330, 540] as [Int64])
    var worlds: [World] = []
    repeat {
      let clock = VirtualClock(wallAtStart: wall, utcOffsetMinutes: zone)
      let world = World(
        profile, choices: choices, faults: drawFaults(choices), storage: storage, clock: clock)
      world.commands = commands
      world.bug = mutant
      world.sdk.adapterBugs = mutant?.adapterBugs ?? []
      run(world, manager)
      worlds.append(world)
      storage = world.storage
      zone = world.clock.utcOffsetMinutes
      wall = world.wall + choices.int(1_000...Int64(120_000_000), towards: 60_000)
    } while worlds.count < mostSessions && choices.bool(probability: 0.3)
    return worlds
  }

  private func run(_ world: World, _ manager: (World) -> any AdManager) {
    world.launch(manager)
    world.choices.repeating(0...mostSteps, average: 12, label: "step") {
      if !world.isOver { world.takeStep() }
    }
    if !world.isOver && world.choices.bool(probability: 0.4) { world.recover() }
    if !world.isOver { world.advance(by: world.drawTime(0...60_000)) }
    if !world.isOver { world.finish() }
    world.manager = nil
  }

  /// Which of the faults this process has: none in one of five, and in the simplest case.
  private func drawFaults(_ choices: Choices) -> FaultSet {
    guard !faults.isEmpty, choices.bool(probability: 0.8) else { return [] }
    return FaultSet(faults.faults.filter { choices.bool(probability: $0.probability) })
  }

  private static func name(_ choices: Choices) -> String {
    let number = choices.uniform(0...Int64.max)
    let digits = String(number, radix: 16)
    return "i-" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
