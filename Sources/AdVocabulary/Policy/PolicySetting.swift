/// One threshold and its value.
public struct PolicySetting: Equatable, Sendable {
  /// The threshold.
  public var key: PolicyKey
  /// Its value, in its own unit.
  public var value: Double

  /// Marks a threshold whose value is not a number.
  package static let noNumber = -1.0

  /// Makes a setting.
  public init(_ key: PolicyKey, _ value: Double) {
    self.key = key
    self.value = value
  }
}
