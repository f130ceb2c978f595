/// A record of a session that is not complete yet.
@usableFromInline
package struct StoredRecord {
  /// The event.
  @usableFromInline package var event: Event
  /// Twice the offset of the line in its file, plus one if the record has a `crc`.
  @usableFromInline package var mark: UInt64

  /// Makes a record.
  @inlinable
  package init(event: Event, mark: UInt64) {
    self.event = event
    self.mark = mark
  }

  /// The offset of the line in its file.
  @inlinable package var byte: Int { Int(truncatingIfNeeded: mark &>> 1) }
  /// Whether the record has a `crc`.
  @inlinable package var hasChecksum: Bool { mark & 1 != 0 }
}

/// The records of a session: all events in one row, as in a trace, and their marks in another.
///
/// The memory is freed at the end of its life.
@usableFromInline
package struct StoredRecords: ~Copyable {
  @usableFromInline private(set) var events: UnsafeMutablePointer<Event>
  /// See ``StoredRecord/mark``.
  @usableFromInline private(set) var marks: UnsafeMutablePointer<UInt64>
  /// The number of records that fit without new memory.
  @usableFromInline package private(set) var capacity: Int
  /// The number of records.
  @usableFromInline package private(set) var count = 0

  /// Allocates room for records.
  package init(capacity: Int) {
    let each = MemoryLayout<Event>.stride + MemoryLayout<UInt64>.stride
    let memory =
      capacity == 0
      ? Self.nothing
      : UnsafeMutableRawPointer.allocate(byteCount: capacity * each, alignment: 16)
    events = memory.bindMemory(to: Event.self, capacity: capacity)
    marks = (memory + capacity * MemoryLayout<Event>.stride)
      .bindMemory(to: UInt64.self, capacity: capacity)
    self.capacity = capacity
  }

  @inlinable
  deinit { if capacity > 0 { UnsafeMutableRawPointer(events).deallocate() } }

  /// The address of records without room.
  nonisolated(unsafe) private static let nothing =
    UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)

  /// Allocates more room: twice as much for a short session, which is fast, then half as much more.
  @usableFromInline @inline(never)
  mutating func grow() {
    let more = capacity < 64 ? capacity : capacity / 2
    var larger = StoredRecords(capacity: Swift.max(32, capacity + more))
    larger.events.moveInitialize(from: events, count: count)
    larger.marks.moveInitialize(from: marks, count: count)
    larger.count = count
    self = larger
  }

  /// Appends a copy of an event with its mark and returns the cell of the copy.
  ///
  /// The cell is valid until the next call.
  @inlinable @inline(__always)
  package mutating func append(copyOf event: Cell<Event>, mark: UInt64) -> Cell<Event> {
    if count == capacity { grow() }
    let copy = events + count
    // Whole words: copying field by field would take twice as long.
    UnsafeMutableRawPointer(copy).copyMemory(
      from: event.address, byteCount: MemoryLayout<Event>.stride)
    marks[count] = mark
    count &+= 1
    return Cell(address: copy)
  }

  /// Appends a record.
  package mutating func append(_ record: StoredRecord) {
    if count == capacity { grow() }
    (events + count).initialize(to: record.event)
    (marks + count).initialize(to: record.mark)
    count += 1
  }

  /// Removes all records and keeps the memory, unless that is much.
  package mutating func removeAll() {
    if capacity > 4096 { self = StoredRecords(capacity: 64) }
    count = 0
  }

  /// Removes all records and keeps the memory.
  package mutating func removeAllAndKeepMemory() { count = 0 }

  /// The record at an index.
  @inlinable package subscript(index: Int) -> StoredRecord {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return StoredRecord(event: events[index], mark: marks[index])
    }
  }

  /// The event at an index, in place.
  @inlinable @inline(__always)
  package func event(_ index: Int) -> ReadOnlyCell<Event> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return ReadOnlyCell(address: events + index)
  }

  /// The cell of the last event.
  package var lastEvent: Cell<Event> {
    precondition(count > 0)
    return Cell(address: events + (count - 1))
  }

  /// Appends all events to those of a trace.
  package func append(to trace: Trace) {
    trace.events.append(contentsOf: UnsafeBufferPointer(start: events, count: count))
  }

  /// All events, in place.
  var allEvents: UnsafeBufferPointer<Event> { UnsafeBufferPointer(start: events, count: count) }
}
