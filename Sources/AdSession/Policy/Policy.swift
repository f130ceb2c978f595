/// The thresholds in force at a moment of a session.
///
/// A threshold is unknown where the session's header is lost and nothing else says it.
public struct Policy: Equatable, Sendable {
  /// A value in its own unit, and as rules ask for it with every record.
  @usableFromInline struct Threshold: Equatable, Sendable {
    var value: Double
    @usableFromInline var inMilliseconds: Int64
    @usableFromInline var count: Int64

    init(_ value: Double) {
      self.value = value
      inMilliseconds = Policy.clamped(value * 1000)
      count = Policy.clamped(value)
    }
  }

  @usableFromInline var thresholds: [Threshold]
  @usableFromInline var known: UInt64

  /// Every threshold at its default: what holds where a header sets none.
  public static let defaults = Policy(
    thresholds: PolicyKey.allCases.map { Threshold($0.defaultValue) }, known: .max)

  /// No threshold is known: the header is lost.
  public static let unknown = Policy(thresholds: defaults.thresholds, known: 0)

  /// Starts over with the defaults, or with nothing known.
  ///
  /// Most sessions begin with what the one before ended with; then the count of references of the
  /// defaults, for which threads would wait for each other, is left alone.
  mutating func reset(isKnown: Bool) {
    let place = thresholds.withUnsafeBufferPointer { $0.baseAddress }
    if place != Self.placeOfDefaults { thresholds = Self.defaults.thresholds }
    known = isKnown ? .max : 0
  }

  private nonisolated(unsafe) static let placeOfDefaults: UnsafePointer<Threshold>? =
    defaults.thresholds.withUnsafeBufferPointer { $0.baseAddress }

  /// Sets one threshold.
  public mutating func set(_ key: PolicyKey, to value: Double) {
    thresholds[Int(key.rawValue)] = Threshold(value)
    known |= 1 &<< UInt64(key.rawValue)
  }

  /// The value in its own unit (seconds or pieces); nil where it is unknown.
  public func value(_ key: PolicyKey) -> Double? {
    isKnown(key) ? thresholds[Int(key.rawValue)].value : nil
  }

  /// A threshold in seconds as milliseconds; nil where it is unknown.
  @inlinable
  public func milliseconds(_ key: PolicyKey) -> Int64? {
    isKnown(key) ? thresholds[Int(key.rawValue)].inMilliseconds : nil
  }

  /// A threshold that counts; nil where it is unknown.
  @inlinable
  public func count(_ key: PolicyKey) -> Int64? {
    isKnown(key) ? thresholds[Int(key.rawValue)].count : nil
  }

  @inlinable @inline(__always)
  func isKnown(_ key: PolicyKey) -> Bool { known & (1 &<< UInt64(key.rawValue)) != 0 }

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
