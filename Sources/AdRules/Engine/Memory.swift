internal import AdSession

/// Numbers by key: a short row that is searched, and a dictionary for what does not fit.
public struct Memory: ~Copyable {
  private struct Entry {
    var key: UInt64
    var value: Int
  }

  private var few = ShortRow<Entry>(capacity: 16)
  private var many: [UInt64: Int] = [:]

  init() {}

  /// Whether no number is stored.
  public var isEmpty: Bool { few.count == 0 && many.isEmpty }
  /// All keys, rising.
  public var keys: [UInt64] { ((0..<few.count).map { few[$0].key } + many.keys).sorted() }
  /// All numbers, rising.
  public var values: [Int] { ((0..<few.count).map { few[$0].value } + many.values).sorted() }

  /// The number of a key; nil where none is stored.
  public subscript(key: UInt64) -> Int? {
    @inline(__always)
    get {
      if let index = index(of: key) { return few[index].value }
      return many.isEmpty ? nil : many[key]
    }
    @inline(__always)
    set {
      if let newValue { set(key, newValue) } else { removeValue(forKey: key) }
    }
  }

  /// Removes the number of a key and returns it.
  @discardableResult
  public mutating func removeValue(forKey key: UInt64) -> Int? {
    guard let index = index(of: key) else {
      return many.isEmpty ? nil : many.removeValue(forKey: key)
    }
    let value = few[index].value
    few.removeByMovingLast(to: index)
    return value
  }

  /// Removes all numbers and keeps the memory.
  @inline(__always)
  mutating func removeAll() {
    if !many.isEmpty { many.removeAll(keepingCapacity: true) }
    few.keepFirst(0)
  }

  @inline(__always)
  private func index(of key: UInt64) -> Int? {
    var index = 0
    while index < few.count {
      if few[index].key == key { return index }
      index &+= 1
    }
    return nil
  }

  private mutating func set(_ key: UInt64, _ value: Int) {
    if let index = index(of: key) {
      few[index].value = value
    } else if !few.isFull, many.isEmpty || many[key] == nil {
      few.append(Entry(key: key, value: value))
    } else {
      many[key] = value
    }
  }
}
