/// The rows of one table of a session's state, by number.
///
/// Every record changes some rows. An array checks at each change whether its memory is shared, and
/// may copy a row of a hundred bytes; a table changes rows in place. A copy of a table therefore
/// refers to the same rows: it keeps its number of rows and shows their later changes.
public struct Table<Row>: RandomAccessCollection {
  /// The numbers of its rows.
  public typealias Indices = Range<Int>

  /// The number of rows.
  public private(set) var count = 0
  /// The first row; points to no memory before a row was added.
  @usableFromInline
  var rows = UnsafeMutablePointer<Row>(bitPattern: MemoryLayout<Row>.alignment).unsafelyUnwrapped
  private var memory: TableMemory<Row>?

  init() {}

  /// A table with memory of its own and the same rows.
  init(copying other: Table) {
    if other.isEmpty { return }
    grow(by: other.count)
    rows.initialize(from: other.rows, count: other.count)
    hold(other.count)
  }

  /// The number of the first row.
  @inlinable public var startIndex: Int { 0 }
  /// The number after that of the last row.
  @inlinable public var endIndex: Int { count }

  /// The row of a number.
  public internal(set) subscript(number: Int) -> Row {
    @inlinable @inline(__always)
    _read { yield address(number).pointee }
    @inline(__always)
    _modify { yield &address(number).pointee }
  }

  /// The address of a row.
  @inlinable @inline(__always)
  func address(_ number: Int) -> UnsafeMutablePointer<Row> {
    precondition(UInt(bitPattern: number) < UInt(bitPattern: count))
    return rows + number
  }
}

extension Table {
  /// Adds a row and returns its number.
  @inline(__always)
  mutating func append(_ row: Row) -> Int {
    append(repeating: row, count: 1)
  }

  /// Adds equal rows and returns the number of the first.
  @inline(__always)
  mutating func append(repeating row: Row, count added: Int) -> Int {
    let number = count
    if added > (memory?.room ?? 0) &- number { grow(by: added) }
    (rows + number).initialize(repeating: row, count: added)
    hold(number &+ added)
    return number
  }

  /// Removes the last row, if there is one.
  mutating func removeYoungest() {
    if count == 0 { return }
    // A copy may still refer to it.
    if !isKnownUniquelyReferenced(&memory) { self = Table(copying: self) }
    (rows + (count &- 1)).deinitialize(count: 1)
    hold(count &- 1)
  }

  /// Removes the rows and keeps the memory, unless a copy of the table still refers to them.
  mutating func removeAll() {
    if count == 0 { return }
    if isKnownUniquelyReferenced(&memory) {
      rows.deinitialize(count: count)
      hold(0)
    } else {
      self = Table()
    }
  }

  @inline(__always)
  private mutating func hold(_ count: Int) {
    self.count = count
    memory?.count = count
  }

  @inline(never)
  private mutating func grow(by added: Int) {
    let larger = TableMemory<Row>(room: Swift.max(8, count &+ added, count &* 2))
    if isKnownUniquelyReferenced(&memory) {
      larger.rows.moveInitialize(from: rows, count: count)
      memory?.count = 0
    } else {
      larger.rows.initialize(from: rows, count: count)
    }
    larger.count = count
    memory = larger
    rows = larger.rows
  }
}

// One thread at a time uses a session and its tables.
extension Table: @unchecked Sendable where Row: Sendable {}

/// The memory of the rows.
private final class TableMemory<Row> {
  let rows: UnsafeMutablePointer<Row>
  let room: Int
  @exclusivity(unchecked) var count = 0

  init(room: Int) {
    self.room = room
    rows = .allocate(capacity: room)
  }

  deinit {
    rows.deinitialize(count: count)
    rows.deallocate()
  }
}
