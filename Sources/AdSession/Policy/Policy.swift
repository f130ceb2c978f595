/// The thresholds in force at a moment of a session.
///
/// A threshold is unknown where the session's header is lost and nothing else says it.
public struct Policy: Equatable, Sendable {
  var values: [Double]
  var known: UInt64

  /// Every threshold at its default: what holds where a header sets none.
  public static let defaults = Policy(
    values: PolicyKey.allCases.map { $0.defaultValue }, known: .max)

  /// No threshold is known: the header is lost.
  public static let unknown = Policy(values: defaults.values, known: 0)

  /// Sets one threshold.
  public mutating func set(_ key: PolicyKey, to value: Double) {
    values[Int(key.rawValue)] = value
    known |= 1 &<< UInt64(key.rawValue)
  }

  /// The value in its own unit (seconds or pieces); nil where it is unknown.
  public func value(_ key: PolicyKey) -> Double? {
    known & (1 &<< UInt64(key.rawValue)) == 0 ? nil : values[Int(key.rawValue)]
  }

  /// A threshold in seconds as milliseconds; nil where it is unknown.
  public func milliseconds(_ key: PolicyKey) -> Int64? {
    value(key).map { Policy.clamped($0 * 1000) }
  }

  /// A threshold that counts; nil where it is unknown.
  public func count(_ key: PolicyKey) -> Int64? { value(key).map { Policy.clamped($0) } }

  static func clamped(_ value: Double) -> Int64 {
    let limit = 4.0e15
    return Int64(min(max(value.rounded(), -limit), limit))
  }

  /// Takes over every threshold that a change sets.
  public mutating func apply(_ change: [PolicySetting]) {
    for setting in change { set(setting.key, to: setting.value) }
  }
}

/// One threshold and its value.
public struct PolicySetting: Equatable, Sendable {
  /// The threshold.
  public var key: PolicyKey
  /// Its value, in its own unit.
  public var value: Double

  /// Makes a setting.
  public init(_ key: PolicyKey, _ value: Double) {
    self.key = key
    self.value = value
  }
}
