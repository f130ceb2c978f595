/// Up to a fixed number of values, in memory that is allocated with the first of them.
///
/// Searching a few values one by one is faster than any hash table.
@usableFromInline
package struct ShortRow<Element>: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<Element>?
  /// The number of values.
  @usableFromInline package internal(set) var count = 0
  @usableFromInline let capacity: Int

  /// Makes an empty row.
  @inlinable
  package init(capacity: Int) {
    start = nil
    self.capacity = capacity
  }

  deinit {
    start?.deinitialize(count: count)
    start?.deallocate()
  }

  /// Whether no further value fits.
  @inlinable package var isFull: Bool { @inline(__always) get { count == capacity } }

  /// The value at an index, in place.
  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { UnsafePointer(address(index)) }
    @inline(__always) unsafeMutableAddress { address(index) }
  }

  @inlinable @inline(__always)
  func address(_ index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return start.unsafelyUnwrapped + index
  }

  /// Appends a value; the row must not be full.
  @inlinable @inline(__always)
  package mutating func append(_ value: Element) {
    precondition(count < capacity)
    (start ?? allocate()).advanced(by: count).initialize(to: value)
    count &+= 1
  }

  @usableFromInline @inline(never)
  mutating func allocate() -> UnsafeMutablePointer<Element> {
    let allocated = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    start = allocated
    return allocated
  }

  /// Removes all values but the first `count`.
  @inlinable @inline(__always)
  package mutating func keepFirst(_ count: Int) {
    precondition(0 <= count && count <= self.count)
    start?.advanced(by: count).deinitialize(count: self.count &- count)
    self.count = count
  }

  /// Moves the last value to an index, in place of the value there.
  @inlinable @inline(__always)
  package mutating func removeByMovingLast(to index: Int) {
    self[index] = self[count &- 1]
    keepFirst(count &- 1)
  }
}
