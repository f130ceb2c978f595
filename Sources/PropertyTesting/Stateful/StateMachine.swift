/// A stateful property: runs random commands on a system and checks invariants after each.
///
///     let machine = StateMachine(start: { _ in Store() }, commands: [
///       Command("put") { store, trial in store.put(trial.choices.int(0...9)) },
///       Command("pop", when: { !$0.isEmpty }) { store, _ in store.pop() },
///     ], invariants: [Invariant("the count is right") { $0.count == $0.items.count }])
///     try check("a store keeps what it is given") { try machine.run($0) }
public struct StateMachine<System> {
  /// The closure of a synchronous command.
  public typealias Action = (inout System, Trial) throws -> Void

  /// Creates the system at the beginning of a case.
  public var start: (Trial) throws -> System
  /// The commands; append new ones at the end, so that stored recordings keep their meaning.
  public var commands: [Command<System, Action>]
  /// The conditions that must hold after every command.
  public var invariants: [Invariant<System>]
  /// Runs after the last command of a case without a failure: stop all faults and expect recovery.
  ///
  /// Many bugs of systems with callbacks and timers show only here: the system waits forever.
  public var heal: Action?
  /// The maximum number of commands in a case.
  public var maximumCommands = 50
  /// Whether half of the cases use only a random subset of the commands.
  public var usesSwarm = true

  /// Creates a state machine; see ``heal`` for the last argument.
  public init(
    start: @escaping (Trial) throws -> System, commands: [Command<System, Action>],
    invariants: [Invariant<System>] = [], heal: Action? = nil
  ) {
    self.start = start
    self.commands = commands
    self.invariants = invariants
    self.heal = heal
  }

  /// Runs one case; stops at the first failed check or thrown error.
  public func run(_ trial: Trial) throws {
    var system = try start(trial)
    var picker = CommandPicker(
      trial.choices, weights: commands.map(\.weight), maximumCommands: maximumCommands,
      usesSwarm: usesSwarm)
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

/// A ``StateMachine`` with asynchronous commands, which run one after the other.
public struct AsyncStateMachine<System> {
  /// The closure of an asynchronous command.
  public typealias Action = nonisolated(nonsending) (inout System, Trial) async throws -> Void

  /// Creates the system at the beginning of a case.
  public var start: nonisolated(nonsending) (Trial) async throws -> System
  /// The commands; append new ones at the end, so that stored recordings keep their meaning.
  public var commands: [Command<System, Action>]
  /// The conditions that must hold after every command.
  public var invariants: [Invariant<System>]
  /// Runs after the last command of a case without a failure: stop all faults and expect recovery.
  public var heal: Action?
  /// The maximum number of commands in a case.
  public var maximumCommands = 50
  /// Whether half of the cases use only a random subset of the commands.
  public var usesSwarm = true

  /// Creates a state machine; see ``heal`` for the last argument.
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

  /// Runs one case on the caller's actor; stops at the first failed check or thrown error.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) public func run(_ trial: Trial) async throws {
    var system = try await start(trial)
    var picker = CommandPicker(
      trial.choices, weights: commands.map(\.weight), maximumCommands: maximumCommands,
      usesSwarm: usesSwarm)
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
