/// The index of an element, or ``none``, in four bytes, where `Int?` takes sixteen.
///
/// `none` is less than every index, so that `max` returns the later of two events that may be
/// missing.
public struct OptionalIndex<Element>: Sendable {
  /// The index; less than 0 for none.
  @usableFromInline let rawValue: Int32

  /// The index of an element.
  @inlinable @inline(__always)
  public init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  /// The index of an element; none for nil.
  @inlinable @inline(__always)
  public init(_ index: Int?) { self.init(index ?? -1) }

  /// No element.
  @inlinable public static var none: OptionalIndex { OptionalIndex(-1) }

  /// Whether there is an element.
  @inlinable public var isPresent: Bool { rawValue >= 0 }
  /// Whether there is no element.
  @inlinable public var isAbsent: Bool { rawValue < 0 }
  /// The index; nil for none.
  @inlinable public var index: Int? { rawValue < 0 ? nil : Int(rawValue) }

  /// The index of an element that is known to be present.
  @inlinable public var known: Int {
    precondition(rawValue >= 0, "there is no such element")
    return Int(rawValue)
  }

  /// The index after this one; 0 for none.
  @inlinable public var next: Int { Int(rawValue) + 1 }
}

/// The index of an event in its trace, or none.
public typealias EventIndex = OptionalIndex<Event>

extension OptionalIndex: Comparable, Hashable {
  /// Whether both are the same element, or both none.
  @inlinable @inline(__always)
  public static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

  /// Orders by index; none comes first.
  @inlinable @inline(__always)
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

  /// Hashes the index.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// Comparison with an index that is present.
extension OptionalIndex {
  /// Whether this is the element of an index.
  @inlinable public static func == (one: Self, other: Int) -> Bool { Int(one.rawValue) == other }
  /// Whether this is not the element of an index.
  @inlinable public static func != (one: Self, other: Int) -> Bool { Int(one.rawValue) != other }
  /// Whether this is none or before an index.
  @inlinable public static func < (one: Self, other: Int) -> Bool { Int(one.rawValue) < other }
  /// Whether this is none, the index or before it.
  @inlinable public static func <= (one: Self, other: Int) -> Bool { Int(one.rawValue) <= other }
  /// Whether this is after an index.
  @inlinable public static func > (one: Self, other: Int) -> Bool { Int(one.rawValue) > other }
  /// Whether this is the index or after it.
  @inlinable public static func >= (one: Self, other: Int) -> Bool { Int(one.rawValue) >= other }
  /// Whether an index is before this element.
  @inlinable public static func < (one: Int, other: Self) -> Bool { one < Int(other.rawValue) }
  /// Whether an index is before this element or equal to its index.
  @inlinable public static func <= (one: Int, other: Self) -> Bool { one <= Int(other.rawValue) }
  /// Whether an index is after this element, or this is none.
  @inlinable public static func > (one: Int, other: Self) -> Bool { one > Int(other.rawValue) }
  /// Whether an index is equal to this element's or after it, or this is none.
  @inlinable public static func >= (one: Int, other: Self) -> Bool { one >= Int(other.rawValue) }
}

extension OptionalIndex: CustomStringConvertible {
  /// The index as text; `none` for none.
  public var description: String { rawValue < 0 ? "none" : String(rawValue) }
}

extension [EventIndex] {
  /// The indexes of those that are present.
  public var present: [Int] { compactMap { $0.index } }
}

extension Table {
  /// The row of an index that is known to be present.
  public internal(set) subscript(index: OptionalIndex<Row>) -> Row {
    @inlinable @inline(__always)
    _read { yield self[index.known] }
    @inline(__always)
    _modify { yield &self[index.known] }
  }
}
