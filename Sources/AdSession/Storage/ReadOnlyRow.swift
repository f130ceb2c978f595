/// The elements of an array while ``Swift/Array/withReadOnlyRow(_:)`` runs.
///
/// Elements are read in place, without counting references to the array. Debug builds check every
/// index.
@usableFromInline
package struct ReadOnlyRow<Element> {
  @usableFromInline let start: UnsafePointer<Element>?
  /// The number of elements.
  @usableFromInline package let count: Int

  @inlinable
  init(_ elements: UnsafeBufferPointer<Element>) {
    start = elements.baseAddress
    count = elements.count
  }

  /// A row without elements.
  @inlinable
  package init() {
    start = nil
    count = 0
  }

  /// The element at an index, in place.
  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { address(index) }
  }

  /// The cell of the element at an index.
  @inlinable @inline(__always)
  package func cell(_ index: Int) -> ReadOnlyCell<Element> {
    ReadOnlyCell(address: address(index))
  }

  @inlinable @inline(__always)
  func address(_ index: Int) -> UnsafePointer<Element> {
    assert(index >= 0 && index < count)
    return start.unsafelyUnwrapped + index
  }
}

extension Array {
  /// Calls `body` with the elements in place; the row must not be used after `body` returns.
  @inlinable
  package func withReadOnlyRow(_ body: (ReadOnlyRow<Element>) -> Void) {
    withUnsafeBufferPointer { body(ReadOnlyRow($0)) }
  }
}
