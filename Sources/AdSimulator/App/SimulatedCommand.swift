/// An action of the user that is specific to one app, in addition to the built-in steps.
public struct SimulatedCommand {
  /// The name in error messages.
  public let name: String
  /// The relative probability; leaving the app has 8 (14 in an app with app-open ads).
  public let weight: Int
  /// Whether the action is possible now.
  public let isPossible: (World) -> Bool
  /// Performs the action.
  public let action: (World) -> Void

  /// Creates a command, which by default is always possible.
  public init(
    _ name: String, weight: Int = 4, isPossible: @escaping (World) -> Bool = { _ in true },
    action: @escaping (World) -> Void
  ) {
    self.name = name
    self.weight = weight
    self.isPossible = isPossible
    self.action = action
  }
}
