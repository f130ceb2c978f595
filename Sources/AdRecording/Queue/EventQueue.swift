internal import AdSession

/// The events between the callers and the writer: a ring of memory of fixed size, and the numbers
/// that records get in it.
///
/// An event lies in one piece: one that begins before the end of the ring may go on behind it, and
/// the next begins at the start. Whoever calls holds the recorder's lock, but for ``record(at:)``,
/// which only looks at what was published.
struct EventQueue {
  /// A place between two records of the ring.
  struct Position: Equatable {
    var offset = 0
    /// How many records were put before it since the session began.
    var count: Int64 = 0
  }

  private let ring: EventRing
  private let reserved: Int
  /// Where the next record will be put.
  private(set) var head = Position()
  /// The oldest record that is still needed.
  private(set) var tail = Position()
  /// The newest number that was given, dropped events and the recorder's own records included.
  private(set) var newestSeq: Int64 = 0
  /// The time of the newest record.
  private(set) var newestTime: Int64 = 0
  /// What was lost and not yet said.
  private var gaps = GapRuns()
  /// Events dropped so far.
  private(set) var lost: Int64 = 0
  /// Why events are dropped at the moment.
  var lossReason = Word.bufferFull

  init(ring: EventRing, reserved: Int) {
    self.ring = ring
    self.reserved = min(reserved, ring.capacity / 2)
  }

  /// Bytes between the oldest and the newest record.
  private(set) var usedBytes = 0

  /// Takes an event; its number, or 0 where there is no room.
  ///
  /// - Parameter time: Nanoseconds since the session began.
  mutating func put(_ event: some RecordedEvent, _ time: Int64) -> Int64 {
    let kind = event.kind
    var fields = begin(kind, time)
    event.write(to: &fields)
    return end(kind, fields)
  }

  /// Where the fields of an event go; a closed writer where it must be dropped.
  ///
  /// An event is taken in two halves so that only what puts the fields depends on its type.
  @inline(__always)
  mutating func begin(_ kind: EventKind, _ time: Int64) -> FieldWriter {
    let time = advance(to: time)
    if !gaps.isEmpty && !canSettle(kind, time) { return ring.fields(at: head.offset, room: 0) }
    // Mostly there is more room than any event may use, whatever its kind.
    let most = room &- reserved
    if most >= EventRing.headerBytes &+ FieldWriter.maximumEvent {
      return ring.fields(at: head.offset, room: most)
    }
    return ring.fields(at: head.offset, room: room(for: kind))
  }

  /// Takes the event whose fields were put; its number, or 0 where they needed more than the room.
  @inline(__always)
  mutating func end(_ kind: EventKind, _ fields: FieldWriter) -> Int64 {
    let seq = newestSeq &+ 1
    guard append(kind, fields, seq: seq, newestTime) else { return drop() }
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

  /// Says what was lost before an event, if there is room again; whether all is said.
  @inline(never)
  private mutating func canSettle(_ kind: EventKind, _ time: Int64) -> Bool {
    if kind.mustBeKept || isRoomy { settle(time) }
    return gaps.isEmpty
  }

  /// Bytes that an event of a kind may use.
  @inline(__always)
  private func room(for kind: EventKind) -> Int { room &- (kind.mustBeKept ? 0 : reserved) }

  /// Whether something was lost that is not yet said.
  var hasGaps: Bool { !gaps.isEmpty }

  /// Puts what was lost into the ring if there is room again; whether something was put.
  mutating func settleGaps(_ time: Int64) -> Bool {
    isRoomy && settle(advance(to: time))
  }

  /// Whether there is room for many events.
  ///
  /// Once one was dropped the next are, too, until there is: else the room would go to a
  /// `recorder.gap` after each of them.
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

  /// Puts records that only say where a file ends or begins; all of them, or none.
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

  /// A number and the time that belongs to it, for a record that does not come from the ring.
  mutating func takeSeq(_ time: Int64) -> (seq: Int64, time: Int64) {
    let time = advance(to: time)
    gaps.close(&newestSeq, time)
    newestSeq += 1
    return (newestSeq, time)
  }

  /// Frees the records before a position.
  mutating func release(to position: Position) {
    tail = position
    let used = head.offset &- tail.offset
    usedBytes = head.count == tail.count ? 0 : used > 0 ? used : ring.capacity &+ used
  }

  /// The number of the oldest record in the ring; nil where there is none.
  var oldestSeq: Int64? {
    head.count == tail.count ? nil : ring.record(at: tail.offset).seq
  }

  /// Times never go back in the order of the numbers, whichever thread looked at the clock first.
  @inline(__always)
  private mutating func advance(to time: Int64) -> Int64 {
    newestTime = max(newestTime, time)
    return newestTime
  }

  /// Bytes that are free in all.
  @inline(__always)
  private var room: Int { ring.capacity &- usedBytes }

  /// Appends an event of the recorder's own, which may use the room that is kept.
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

/// A record that says where a file ends or begins; the writer knows its fields.
private struct MarkEvent: RecordedEvent {
  let kind: EventKind
  func write(to fields: inout FieldWriter) {}
}

/// What a `recorder.gap` says.
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
  /// Whether callers may record the kind: the recorder itself says where files end and begin.
  @inline(__always)
  var isForCallers: Bool {
    self != .unknown && self != .sessionSealed && self != .sessionContinued
  }

  /// Whether a recorder owes to keep the kind, so that room for it is reserved.
  @inline(__always)
  var mustBeKept: Bool {
    switch self {
    case .sessionBegan, .sessionEnded, .sessionContinued, .sessionSealed, .recorderGap,
      .configChanged, .consentUpdated, .consentFormShown, .consentFormClosed, .sdkStarted,
      .appTimeChanged, .appTerminating:
      true
    default: false
    }
  }
}
