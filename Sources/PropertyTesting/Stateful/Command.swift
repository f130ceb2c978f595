/// An operation that a state machine can run on the system under test.
///
/// `Action` is the type of its closure, which is synchronous or asynchronous.
public struct Command<System, Action> {
  /// The name in messages, which print it with the numbers that it drew: `put(3, 0)`.
  public let name: String
  /// The probability of the command relative to the other valid ones.
  public let weight: Int
  /// Whether the command can run in the current state.
  public let isValid: (System) -> Bool
  /// The closure that runs the command.
  public let action: Action

  @usableFromInline
  init(name: String, weight: Int, isValid: @escaping (System) -> Bool, action: Action) {
    self.name = name
    self.weight = weight
    self.isValid = isValid
    self.action = action
  }
}

extension Command {
  /// Creates a synchronous command; the action draws its arguments from the trial.
  public init(
    _ name: String, weight: Int = 1, when isValid: @escaping (System) -> Bool = { _ in true },
    _ action: @escaping (inout System, Trial) throws -> Void
  ) where Action == StateMachine<System>.Action {
    self.init(name: name, weight: weight, isValid: isValid, action: action)
  }

  /// Creates an asynchronous command; the action draws its arguments from the trial.
  @_alwaysEmitIntoClient
  public init(
    _ name: String, weight: Int = 1, when isValid: @escaping (System) -> Bool = { _ in true },
    _ action: nonisolated(nonsending) @escaping (inout System, Trial) async throws -> Void
  ) where Action == AsyncStateMachine<System>.Action {
    self.init(name: name, weight: weight, isValid: isValid, action: action)
  }
}

/// A condition that must hold after every command.
public struct Invariant<System> {
  /// The reason of the failure if it does not hold.
  public let reason: String
  /// Whether the invariant holds in the current state.
  public let holds: (System) -> Bool

  /// Creates an invariant from its reason and its condition.
  public init(_ reason: String, _ holds: @escaping (System) -> Bool) {
    self.reason = reason
    self.holds = holds
  }
}
