/// Values by key: a list that is searched while it is short, which is faster than a hash table.
///
/// Every query is O(1), for any number of keys.
public struct ShortTable<Key: Hashable & Comparable & Sendable, Value: Sendable>: Sendable {
  /// Up to ``mostFew`` entries, in the order of insertion.
  @usableFromInline var few = Table<(key: Key, value: Value)>()
  /// All entries of a longer table; else empty.
  @usableFromInline var many: [Key: Value] = [:]

  private static var mostFew: Int { 8 }

  init() {}

  /// The value of a key; nil where it has none.
  @inlinable public subscript(key: Key) -> Value? {
    if let index = index(of: key) { return few[index].value }
    return many.isEmpty ? nil : many[key]
  }

  /// Sets the value of a key.
  mutating func set(_ key: Key, to value: Value) {
    if let index = index(of: key) {
      few[index].value = value
    } else if !many.isEmpty {
      many[key] = value
    } else if few.count < Self.mostFew {
      _ = few.append((key, value))
    } else {
      for entry in few { many[entry.key] = entry.value }
      many[key] = value
      few.removeAll()
    }
  }

  @inlinable
  func index(of key: Key) -> Int? {
    for index in few.indices where few[index].key == key { return index }
    return nil
  }

  /// Removes all entries and keeps the memory of the list.
  mutating func removeAll() {
    few.removeAll()
    if !many.isEmpty { many = [:] }
  }
}

extension Array {
  /// Removes the elements, if there are any, and keeps the memory.
  @inline(__always)
  mutating func forget() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}
