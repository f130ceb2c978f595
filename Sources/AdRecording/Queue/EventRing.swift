internal import AdSession

/// The memory of the queue, and how a record lies in it.
///
/// | offset | bytes | what |
/// |---|---|---|
/// | 0 | 4 | bytes of the record, a multiple of 8 |
/// | 4 | 4 | bytes of its fields |
/// | 8 | 8 | `seq` |
/// | 16 | 8 | nanoseconds since the session began |
/// | 24 | 8 | nanoseconds since 1970, 0 until the writer knows them |
/// | 32 | 8 | the kind |
/// | 40 | … | the fields, as ``FieldWriter`` puts them |
///
/// A record is published by the lock under which its place is handed to the writer; until that
/// place is freed nobody writes there.
struct EventRing: @unchecked Sendable {
  static let headerBytes = 40
  /// Bytes behind the last record that may be read.
  private static let padding = 16
  /// Bytes that records may begin in.
  let capacity: Int
  private let memory: UnsafeMutableRawPointer

  init(capacity: Int) {
    self.capacity = max(capacity, 4096) & ~7
    let behind = FieldWriter.maximumEvent + Self.headerBytes + Self.padding
    memory = .allocate(byteCount: self.capacity + behind, alignment: 16)
  }

  /// Gives the memory back; nobody may use it after that.
  func deallocate() { memory.deallocate() }

  /// Where the fields of an event at an offset go, with its header no more than the room.
  @inline(__always)
  func fields(at offset: Int, room: Int) -> FieldWriter {
    FieldWriter(
      memory + (offset &+ Self.headerBytes),
      limit: min(room &- Self.headerBytes, FieldWriter.maximumEvent))
  }

  /// Puts the rest of an event whose fields were put; the offset behind it, or nil where it needs
  /// more than the room.
  ///
  /// The room is asked for only where it was not enough for any event when its fields were put.
  @inline(__always)
  func append(
    _ kind: EventKind, _ fields: FieldWriter, _ seq: Int64, _ time: Int64, at offset: Int,
    room: @autoclosure () -> Int
  ) -> Int? {
    let size = (Self.headerBytes &+ fields.count &+ 7) & ~7
    if fields.limit < FieldWriter.maximumEvent {
      guard !fields.isClosed, !fields.isFull, size <= room() else { return nil }
    }
    let place = memory + offset
    place.storeBytes(of: UInt32(truncatingIfNeeded: size), as: UInt32.self)
    place.storeBytes(
      of: UInt32(truncatingIfNeeded: fields.count), toByteOffset: 4, as: UInt32.self)
    place.storeBytes(of: seq, toByteOffset: 8, as: Int64.self)
    place.storeBytes(of: time, toByteOffset: 16, as: Int64.self)
    place.storeBytes(of: 0, toByteOffset: 24, as: Int64.self)
    place.storeBytes(of: kind.rawValue, toByteOffset: 32, as: UInt8.self)
    return next(offset, size)
  }

  /// Gives a record its wall clock, once: what is written again is the same to the byte.
  ///
  /// Callers look at one clock only; the writer, soon after, at both.
  func setWall(at offset: Int, behind difference: Int64) {
    let place = memory + offset
    if place.load(fromByteOffset: 24, as: Int64.self) != 0 { return }
    let time = place.load(fromByteOffset: 16, as: Int64.self)
    place.storeBytes(of: max(1, time &+ difference), toByteOffset: 24, as: Int64.self)
  }

  /// The record that begins at an offset.
  func record(at offset: Int) -> QueuedRecord { QueuedRecord(place: memory + offset) }

  /// The position behind the record at a position.
  func position(after position: EventQueue.Position) -> EventQueue.Position {
    let size = record(at: position.offset).size
    return EventQueue.Position(offset: next(position.offset, size), count: position.count &+ 1)
  }

  @inline(__always)
  private func next(_ offset: Int, _ size: Int) -> Int {
    offset &+ size < capacity ? offset &+ size : 0
  }
}

/// A record of the ring, where it lies.
struct QueuedRecord {
  fileprivate let place: UnsafeRawPointer

  fileprivate init(place: UnsafeMutableRawPointer) { self.place = UnsafeRawPointer(place) }

  fileprivate var size: Int { Int(place.load(as: UInt32.self)) }
  var seq: Int64 { place.load(fromByteOffset: 8, as: Int64.self) }
  var time: RecordTime {
    RecordTime(
      sinceStart: place.load(fromByteOffset: 16, as: Int64.self),
      wall: place.load(fromByteOffset: 24, as: Int64.self))
  }
  var kind: EventKind {
    EventKind(rawValue: place.load(fromByteOffset: 32, as: UInt8.self)) ?? .unknown
  }
  var fields: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: place + EventRing.headerBytes,
      count: Int(place.load(fromByteOffset: 4, as: UInt32.self)))
  }
}

/// When a record was taken, in nanoseconds.
struct RecordTime: Equatable {
  /// Since the session began.
  var sinceStart: Int64
  /// Since 1970.
  var wall: Int64
}
