/// Values by key: as long as they are few, a list that is searched, which is faster than any hash.
///
/// Every question is answered in O(1), however many keys a journal makes up.
public struct ShortTable<Key: Hashable & Comparable & Sendable, Value: Sendable>: Sendable {
  /// Up to ``mostFew`` entries, in the order in which their keys came.
  @usableFromInline var few = Table<(key: Key, value: Value)>()
  /// All entries, where they are more; else empty.
  @usableFromInline var many: [Key: Value] = [:]

  private static var mostFew: Int { 8 }

  init() {}

  /// The value of a key; nil where it has none.
  @inlinable public subscript(key: Key) -> Value? {
    if let place = place(key) { return few[place].value }
    return many.isEmpty ? nil : many[key]
  }

  /// Sets the value of a key.
  mutating func set(_ key: Key, to value: Value) {
    if let place = place(key) {
      few[place].value = value
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
  func place(_ key: Key) -> Int? {
    for place in few.indices where few[place].key == key { return place }
    return nil
  }

  /// Forgets everything and keeps the memory of few.
  mutating func removeAll() {
    few.removeAll()
    if !many.isEmpty { many = [:] }
  }
}

extension Array {
  /// Forgets the elements and keeps the memory; asks first, since nearly always there are none.
  @inline(__always)
  mutating func forget() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}
