internal import AdSession

/// A record as it waits for the end of its session.
struct StoredRecord {
  var event: Event
  /// Twice the offset of the line in its file, and one if it has a `crc`.
  var mark: UInt64

  var byte: Int { Int(truncatingIfNeeded: mark &>> 1) }
  var hasChecksum: Bool { mark & 1 != 0 }
}

/// The records of a session: their events lie one behind the other, as a trace has them, and what
/// else is kept of them behind all events.
struct StoredRecords: RandomAccessCollection {
  private(set) var events: UnsafeMutablePointer<Event>
  /// See ``StoredRecord/mark``.
  private(set) var marks: UnsafeMutablePointer<UInt64>
  private(set) var capacity: Int
  var count = 0

  init(capacity: Int) {
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

  func deallocate() { if capacity > 0 { UnsafeMutableRawPointer(events).deallocate() } }

  /// What records without room point to.
  nonisolated(unsafe) private static let nothing =
    UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)

  /// Makes more room: twice as much for a short session, which is fast, then half as much more.
  @inline(never)
  mutating func grow() {
    let more = capacity < 64 ? capacity : capacity / 2
    var larger = StoredRecords(capacity: Swift.max(32, capacity + more))
    larger.events.moveInitialize(from: events, count: count)
    larger.marks.moveInitialize(from: marks, count: count)
    larger.count = count
    deallocate()
    self = larger
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> StoredRecord {
    StoredRecord(event: events[index], mark: marks[index])
  }
}
