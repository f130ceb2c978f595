/// A fixed number of adjacent values that never move.
///
/// A copy of a slab is the same slab. The owner calls ``deallocate()`` once, after the last use of
/// any copy, of its cells and of its slices. Debug builds check every index.
@usableFromInline
package struct Slab<Element: ~Copyable> {
  @usableFromInline let start: UnsafeMutablePointer<Element>
  /// The number of values.
  @usableFromInline package let count: Int

  /// Allocates the values; `make` returns the one of each index.
  @inlinable
  package init(count: Int, _ make: (Int) -> Element) {
    start = .allocate(capacity: count)
    self.count = count
    for index in 0..<count { (start + index).initialize(to: make(index)) }
  }

  /// The value at an index, in place.
  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { UnsafePointer(address(index)) }
    @inline(__always) nonmutating unsafeMutableAddress { address(index) }
  }

  /// The cell of the value at an index.
  @inlinable @inline(__always)
  package func cell(_ index: Int) -> Cell<Element> { Cell(address: address(index)) }

  @inlinable @inline(__always)
  func address(_ index: Int) -> UnsafeMutablePointer<Element> {
    assert(0..<count ~= index)
    return start + index
  }

  /// Sets all bytes of all values to zero, which must be a value of the type; nothing is destroyed.
  @inlinable
  package func zero() {
    UnsafeMutableRawPointer(start).initializeMemory(
      as: UInt8.self, repeating: 0, count: count * MemoryLayout<Element>.stride)
  }

  /// Destroys the values and frees their memory.
  @inlinable
  package func deallocate() {
    start.deinitialize(count: count)
    start.deallocate()
  }
}

extension Slab {
  /// The values from one index up to another.
  @inlinable @inline(__always)
  package func slice(_ first: Int32, _ end: Int32) -> SlabSlice<Element> {
    assert(0 <= first && first <= end && Int(end) <= count)
    return SlabSlice(next: start + Int(first), end: start + Int(end))
  }
}

/// Neighbouring values of a slab.
@usableFromInline
package struct SlabSlice<Element>: Sequence, IteratorProtocol {
  @usableFromInline var nextAddress: UnsafeMutablePointer<Element>
  @usableFromInline let end: UnsafeMutablePointer<Element>

  @inlinable @inline(__always)
  init(next: UnsafeMutablePointer<Element>, end: UnsafeMutablePointer<Element>) {
    nextAddress = next
    self.end = end
  }

  /// The next value; nil after the last.
  @inlinable @inline(__always)
  package mutating func next() -> Element? {
    if nextAddress == end { return nil }
    defer { nextAddress += 1 }
    return nextAddress.pointee
  }
}
