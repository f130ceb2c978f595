/// One thing that can be done to a system under test.
///
/// `Action` is what does it: a closure that is synchronous or asynchronous.
public struct Command<System, Action> {
  /// What a person is shown, with the numbers that it drew: `put(3, 0)`.
  public let name: String
  /// How often it is drawn where it is valid, beside the others.
  public let weight: Int
  /// Whether it can be done now.
  public let isValid: (System) -> Bool
  /// Does it.
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
  /// A command that is done at once; it draws its arguments from the trial.
  public init(
    _ name: String, weight: Int = 1, when isValid: @escaping (System) -> Bool = { _ in true },
    _ action: @escaping (inout System, Trial) throws -> Void
  ) where Action == StateMachine<System>.Action {
    self.init(name: name, weight: weight, isValid: isValid, action: action)
  }

  /// A command that is asynchronous.
  @_alwaysEmitIntoClient
  public init(
    _ name: String, weight: Int = 1, when isValid: @escaping (System) -> Bool = { _ in true },
    _ action: nonisolated(nonsending) @escaping (inout System, Trial) async throws -> Void
  ) where Action == AsyncStateMachine<System>.Action {
    self.init(name: name, weight: weight, isValid: isValid, action: action)
  }
}

/// Something that is true of a system after every command.
public struct Invariant<System> {
  /// The reason that a failure has.
  public let reason: String
  /// Whether it is true.
  public let holds: (System) -> Bool

  /// An invariant by its reason.
  public init(_ reason: String, _ holds: @escaping (System) -> Bool) {
    self.reason = reason
    self.holds = holds
  }
}
