extension PolicyKey {
  /// The name in a journal's `policy`, such as `app_open_max_age_s`.
  public var name: String { Self.table[Int(rawValue)].name }

  /// The value in force where a journal sets none, in seconds or as a count.
  ///
  /// It is nil for a decision of the app: rules about it apply only to apps that state it.
  public var defaultValue: Double? { Self.table[Int(rawValue)].value }

  /// Who decides about the threshold.
  public var origin: Origin { Self.table[Int(rawValue)].origin }

  /// Why the default is as it is; without a default, what the threshold means.
  public var reason: String { Self.table[Int(rawValue)].reason }

  /// The unit of the value.
  public var unit: Unit { name.hasSuffix("_s") ? .seconds : .count }

  /// The key's bit in a set of keys.
  @inlinable @inline(__always)
  package var bit: UInt64 { 1 &<< UInt64(rawValue) }

  /// The key with a name; nil if there is none.
  public static func named(_ name: String) -> PolicyKey? { byName[name] }

  /// Who decides about a threshold.
  public enum Origin: String, Sendable {
    /// The documentation of the ad SDK or the platform.
    case platform
    /// This project: a margin that makes a documented demand measurable.
    case tolerance
    /// The app; there is no default.
    case app
  }

  /// The unit of a threshold.
  public enum Unit: String, Sendable {
    /// Seconds.
    case seconds = "s"
    /// A whole number.
    case count
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}
