/// The rows of one table of a session's state, by number.
///
/// Every record changes some rows. An array asks at each change whether nobody else holds its memory,
/// and a row of a hundred bytes is soon copied; a table changes it where it lies. So a copy of a table
/// is another look at the same rows: it has as many as there were, and shows what becomes of them.
public struct Table<Row>: RandomAccessCollection {
  /// The numbers of its rows.
  public typealias Indices = Range<Int>

  /// How many rows there are.
  public private(set) var count = 0
  @usableFromInline var rows: UnsafeMutablePointer<Row>?
  private var memory: TableMemory<Row>?

  init() {}

  /// A table with memory of its own and the same rows.
  init(copying other: Table) {
    guard let rows = other.rows, other.count > 0 else { return }
    grow(by: other.count)
    self.rows?.initialize(from: rows, count: other.count)
    hold(other.count)
  }

  /// The number of the first row.
  @inlinable public var startIndex: Int { 0 }
  /// The number behind that of the last row.
  @inlinable public var endIndex: Int { count }

  /// The row of a number.
  public internal(set) subscript(number: Int) -> Row {
    @inlinable @inline(__always)
    _read { yield place(number).pointee }
    @inline(__always)
    _modify { yield &place(number).pointee }
  }

  /// Where a row lies.
  @inlinable @inline(__always)
  func place(_ number: Int) -> UnsafeMutablePointer<Row> {
    precondition(UInt(bitPattern: number) < UInt(bitPattern: count))
    return rows.unsafelyUnwrapped + number
  }

}

extension Table {
  /// Adds a row, and says its number.
  @inline(__always)
  mutating func append(_ row: Row) -> Int {
    append(repeating: row, count: 1)
  }

  /// Adds equal rows, and says the number of the first.
  @inline(__always)
  mutating func append(repeating row: Row, count added: Int) -> Int {
    let number = count
    if added > (memory?.room ?? 0) &- number { grow(by: added) }
    (rows.unsafelyUnwrapped + number).initialize(repeating: row, count: added)
    hold(number &+ added)
    return number
  }

  /// Takes the last row away, if there is one.
  mutating func removeYoungest() {
    if count == 0 { return }
    // A copy may still show it.
    if !isKnownUniquelyReferenced(&memory) { self = Table(copying: self) }
    (rows.unsafelyUnwrapped + (count &- 1)).deinitialize(count: 1)
    hold(count &- 1)
  }

  /// Forgets the rows and keeps the memory, unless a copy of the table still shows them.
  mutating func removeAll() {
    if count == 0 { return }
    if isKnownUniquelyReferenced(&memory) {
      rows?.deinitialize(count: count)
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
    if let rows {
      if isKnownUniquelyReferenced(&memory) {
        larger.rows.moveInitialize(from: rows, count: count)
        memory?.count = 0
      } else {
        larger.rows.initialize(from: rows, count: count)
      }
    }
    larger.count = count
    memory = larger
    rows = larger.rows
  }
}

// Whoever has the session has its tables: one thread at a time.
extension Table: @unchecked Sendable where Row: Sendable {}

/// What the rows of a table lie in.
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
