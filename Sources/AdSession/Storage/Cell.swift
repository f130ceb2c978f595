/// A value at a fixed address.
///
/// A copy of a cell is the same cell: every copy reads and changes one value, without counting
/// references. It lies in a ``Slab`` or comes from a ``CellPool``, or its owner calls
/// ``deallocate()`` once, after the last use of any copy.
@usableFromInline
package struct Cell<Value: ~Copyable> {
  @usableFromInline package let address: UnsafeMutablePointer<Value>

  /// Allocates the value.
  @inlinable
  package init(_ value: consuming Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  @inlinable @inline(__always)
  package init(address: UnsafeMutablePointer<Value>) { self.address = address }

  /// The value, in place.
  @inlinable package var value: Value {
    @inline(__always) unsafeAddress { UnsafePointer(address) }
    @inline(__always) nonmutating unsafeMutableAddress { address }
  }

  /// A number that no other cell has.
  @inlinable package var identity: UInt {
    @inline(__always) get { UInt(bitPattern: address) }
  }

  /// Destroys the value and frees its memory.
  @inlinable
  package func deallocate() {
    address.deinitialize(count: 1)
    address.deallocate()
  }
}

extension Cell: Equatable where Value: ~Copyable {
  /// Whether both are the same cell.
  @inlinable @inline(__always)
  package static func == (one: Cell, other: Cell) -> Bool { one.address == other.address }
}

extension Cell {
  /// The same cell for readers.
  @inlinable package var readOnly: ReadOnlyCell<Value> {
    @inline(__always) get { ReadOnlyCell(address: UnsafePointer(address)) }
  }
}

/// A value that another owner keeps at a fixed address, for reading only.
@usableFromInline
package struct ReadOnlyCell<Value> {
  @usableFromInline let address: UnsafePointer<Value>

  @inlinable @inline(__always)
  init(address: UnsafePointer<Value>) { self.address = address }

  /// The value, in place.
  @inlinable package var value: Value {
    @inline(__always) unsafeAddress { address }
  }

  /// Whether both are the same cell.
  @inlinable @inline(__always)
  package static func === (one: ReadOnlyCell, other: ReadOnlyCell) -> Bool {
    one.address == other.address
  }

  /// Calls `body` with a cell that holds the value until `body` returns.
  @inlinable
  package static func with<Result>(
    _ value: Value, _ body: (ReadOnlyCell) -> Result
  ) -> Result {
    withUnsafePointer(to: value) { body(ReadOnlyCell(address: $0)) }
  }
}
