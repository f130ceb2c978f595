/// A fixed number of adjacent values that never move.
///
/// Its cells and slices must not be used after the end of the slab, which frees the memory. Debug
/// builds check every index.
///
/// The values of a slab in a noncopyable type must not be of a private type: the compiler of Swift
/// 6.3 fails where another file frees it.
@usableFromInline
package struct Slab<Element: ~Copyable>: ~Copyable {
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
    assert(index >= 0 && index < count)
    return start + index
  }

  /// Sets all bytes of all values to zero, which must be a value of the type; nothing is destroyed.
  @inlinable
  package func zero() {
    UnsafeMutableRawPointer(start).initializeMemory(
      as: UInt8.self, repeating: 0, count: count * MemoryLayout<Element>.stride)
  }

  @inlinable
  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }
}

extension Slab {
  /// All values.
  @inlinable package var all: SlabSlice<Element> {
    @inline(__always) get { SlabSlice(next: start, end: start + count) }
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

  /// The values from one index up to another.
  @inlinable @inline(__always)
  package func slice(_ first: Int32, _ end: Int32) -> SlabSlice {
    assert(0 <= first && first <= end && Int(end) <= self.end - nextAddress)
    return SlabSlice(next: nextAddress + Int(first), end: nextAddress + Int(end))
  }

  /// The next value; nil after the last.
  @inlinable @inline(__always)
  package mutating func next() -> Element? {
    if nextAddress == end { return nil }
    defer { nextAddress += 1 }
    return nextAddress.pointee
  }
}
