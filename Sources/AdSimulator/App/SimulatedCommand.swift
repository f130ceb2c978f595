/// Something that the user of one app can do, beside the steps that every app has.
public struct SimulatedCommand {
  /// What it is called in a report.
  public let name: String
  /// How often it is drawn; leaving the app has 8, or 14 in an app with app-open ads.
  public let weight: Int
  /// Whether it can be done now.
  public let isPossible: (World) -> Bool
  /// Does it.
  public let action: (World) -> Void

  /// Makes a command.
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
