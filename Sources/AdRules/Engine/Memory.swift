/// Numbers by keys: few of them in a row that is searched, as nearly always, more in a dictionary.
public struct Memory: ~Copyable {
  private struct Entry {
    var key: UInt64
    var value: Int
  }

  /// How many there are.
  private var count = 0
  private var fewCount = 0
  private var few: UnsafeMutablePointer<Entry>?
  private var many: [UInt64: Int] = [:]
  private static var fewAtMost: Int { 16 }

  init() {}

  deinit { few?.deallocate() }

  /// Whether nothing is remembered.
  public var isEmpty: Bool { count == 0 }
  /// All keys, rising.
  public var keys: [UInt64] { (row.map(\.key) + many.keys).sorted() }
  /// All numbers, rising.
  public var values: [Int] { (row.map(\.value) + many.values).sorted() }

  private var row: UnsafeBufferPointer<Entry> { UnsafeBufferPointer(start: few, count: fewCount) }

  /// The number of a key; nil where none is remembered.
  public subscript(key: UInt64) -> Int? {
    @inline(__always)
    get {
      if let place = place(of: key) { return place.pointee.value }
      return count == fewCount ? nil : many[key]
    }
    @inline(__always)
    set {
      if let newValue { set(key, newValue) } else { removeValue(forKey: key) }
    }
  }

  /// Forgets the number of a key, and says what it was.
  @discardableResult
  public mutating func removeValue(forKey key: UInt64) -> Int? {
    guard let place = place(of: key), let few else {
      let removed = count == fewCount ? nil : many.removeValue(forKey: key)
      if removed != nil { count -= 1 }
      return removed
    }
    let value = place.pointee.value
    count -= 1
    fewCount -= 1
    place.pointee = few[fewCount]
    return value
  }

  /// Forgets all and keeps the memory.
  @inline(__always)
  mutating func removeAll() {
    if count > fewCount { many.removeAll(keepingCapacity: true) }
    count = 0
    fewCount = 0
  }

  @inline(__always)
  private func place(of key: UInt64) -> UnsafeMutablePointer<Entry>? {
    guard let few else { return nil }
    var place = 0
    while place < fewCount {
      if few[place].key == key { return few + place }
      place &+= 1
    }
    return nil
  }

  private mutating func set(_ key: UInt64, _ value: Int) {
    if let place = place(of: key) {
      place.pointee.value = value
    } else if fewCount < Self.fewAtMost, count == fewCount || many[key] == nil {
      let row = few ?? .allocate(capacity: Self.fewAtMost)
      few = row
      row[fewCount] = Entry(key: key, value: value)
      fewCount += 1
      count += 1
    } else if many.updateValue(value, forKey: key) == nil {
      count += 1
    }
  }
}
