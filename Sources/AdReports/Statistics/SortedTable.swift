/// A dictionary for few keys, whose entries are sorted by key.
///
/// A lookup is O(log n), an insertion O(n).
public struct SortedTable<Key: Comparable, Value> {
  /// In ascending order; apart from the values, which a search would copy.
  private var keys: [Key] = []
  private var values: [Value] = []

  /// The entries, in ascending order of their keys.
  public var entries: [(key: Key, value: Value)] { zip(keys, values).map { ($0, $1) } }
  /// The greatest key.
  var lastKey: Key? { keys.last }

  /// Makes an empty table.
  public init() {}

  /// The value of a key; `initial` if there is none yet.
  subscript(key: Key, initial: @autoclosure () -> Value) -> Value {
    get {
      let (index, isPresent) = find(key)
      return isPresent ? values[index] : initial()
    }
    _modify {
      let (index, isPresent) = find(key)
      if !isPresent {
        keys.insert(key, at: index)
        values.insert(initial(), at: index)
      }
      yield &values[index]
    }
  }

  /// The index of a key, or the index at which it would be inserted.
  private func find(_ key: Key) -> (index: Int, isPresent: Bool) {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return (low, low < keys.count && keys[low] == key)
  }
}

extension SortedTable: Sendable where Key: Sendable, Value: Sendable {}

extension SortedTable: Equatable where Value: Equatable {
  /// Whether both have the same keys with the same values.
  public static func == (one: Self, other: Self) -> Bool {
    one.keys == other.keys && one.values == other.values
  }
}

extension SortedTable where Value: FixedWidthInteger {
  /// Adds the numbers of another table.
  mutating func add(_ other: Self) {
    for (key, number) in other.entries { add(number, to: key) }
  }

  /// Adds to the number of a key; the sum is clamped to the range of its type.
  mutating func add(_ number: Value, to key: Key) {
    let (sum, overflows) = self[key, 0].addingReportingOverflow(number)
    self[key, 0] = overflows ? (number < 0 ? .min : .max) : sum
  }
}
