/// An action of the user, or another event, that is specific to the app under test, such as tapping
/// a reload button.
public struct TestCommand<Manager: TestedAdManager> {
  /// The name of the command in error messages.
  public let name: String
  /// The probability relative to the built-in actions; leaving the app has 8 (14 with app-open
  /// ads).
  public let weight: Int
  /// Whether the command is an action of the user, which the journal records.
  ///
  /// The user cannot act while an ad or the loading screen covers the app.
  public let isUserAction: Bool
  let action: (Manager, SimulatedPhone) throws -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The name of the command in error messages.
  ///   - weight: The relative probability; by default half of that of leaving the app.
  ///   - isUserAction: False for an event that is no action of the user, such as a push message.
  ///   - action: Calls the manager. A thrown error fails the test.
  public init(
    _ name: String, weight: Int = 4, isUserAction: Bool = true,
    _ action: @escaping (Manager, SimulatedPhone) throws -> Void
  ) {
    self.name = name
    self.weight = weight
    self.isUserAction = isUserAction
    self.action = action
  }
}
