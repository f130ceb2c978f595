/// Values at fixed addresses that wait to be used again; the end of the pool frees them.
@usableFromInline
package struct CellPool<Value: ~Copyable>: ~Copyable {
  @usableFromInline var free: [Cell<Value>] = []

  /// Makes an empty pool.
  @inlinable package init() {}

  @inlinable
  deinit { for cell in free { Self.release(cell) } }

  /// A value that was put back, else a new one.
  @inlinable
  package mutating func take(_ make: () -> Value) -> Cell<Value> { free.popLast() ?? Cell(make()) }

  /// Puts a value back for reuse; frees it if 4096 wait already.
  @inlinable
  package mutating func put(_ cell: Cell<Value>) {
    if free.count < 4096 { free.append(cell) } else { Self.release(cell) }
  }

  /// Frees a value that is not put back.
  @inlinable
  package static func release(_ cell: Cell<Value>) { cell.deallocate() }
}
