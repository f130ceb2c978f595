/// The finite range of whole numbers that one choice is taken from, in the order of simplicity.
///
/// The simplest value is the origin and has index 0; then come the values next to it, the greater
/// of two first: origin, +1, −1, +2, −2, … and at last what only the longer side has. Shrinking is
/// nothing but making indexes smaller.
public struct ChoiceDomain: Hashable, Sendable {
  /// The least value.
  public let lowerBound: Int64
  /// The greatest value.
  public let upperBound: Int64
  /// The simplest value.
  public let origin: Int64

  /// A range and its simplest value; without one it is 0, or the bound nearest to 0.
  public init(_ range: ClosedRange<Int64>, towards origin: Int64? = nil) {
    lowerBound = range.lowerBound
    upperBound = range.upperBound
    self.origin = min(max(origin ?? 0, range.lowerBound), range.upperBound)
  }

  private var below: UInt64 { UInt64(bitPattern: origin &- lowerBound) }
  private var above: UInt64 { UInt64(bitPattern: upperBound &- origin) }

  /// The index of the least simple value; the domain has one value more than that.
  public var lastIndex: UInt64 { UInt64(bitPattern: upperBound &- lowerBound) }

  /// Whether a value is in the range.
  public func contains(_ value: Int64) -> Bool { value >= lowerBound && value <= upperBound }

  /// The value at an index; an index beyond the last is taken for the last.
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

  /// The index of a value; a value outside the range is taken for the bound next to it.
  public func index(of value: Int64) -> UInt64 {
    let value = min(max(value, lowerBound), upperBound)
    let distance = ChoiceDomain.distance(value, origin)
    let shorter = min(below, above)
    if distance == 0 { return 0 }
    if distance <= shorter { return value > origin ? distance &* 2 &- 1 : distance &* 2 }
    return distance &+ shorter
  }

  /// How far two values are apart.
  static func distance(_ one: Int64, _ other: Int64) -> UInt64 {
    UInt64(bitPattern: one >= other ? one &- other : other &- one)
  }
}

/// One number that was drawn: where in its domain, and which domain.
public struct Choice: Hashable, Sendable {
  /// The place in the order of simplicity; 0 is the simplest.
  public var index: UInt64
  /// What it was taken from.
  public var domain: ChoiceDomain

  /// The number itself.
  public var value: Int64 { domain.value(at: index) }

  /// Whether nothing else could have been drawn.
  var isForced: Bool { domain.lastIndex == 0 }
}
