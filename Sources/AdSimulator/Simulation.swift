public import AdSession
public import PropertyTesting

/// Simulates an install: a phone, its user, and an app with a new ad manager in each process.
///
/// The same choices, faults and profile give the same journals in every process and every build.
public struct Simulation: Sendable {
  /// The kind of app; nil draws one for each install.
  public var profile: Profile?
  /// The faults that may occur; each process draws which of them it has.
  public var faults: FaultSet
  /// The maximum number of steps in a process.
  public var maximumSteps = 32
  /// The maximum number of processes of an install; each is a session.
  public var maximumSessions = 3
  /// The ad manager of the app, unless there is a mutant.
  public var manager = ManagerKind.deciding
  /// The bug of the handwritten manager or its adapters; nil for none.
  public var mutant: Mutant?
  /// The app whose own manager is tested; nil for a simulated app.
  public var appUnderTest: AppUnderTest?

  /// Creates a simulation of the deciding manager, or of the handwritten one with a mutant.
  public init(profile: Profile? = nil, faults: FaultSet = [], mutant: Mutant? = nil) {
    self.profile = profile
    self.faults = faults
    self.mutant = mutant
  }

  /// Simulates an install with the manager or mutant of the simulation.
  ///
  /// - Returns: The recorded sessions, oldest first.
  public func sessions(_ choices: Choices) -> [Trace] {
    let kind = mutant == nil ? manager : .handwritten
    return worlds(choices) { kind.make($0, mutant) }.map { $0.journal() }
  }

  /// Simulates an install with another manager.
  ///
  /// - Parameters:
  ///   - choices: The source of all random decisions.
  ///   - commands: Actions of the user in addition to the built-in steps.
  ///   - manager: Creates the manager of a process.
  /// - Returns: The processes, oldest first.
  public func worlds(
    _ choices: Choices, commands: [SimulatedCommand] = [],
    manager: (World) -> any AdManager
  ) -> [World] {
    let profile = profile ?? Profile.all[choices.pick(Profile.all.count)]
    var (storage, clock) = drawInstall(choices)
    var worlds: [World] = []
    choices.repeating(1...max(1, maximumSessions), probability: 0.3, label: "process") {
      let world = World(
        profile, choices: choices, faults: drawFaults(choices, profile), storage: storage,
        clock: clock)
      world.commands = commands
      world.appUnderTest = appUnderTest
      world.bug = mutant
      world.sdk.adapterBugs = mutant?.adapterBugs ?? []
      run(world, manager)
      worlds.append(world)
      let pause = choices.int(1_000...Int64(120_000_000), towards: 60_000)
      storage = world.storage
      clock = VirtualClock(
        wallAtStart: world.wall + pause, utcOffsetMinutes: world.clock.utcOffsetMinutes)
    }
    return worlds
  }

  /// Draws the number of launches before: none, many, or for an app under test just too few for its
  /// first ad.
  private func drawLaunches(_ choices: Choices) -> Int64 {
    let first = appUnderTest?.policy.first { $0.key == .firstAdMinLaunches }?.value
    if let first, choices.bool() { return max(0, Int64(first) - Int64(choices.pick([1, 2, 3]))) }
    return choices.bool(probability: 0.8) ? 7 : 0
  }

  /// Draws what an install begins with: its launches, its consent, its time.
  ///
  /// The simplest one is launched for the first time, at noon in the time zone UTC.
  private func drawInstall(_ choices: Choices) -> (InstallStorage, VirtualClock) {
    var storage = InstallStorage()
    storage.install = Self.name(choices)
    storage.launches = drawLaunches(choices)
    storage.consent = faults.contains(.consentForms) && choices.bool(probability: 0.3) ? nil : true
    let day: Int64 = 86_400_000
    let wall = Self.midnight + choices.uniform(0...day, towards: day / 2)
    let zone = choices.pick([0, 60, -480, 330, 540] as [Int64])
    return (storage, VirtualClock(wallAtStart: wall, utcOffsetMinutes: zone))
  }

  /// The beginning of 16 November 2026 in UTC, in milliseconds since 1970.
  private static let midnight: Int64 = 1_794_787_200_000

  private func run(_ world: World, _ manager: (World) -> any AdManager) {
    world.launch(manager)
    world.choices.repeating(0...maximumSteps, average: 12, label: "step") {
      if !world.isOver { world.takeStep() }
    }
    if !world.isOver && world.choices.bool(probability: appUnderTest == nil ? 0.4 : 0.5) {
      world.recover()
    }
    if !world.isOver { world.advance(by: world.drawTime(0...60_000)) }
    if !world.isOver { world.finish() }
    world.manager = nil
  }

  /// Draws the faults of a process: none in one of five processes, and in the simplest case.
  ///
  /// A fault of the surroundings occurs only in an app that records everything.
  private func drawFaults(_ choices: Choices, _ profile: Profile) -> FaultSet {
    guard !faults.isEmpty, choices.bool(probability: 0.8) else { return [] }
    let hasSurroundings =
      profile.captures.count == EventClass.allCases.count && appUnderTest == nil
    return FaultSet(
      faults.faults.filter {
        let probability = appUnderTest == nil ? $0.probability : $0.probabilityUnderTest
        return (hasSurroundings || !$0.needsSurroundings)
          && choices.bool(probability: probability)
      })
  }

  private static func name(_ choices: Choices) -> String {
    let number = choices.uniform(0...Int64.max)
    let digits = String(number, radix: 16)
    return "i-" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
