/// A property of a system that commands change: drawn, done, checked after each, and healed at last.
///
///     let machine = StateMachine(start: { _ in Store() }, commands: [
///       Command("put") { store, trial in store.put(trial.choices.int(0...9)) },
///       Command("pop", when: { !$0.isEmpty }) { store, _ in store.pop() },
///     ], invariants: [Invariant("the count is right") { $0.count == $0.items.count }])
///     try check("a store keeps what it is given") { try machine.run($0) }
public struct StateMachine<System> {
  /// What a command does.
  public typealias Action = (inout System, Trial) throws -> Void

  /// Makes the system of a case.
  public var start: (Trial) throws -> System
  /// The commands; new ones go to the end, so that recordings keep their meaning.
  public var commands: [Command<System, Action>]
  /// What is true after every command.
  public var invariants: [Invariant<System>]
  /// What follows the last command of a case in which nothing failed: the faults stop, and from then
  /// on the system is required to recover.
  ///
  /// Most mistakes of a system with callbacks and timers are seen only here: it waits for ever.
  public var heal: Action?
  /// The most commands of a case.
  public var most = 50
  /// Whether each case switches some commands off.
  public var usesSwarm = true

  /// A machine; `heal` is where recovery is required.
  public init(
    start: @escaping (Trial) throws -> System, commands: [Command<System, Action>],
    invariants: [Invariant<System>] = [], heal: Action? = nil
  ) {
    self.start = start
    self.commands = commands
    self.invariants = invariants
    self.heal = heal
  }

  /// Runs one case.
  public func run(_ trial: Trial) throws {
    var system = try start(trial)
    var picker = CommandPicker(
      trial.choices, weights: commands.map(\.weight), most: most, usesSwarm: usesSwarm)
    while let number = picker.begin(where: { commands[$0].isValid(system) }) {
      let step = Result { try commands[number].action(&system, trial) }
      trial.note(command: commands[number].name, picker.end())
      try step.get()
      trial.check(invariants, of: system)
      if trial.failure != nil { return }
    }
    try heal?(&system, trial)
    trial.check(invariants, of: system)
  }
}

/// A ``StateMachine`` whose commands are asynchronous; they run one after the other.
public struct AsyncStateMachine<System> {
  /// What a command does.
  public typealias Action = nonisolated(nonsending) (inout System, Trial) async throws -> Void

  /// Makes the system of a case.
  public var start: nonisolated(nonsending) (Trial) async throws -> System
  /// The commands; new ones go to the end, so that recordings keep their meaning.
  public var commands: [Command<System, Action>]
  /// What is true after every command.
  public var invariants: [Invariant<System>]
  /// What follows the last command: the faults stop, and recovery is required.
  public var heal: Action?
  /// The most commands of a case.
  public var most = 50
  /// Whether each case switches some commands off.
  public var usesSwarm = true

  /// A machine; `heal` is where recovery is required.
  public init(
    start: nonisolated(nonsending) @escaping (Trial) async throws -> System,
    commands: [Command<System, Action>],
    invariants: [Invariant<System>] = [], heal: Action? = nil
  ) {
    self.start = start
    self.commands = commands
    self.invariants = invariants
    self.heal = heal
  }

  /// Runs one case, on the caller's actor.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func run(_ trial: Trial) async throws {
    var system = try await start(trial)
    var picker = CommandPicker(
      trial.choices, weights: commands.map(\.weight), most: most, usesSwarm: usesSwarm)
    while let number = picker.begin(where: { commands[$0].isValid(system) }) {
      do {
        try await commands[number].action(&system, trial)
        trial.note(command: commands[number].name, picker.end())
      } catch {
        trial.note(command: commands[number].name, picker.end())
        throw error
      }
      trial.check(invariants, of: system)
      if trial.failure != nil { return }
    }
    try await heal?(&system, trial)
    trial.check(invariants, of: system)
  }
}

extension Trial {
  @usableFromInline
  func note(command: String, _ numbers: @autoclosure () -> [Int64]) {
    let numbers = numbers()
    note("\(command)(\(numbers.map { "\($0)" }.joined(separator: ", ")))")
  }

  @usableFromInline
  func check<System>(_ invariants: [Invariant<System>], of system: System) {
    for invariant in invariants { expect(invariant.holds(system), invariant.reason) }
  }
}
