/// A list of small numbers whose places in time rise: added at the end, removed mostly at the front.
///
/// Removing the first one moves nothing, and what was removed makes room for what is added.
public struct OrderedNumbers: RandomAccessCollection, Sendable {
  private var numbers: [Int32] = []
  private var head = 0

  init() {}

  /// A list of these numbers, oldest first.
  init(_ numbers: [Int32]) { self.numbers = numbers }

  /// The index of the oldest number.
  public var startIndex: Int { head }
  /// The index behind the youngest number.
  public var endIndex: Int { numbers.count }

  /// The number at an index.
  public subscript(index: Int) -> Int32 { numbers[index] }

  /// Adds a number as the youngest.
  mutating func append(_ number: Int) {
    if head > 0, head == numbers.count { removeAll() }
    if head > 16, head * 2 > numbers.count {
      numbers.removeFirst(head)
      head = 0
    }
    numbers.append(Int32(truncatingIfNeeded: number))
  }

  /// Removes a number, if it is there; O(log n) at the front, O(n) elsewhere.
  mutating func remove(_ number: Int, place: (Int) -> Int) {
    var low = head
    var high = numbers.count
    while low < high {
      let middle = low + (high - low) / 2
      if place(Int(numbers[middle])) < place(number) { low = middle + 1 } else { high = middle }
    }
    guard low < numbers.count, Int(numbers[low]) == number else { return }
    if low == head { head += 1 } else { numbers.remove(at: low) }
  }

  /// Forgets all and keeps the memory.
  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    head = 0
  }
}
