/// The thresholds in force at a record of a session.
///
/// A threshold is unknown where the session's header is lost and no other record sets it, and where
/// the journal has a value that no threshold can have: a text, a negative number, half a show. A
/// threshold without a default is unset until the header or a `config.changed` sets it; it then
/// limits nothing.
public struct Policy: Equatable, Sendable {
  /// A value in its own unit, and as rules ask for it with every record.
  @usableFromInline struct Threshold: Equatable, Sendable {
    var value: Double
    @usableFromInline var inMilliseconds: Int64
    @usableFromInline var count: Int64

    init(_ value: Double, of key: PolicyKey) {
      self.value = value
      inMilliseconds = Policy.clamped(Policy.milliseconds(value, rounding: key.rounding))
      count = Policy.clamped(value)
    }

    /// What limits nothing.
    static let unlimited = Threshold(unlimited: .infinity)

    private init(unlimited value: Double) {
      self.value = value
      (inMilliseconds, count) = (.max, .max)
    }
  }

  @usableFromInline var thresholds: [Threshold]
  /// The bits of the thresholds that are not unknown.
  @usableFromInline var known: UInt64
  /// The bits of the thresholds without a value, which limit nothing.
  @usableFromInline package private(set) var unset: UInt64
  /// The bits of the thresholds that can be known: in a session without times, not those in
  /// seconds.
  private var measurable = UInt64.max

  /// Every threshold at its default, or unset: the policy of a header that sets none.
  public static let defaults = Policy(
    thresholds: PolicyKey.allCases.map(Self.initial), known: .max, unset: bitsOfApp)

  /// No threshold is known: the header is lost.
  public static let unknown = Policy(thresholds: defaults.thresholds, known: 0, unset: 0)

  private static let bitsInSeconds = PolicyKey.allCases.filter { $0.unit == .seconds }.bits
  private static let bitsOfApp = PolicyKey.allCases.filter { $0.origin == .app }.bits

  private static func initial(_ key: PolicyKey) -> Threshold {
    key.defaultValue.map { Threshold($0, of: key) } ?? .unlimited
  }

  /// The thresholds before the header sets any: the defaults, or nothing known.
  package static func ofHeader(isKnown: Bool, hasTimes: Bool) -> Policy {
    var policy = defaults
    policy.reset(isKnown: isKnown, hasTimes: hasTimes)
    return policy
  }

  /// Starts over with the defaults, or with nothing known.
  ///
  /// In a session without times no threshold in seconds is ever known.
  ///
  /// Most sessions begin with what the one before ended with; then the count of references of the
  /// defaults, for which threads would wait for each other, is left alone.
  mutating func reset(isKnown: Bool, hasTimes: Bool) {
    if thresholds.memoryIdentity != Self.memoryOfDefaults { thresholds = Self.defaults.thresholds }
    measurable = hasTimes ? .max : ~Self.bitsInSeconds
    known = isKnown ? measurable : 0
    unset = isKnown ? Self.bitsOfApp : 0
  }

  private static let memoryOfDefaults = defaults.thresholds.memoryIdentity

  /// Sets one threshold; it becomes unknown where the value can be none.
  public mutating func set(_ key: PolicyKey, to value: Double) {
    let isOne = key.canBe(value)
    thresholds[Int(key.rawValue)] = isOne ? Threshold(value, of: key) : Self.initial(key)
    unset &= ~key.bit
    known = isOne ? known | key.bit & measurable : known & ~key.bit
  }

  /// The value in its own unit (seconds or pieces); nil where it is unknown or unset.
  public func value(_ key: PolicyKey) -> Double? {
    isKnown(key) && !isUnset(key) ? thresholds[Int(key.rawValue)].value : nil
  }

  /// Whether a threshold has no value: it has no default, and neither the session nor an override
  /// sets it.
  @inlinable
  public func isUnset(_ key: PolicyKey) -> Bool { unset & key.bit != 0 }

  /// A threshold in seconds as milliseconds; nil where it is unknown, `Int64.max` where it is
  /// unset.
  @inlinable
  public func milliseconds(_ key: PolicyKey) -> Int64? {
    isKnown(key) ? thresholds[Int(key.rawValue)].inMilliseconds : nil
  }

  /// A threshold that counts; nil where it is unknown, `Int64.max` where it is unset.
  @inlinable
  public func count(_ key: PolicyKey) -> Int64? {
    isKnown(key) ? thresholds[Int(key.rawValue)].count : nil
  }

  /// How long a slot rests after so many failed loads in a row, in milliseconds; nil where that is
  /// unknown.
  package func pause(afterFailures failures: Int) -> Int64? {
    guard let base = value(.retryBaseSeconds), let most = value(.retryMaxSeconds) else {
      return nil
    }
    let microseconds = Backoff.pause(
      failures: failures, base: Self.clamped(base * 1e6), most: Self.clamped(most * 1e6))
    return (microseconds + 999) / 1000
  }

  @inlinable @inline(__always)
  func isKnown(_ key: PolicyKey) -> Bool { known & key.bit != 0 }

  /// Whole milliseconds, as those of a journal, that compare as the seconds do.
  ///
  /// Rounds values within 1 µs of a whole millisecond, because decimal seconds are inexact.
  static func milliseconds(
    _ seconds: Double, rounding: FloatingPointRoundingRule
  ) -> Double {
    let exact = seconds * 1000
    return abs(exact - exact.rounded()) < 0.001 ? exact.rounded() : exact.rounded(rounding)
  }

  static func clamped(_ value: Double) -> Int64 {
    let limit = 4.0e15
    return Int64(min(max(value.rounded(), -limit), limit))
  }

  /// Takes over every threshold that a change sets.
  public mutating func apply(_ change: [PolicySetting]) {
    for setting in change { set(setting.key, to: setting.value) }
  }
}

extension [PolicyKey] {
  /// The bits of all keys.
  package var bits: UInt64 { reduce(0) { $0 | $1.bit } }
}
