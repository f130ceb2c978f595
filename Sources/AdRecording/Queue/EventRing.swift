internal import Platform
internal import AdVocabulary

/// The memory of the queue, and the layout of a record.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 4 | bytes of the record, a multiple of 8 |
/// | 4 | 4 | bytes of its fields |
/// | 8 | 8 | `seq` |
/// | 16 | 8 | nanoseconds since the session began |
/// | 24 | 8 | nanoseconds since 1970; 0 until the writer sets them |
/// | 32 | 8 | the kind |
/// | 40 | … | the fields, written by ``FieldWriter`` |
///
/// The lock under which the writer gets a position publishes the records before it. Their memory
/// does not change until they are released.
struct EventRing: @unchecked Sendable {
  static let headerBytes = 40
  /// The number of readable bytes behind the last record.
  private static let padding = 16
  /// The number of bytes in which records may begin.
  let capacity: Int
  private let memory: UnsafeMutableRawPointer
  private let isOfSystem: Bool
  private static let leastCapacity = 4096

  /// Makes a ring; it is smaller if the system refuses that much memory.
  ///
  /// Without memory for the smallest ring the process ends, as it does for any other object.
  init(
    capacity: Int,
    _ allocate: (Int) -> UnsafeMutableRawPointer? = SystemCalls.live.allocate
  ) {
    let behind = FieldWriter.maximumEvent + Self.headerBytes + Self.padding
    var size = max(capacity, Self.leastCapacity) & ~7
    var found = allocate(size + behind)
    while found == nil, size > Self.leastCapacity {
      size = max(size / 2, Self.leastCapacity) & ~7
      found = allocate(size + behind)
    }
    self.capacity = size
    isOfSystem = found != nil
    memory = found ?? .allocate(byteCount: size + behind, alignment: 16)
  }

  /// Frees the memory; no copy may be used afterwards.
  func deallocate() {
    if isOfSystem { SystemCalls.free(memory) } else { memory.deallocate() }
  }

  /// Returns the writer of the fields of an event at an offset; header and fields fit in the room.
  @inline(__always)
  func fields(at offset: Int, room: Int) -> FieldWriter {
    FieldWriter(
      memory + (offset &+ Self.headerBytes),
      limit: min(room &- Self.headerBytes, FieldWriter.maximumEvent))
  }

  /// Writes the header of an event after its fields; returns the offset behind it, or nil if it
  /// does not fit.
  ///
  /// The room is computed only if it was less than the largest event when the fields were written.
  @inline(__always)
  func append(
    _ kind: EventKind, _ fields: FieldWriter, _ seq: Int64, _ time: Int64, at offset: Int,
    room: @autoclosure () -> Int
  ) -> Int? {
    let size = (Self.headerBytes &+ fields.count &+ 7) & ~7
    if fields.limit < FieldWriter.maximumEvent {
      guard !fields.isClosed, !fields.isFull, size <= room() else { return nil }
    }
    let record = memory + offset
    record.storeBytes(of: UInt32(truncatingIfNeeded: size), as: UInt32.self)
    record.storeBytes(
      of: UInt32(truncatingIfNeeded: fields.count), toByteOffset: 4, as: UInt32.self)
    record.storeBytes(of: seq, toByteOffset: 8, as: Int64.self)
    record.storeBytes(of: time, toByteOffset: 16, as: Int64.self)
    record.storeBytes(of: 0, toByteOffset: 24, as: Int64.self)
    record.storeBytes(of: kind.rawValue, toByteOffset: 32, as: UInt8.self)
    return next(offset, size)
  }

  /// Sets the wall clock of a record once, so that a record that is written again has the same
  /// bytes.
  ///
  /// Callers read only the session's clock; the writer reads both clocks soon afterwards.
  func setWall(at offset: Int, behind difference: Int64) {
    let record = memory + offset
    if record.load(fromByteOffset: 24, as: Int64.self) != 0 { return }
    let time = record.load(fromByteOffset: 16, as: Int64.self)
    record.storeBytes(of: max(1, time &+ difference), toByteOffset: 24, as: Int64.self)
  }

  /// Returns the record that begins at an offset.
  func record(at offset: Int) -> QueuedRecord { QueuedRecord(start: memory + offset) }

  /// Returns the position behind the record at a position.
  func position(after position: EventQueue.Position) -> EventQueue.Position {
    let size = record(at: position.offset).size
    return EventQueue.Position(offset: next(position.offset, size), count: position.count &+ 1)
  }

  @inline(__always)
  private func next(_ offset: Int, _ size: Int) -> Int {
    offset &+ size < capacity ? offset &+ size : 0
  }
}

/// A view of a record in the ring.
struct QueuedRecord {
  fileprivate let start: UnsafeRawPointer

  fileprivate init(start: UnsafeMutableRawPointer) { self.start = UnsafeRawPointer(start) }

  fileprivate var size: Int { Int(start.load(as: UInt32.self)) }
  var seq: Int64 { start.load(fromByteOffset: 8, as: Int64.self) }
  var time: RecordTime {
    RecordTime(
      sinceStart: start.load(fromByteOffset: 16, as: Int64.self),
      wall: start.load(fromByteOffset: 24, as: Int64.self))
  }
  var kind: EventKind {
    EventKind(rawValue: start.load(fromByteOffset: 32, as: UInt8.self)) ?? .unknown
  }
  var fields: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: start + EventRing.headerBytes,
      count: Int(start.load(fromByteOffset: 4, as: UInt32.self)))
  }
}

/// The time of a record, in nanoseconds.
struct RecordTime: Equatable {
  /// Since the session began.
  var sinceStart: Int64
  /// Since 1970.
  var wall: Int64
}
