/// Values by key, in the order of the keys: few of them, and the same order whatever came first.
public struct SortedTable<Key: Comparable, Value> {
  /// The keys with their values, by rising key.
  public private(set) var entries: [(key: Key, value: Value)] = []

  /// Makes an empty table.
  public init() {}

  /// The value of a key; a key that is not there yet begins with `initial`.
  subscript(key: Key, initial: @autoclosure () -> Value) -> Value {
    get {
      let (place, isThere) = find(key)
      return isThere ? entries[place].value : initial()
    }
    _modify {
      let (place, isThere) = find(key)
      if !isThere { entries.insert((key, initial()), at: place) }
      yield &entries[place].value
    }
  }

  /// Where a key is, or belongs.
  private func find(_ key: Key) -> (place: Int, isThere: Bool) {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return (low, low < entries.count && entries[low].key == key)
  }
}

extension SortedTable: Sendable where Key: Sendable, Value: Sendable {}

extension SortedTable: Equatable where Value: Equatable {
  /// Whether both have the same keys with the same values.
  public static func == (one: Self, other: Self) -> Bool {
    one.entries.elementsEqual(other.entries) { $0.key == $1.key && $0.value == $1.value }
  }
}

extension SortedTable where Value == Int {
  /// Adds the numbers of another table.
  mutating func add(_ other: Self) {
    for (key, number) in other.entries { add(number, to: key) }
  }

  /// Adds to the number of a key; a sum that no `Int` can be stays the greatest, whatever a journal
  /// says.
  mutating func add(_ number: Int, to key: Key) {
    let (sum, overflows) = self[key, 0].addingReportingOverflow(number)
    self[key, 0] = overflows ? (number < 0 ? .min : .max) : sum
  }
}
