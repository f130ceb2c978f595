/// An action of the user that is specific to the app under test, such as tapping a reload button.
public struct TestCommand<Manager: TestedAdManager> {
  /// The name of the command in error messages.
  public let name: String
  /// The probability relative to the built-in actions; leaving the app has 8 (14 with app-open
  /// ads).
  public let weight: Int
  let action: (Manager, SimulatedPhone) throws -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The name of the command in error messages.
  ///   - weight: The relative probability; by default half of that of leaving the app.
  ///   - action: Calls the manager. A thrown error fails the test.
  public init(
    _ name: String, weight: Int = 4, _ action: @escaping (Manager, SimulatedPhone) throws -> Void
  ) {
    self.name = name
    self.weight = weight
    self.action = action
  }
}
