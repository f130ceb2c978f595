/// A list of small numbers in the order of time: added at the end, removed mostly at the front.
///
/// Up to eight numbers are stored inline, because most slots never have more at once. A longer list
/// is stored in an array. Removing the first number moves nothing.
public struct OrderedNumbers: RandomAccessCollection, Sendable {
  private var few = SIMD8<Int32>()
  private var head = 0
  private var end = 0
  /// All numbers of a long list; else empty.
  private var many: [Int32] = []

  init() {}

  /// A list of these numbers, oldest first.
  init(_ numbers: [Int32]) {
    for number in numbers { append(Int(number)) }
  }

  /// The index of the oldest number.
  public var startIndex: Int { head }
  /// The index after the youngest number.
  public var endIndex: Int { end }

  /// The number at an index.
  public subscript(index: Int) -> Int32 {
    precondition(index >= head && index < end)
    return many.isEmpty ? few[index] : many[index]
  }

  /// Adds a number as the youngest.
  mutating func append(_ number: Int) {
    guard many.isEmpty, end < few.scalarCount else { return appendWithRoom(number) }
    if head == end { (head, end) = (0, 0) }
    // Stored directly: the subscript would store all eight again.
    withUnsafeMutableBytes(of: &few) {
      $0.storeBytes(of: Int32(truncatingIfNeeded: number), toByteOffset: end &* 4, as: Int32.self)
    }
    end &+= 1
  }

  @inline(never)
  private mutating func appendWithRoom(_ number: Int) {
    if head == end { removeAll() }
    if many.isEmpty, end == few.scalarCount { makeRoom() }
    if many.isEmpty { return append(number) }
    if head > 16, head * 2 > end { dropRemoved() }
    many.append(Int32(truncatingIfNeeded: number))
    end += 1
  }

  /// Moves the inline numbers to the front, or all of them to the array.
  private mutating func makeRoom() {
    if head == 0 {
      many = few.indices.map { few[$0] }
      return
    }
    for index in head..<end { few[index - head] = few[index] }
    end -= head
    head = 0
  }

  private mutating func dropRemoved() {
    many.removeFirst(head)
    end -= head
    head = 0
  }

  /// Removes a number if it is the oldest, which is nearly always so; returns whether it was.
  @inline(__always)
  mutating func removeOldest(ifIs number: Int) -> Bool {
    guard head < end else { return true }
    if Int(self[head]) != number { return false }
    head &+= 1
    return true
  }

  /// Removes a number, if it is there; O(log n) at the front, O(n) elsewhere.
  mutating func remove(_ number: Int, order: (Int) -> Int) {
    if removeOldest(ifIs: number) { return }
    var low = head
    var high = end
    while low < high {
      let middle = low + (high - low) / 2
      if order(Int(self[middle])) < order(number) { low = middle + 1 } else { high = middle }
    }
    guard low < end, Int(self[low]) == number else { return }
    if many.isEmpty {
      for index in low + 1..<end { few[index - 1] = few[index] }
    } else {
      many.remove(at: low)
    }
    end -= 1
  }

  /// Removes the youngest number, if there is one.
  mutating func removeYoungest() {
    if head == end { return }
    if !many.isEmpty { many.removeLast() }
    end -= 1
  }

  /// Inserts a number into a rising list, unless it is there; nearly always at the end.
  mutating func insertRising(_ number: Int) {
    if let last, last >= number {
      var all = Array(self)
      let index = all.firstIndex { $0 >= number } ?? all.count
      if Int(all[index]) == number { return }
      all.insert(Int32(truncatingIfNeeded: number), at: index)
      self = OrderedNumbers(all)
    } else {
      append(number)
    }
  }

  /// Removes all numbers and frees the array.
  mutating func removeAll() {
    if !many.isEmpty { many = [] }
    head = 0
    end = 0
  }
}
