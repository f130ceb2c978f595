/// The range of integers that a choice is drawn from, ordered by simplicity.
///
/// The simplest value, the origin, has index 0. Its neighbours follow alternately: origin, +1, −1,
/// +2, −2, …; the rest of the longer side comes last. Shrinking only makes indexes smaller.
public struct ChoiceDomain: Hashable, Sendable {
  /// The smallest value.
  public let lowerBound: Int64
  /// The largest value.
  public let upperBound: Int64
  /// The simplest value, at index 0.
  public let origin: Int64

  /// Creates a domain; the origin defaults to 0, or to the bound closest to 0.
  public init(_ range: ClosedRange<Int64>, towards origin: Int64? = nil) {
    lowerBound = range.lowerBound
    upperBound = range.upperBound
    self.origin = min(max(origin ?? 0, range.lowerBound), range.upperBound)
  }

  private var below: UInt64 { UInt64(bitPattern: origin &- lowerBound) }
  private var above: UInt64 { UInt64(bitPattern: upperBound &- origin) }

  /// The index of the least simple value: the number of values minus one.
  public var lastIndex: UInt64 { UInt64(bitPattern: upperBound &- lowerBound) }

  /// Whether a value is in the range.
  public func contains(_ value: Int64) -> Bool { value >= lowerBound && value <= upperBound }

  /// The value at an index; clamps an index beyond ``lastIndex``.
  public func value(at index: UInt64) -> Int64 {
    let index = min(index, lastIndex)
    let shorter = min(below, above)
    if index <= shorter &* 2 {
      let distance = Int64(bitPattern: (index >> 1) &+ (index & 1))
      return index & 1 == 1 ? origin &+ distance : origin &- distance
    }
    let distance = Int64(bitPattern: index &- shorter)
    return above > below ? origin &+ distance : origin &- distance
  }

  /// The index of a value; clamps a value outside the range.
  public func index(of value: Int64) -> UInt64 {
    let value = min(max(value, lowerBound), upperBound)
    let distance = ChoiceDomain.distance(value, origin)
    let shorter = min(below, above)
    if distance == 0 { return 0 }
    if distance <= shorter { return value > origin ? distance &* 2 &- 1 : distance &* 2 }
    return distance &+ shorter
  }

  /// The distance between two values.
  static func distance(_ one: Int64, _ other: Int64) -> UInt64 {
    UInt64(bitPattern: one >= other ? one &- other : other &- one)
  }
}

/// A number that was drawn, as an index into its domain.
public struct Choice: Hashable, Sendable {
  /// The index in the order of simplicity; 0 is the simplest value.
  public var index: UInt64
  /// The domain that the number was drawn from.
  public var domain: ChoiceDomain

  /// The number at ``index`` of the domain.
  public var value: Int64 { domain.value(at: index) }
}
