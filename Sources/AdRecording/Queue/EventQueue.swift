internal import AdVocabulary

/// The queue between the callers and the writer: a ring of memory of fixed size, and the numbers of
/// its records.
///
/// A record is contiguous: one that begins before the end of the ring may continue behind it, and
/// the next one begins at the start. The caller holds the recorder's lock.
struct EventQueue {
  /// A position between two records of the ring.
  struct Position: Equatable {
    var offset = 0
    /// The number of records before it since the session began.
    var count: Int64 = 0
  }

  private let ring: EventRing
  private let reserved: Int
  /// The position of the next record.
  private(set) var head = Position()
  /// The oldest record that is still needed.
  private(set) var tail = Position()
  /// The newest number, including those of dropped events and of the recorder's own records.
  private(set) var newestSeq: Int64 = 0
  /// The time of the newest record.
  private(set) var newestTime: Int64 = 0
  /// Dropped events that no `recorder.gap` reports yet.
  private var gaps = GapRuns()
  /// The number of events dropped so far.
  private(set) var lost: Int64 = 0
  /// The reason for which events are dropped at present.
  var lossReason = Word.bufferFull

  init(ring: EventRing, reserved: Int) {
    self.ring = ring
    self.reserved = min(reserved, ring.capacity / 2)
  }

  /// Bytes between the oldest and the newest record.
  private(set) var usedBytes = 0

  /// Queues an event; returns its number, or 0 if it was dropped.
  ///
  /// - Parameter time: Nanoseconds since the session began.
  mutating func put(_ event: some RecordedEvent, _ time: Int64) -> Int64 {
    let kind = event.kind
    var fields = begin(kind, time)
    event.write(to: &fields)
    return end(kind, fields)
  }

  /// Returns the writer of an event's fields; it is closed if the event must be dropped.
  ///
  /// An event is queued in two steps, so that only the code between them depends on its type.
  @inline(__always)
  mutating func begin(_ kind: EventKind, _ time: Int64) -> FieldWriter {
    let time = advance(to: time)
    if !gaps.isEmpty && !canSettle(kind, time) { return ring.fields(at: head.offset, room: 0) }
    // Usually there is more room than any event may use.
    let most = room &- reserved
    if most >= EventRing.headerBytes &+ FieldWriter.maximumEvent {
      return ring.fields(at: head.offset, room: most)
    }
    return ring.fields(at: head.offset, room: room(for: kind))
  }

  /// Queues the event whose fields were written; returns its number, or 0 if they did not fit.
  @inline(__always)
  mutating func end(_ kind: EventKind, _ fields: FieldWriter) -> Int64 {
    let seq = newestSeq &+ 1
    guard append(kind, fields, seq: seq, newestTime) else { return drop() }
    newestSeq = seq
    return seq
  }

  /// Queues an event as ``end(_:_:)`` does, but counts none as dropped.
  @inline(never)
  mutating func endOffer(_ kind: EventKind, _ fields: FieldWriter) -> Int64 {
    let seq = newestSeq &+ 1
    guard append(kind, fields, seq: seq, newestTime) else { return 0 }
    newestSeq = seq
    return seq
  }

  /// Counts an event as dropped.
  @inline(never)
  mutating func drop() -> Int64 {
    lost += 1
    gaps.drop(lossReason, &newestSeq, newestTime)
    return 0
  }

  /// Queues the gaps before an event if there is room; returns whether none is left.
  @inline(never)
  private mutating func canSettle(_ kind: EventKind, _ time: Int64) -> Bool {
    if kind.mustBeKept || isRoomy { settle(time) }
    return gaps.isEmpty
  }

  /// The number of bytes that an event of a kind may use.
  @inline(__always)
  private func room(for kind: EventKind) -> Int { room &- (kind.mustBeKept ? 0 : reserved) }

  /// Whether dropped events are not reported yet.
  var hasGaps: Bool { !gaps.isEmpty }

  /// Queues the gaps if there is room again; returns whether a record was queued.
  mutating func settleGaps(_ time: Int64) -> Bool {
    isRoomy && settle(advance(to: time))
  }

  /// Whether there is room for many events.
  ///
  /// After a dropped event the following ones are dropped too until this is true. Otherwise there
  /// would be a `recorder.gap` after each of them.
  private var isRoomy: Bool { room - reserved >= ring.capacity / 8 }

  @discardableResult
  private mutating func settle(_ time: Int64) -> Bool {
    var isPut = false
    while let run = gaps.first(&newestSeq, time) {
      let event = GapEvent(dropped: run.dropped, reason: run.reason)
      guard append(event, seq: run.seq, run.time) else { break }
      gaps.removeFirst()
      isPut = true
    }
    return isPut
  }

  /// Queues all marks of the ends and beginnings of files, or none.
  mutating func putMarks(_ kinds: [EventKind], _ time: Int64) -> Bool {
    let time = advance(to: time)
    settle(time)
    guard gaps.isEmpty, room >= kinds.count * EventRing.headerBytes else { return false }
    for kind in kinds {
      guard append(MarkEvent(kind: kind), seq: newestSeq + 1, time) else { return false }
      newestSeq += 1
    }
    return true
  }

  /// Returns a number and its time for a record that is not in the ring.
  mutating func takeSeq(_ time: Int64) -> (seq: Int64, time: Int64) {
    let time = advance(to: time)
    gaps.close(&newestSeq, time)
    newestSeq += 1
    return (newestSeq, time)
  }

  /// Releases the records before a position.
  mutating func release(to position: Position) {
    tail = position
    let used = head.offset &- tail.offset
    usedBytes = head.count == tail.count ? 0 : used > 0 ? used : ring.capacity &+ used
  }

  /// The number of the oldest record in the ring; nil if it is empty.
  var oldestSeq: Int64? {
    head.count == tail.count ? nil : ring.record(at: tail.offset).seq
  }

  /// Times never decrease with increasing numbers, whichever thread read its clock first.
  @inline(__always)
  private mutating func advance(to time: Int64) -> Int64 {
    newestTime = max(newestTime, time)
    return newestTime
  }

  /// The number of free bytes.
  @inline(__always)
  private var room: Int { ring.capacity &- usedBytes }

  /// Appends an event of the recorder itself, which may use the reserved bytes.
  private mutating func append(_ event: some RecordedEvent, seq: Int64, _ time: Int64) -> Bool {
    var fields = ring.fields(at: head.offset, room: room)
    event.write(to: &fields)
    return append(event.kind, fields, seq: seq, time)
  }

  @inline(__always)
  private mutating func append(
    _ kind: EventKind, _ fields: FieldWriter, seq: Int64, _ time: Int64
  ) -> Bool {
    let next = ring.append(kind, fields, seq, time, at: head.offset, room: room(for: kind))
    guard let next else { return false }
    usedBytes &+= (next > head.offset ? next : ring.capacity) &- head.offset
    head = Position(offset: next, count: head.count &+ 1)
    return true
  }
}

/// A mark for the end or beginning of a file; the writer adds its fields.
private struct MarkEvent: RecordedEvent {
  let kind: EventKind
  func write(to fields: inout FieldWriter) {}
}

/// The fields of a `recorder.gap`.
private struct GapEvent: RecordedEvent {
  let dropped: Int64
  let reason: Word
  var kind: EventKind { .recorderGap }

  func write(to fields: inout FieldWriter) {
    fields.integer(.dropped, dropped)
    fields.word(.reason, reason)
  }
}

extension EventKind {
  /// Whether callers may record the kind; the recorder itself records ends and beginnings of files.
  @inline(__always)
  var isForCallers: Bool {
    self != .unknown && self != .sessionSealed && self != .sessionContinued
  }

  /// Whether the kind is so important that memory is reserved for it.
  @inline(__always)
  var mustBeKept: Bool {
    switch self {
    case .sessionBegan, .sessionEnded, .sessionContinued, .sessionSealed, .recorderGap,
      .configChanged, .consentUpdated, .consentFormShown, .consentFormClosed, .sdkStarted,
      .preloadStarted, .preloadStopped, .appTimeChanged, .appTerminating:
      true
    default: false
    }
  }
}
