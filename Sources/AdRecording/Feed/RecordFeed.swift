internal import Platform
package import AdSession

/// The records of a session as they are made, for who decides by them while the session goes on.
///
/// They are those of the journal, in its order and with its times, from the header on; what the
/// journal has no room for is here all the same, since it happened. Where nobody follows and
/// ``patience`` bytes have come, nobody ever will, and the feed ends: it then costs nothing more.
package final class RecordFeed: @unchecked Sendable {
  /// Bytes of fields that wait for a follower: 64 KiB.
  static let patience = 64 << 10

  private struct Waiting {
    var kind: EventKind
    var seq: Int64
    var t: Int64
    var wall: Int64
    var fields: Range<Int>
  }

  private let monitor = TimedMonitor()
  private let scratch = UnsafeMutableRawPointer.allocate(
    byteCount: FieldWriter.maximumEvent, alignment: 8)
  private var waiting: [Waiting] = []
  private var bytes: [UInt8] = []
  private var newest: Int64 = 0
  private var followers: [(id: Int, tell: @Sendable () -> Void)] = []
  private var newestFollower = 0
  private var trace: Trace?
  private var hasEnded = false

  init() {}

  deinit { scratch.deallocate() }

  /// Somebody who follows, for as long as this is kept.
  package final class Follower: Sendable {
    private let feed: RecordFeed
    private let id: Int

    fileprivate init(_ feed: RecordFeed, _ id: Int) {
      self.feed = feed
      self.id = id
    }

    deinit { feed.leave(id) }

    /// Whether nobody has followed for longer: only the first is told of records.
    package var isFirst: Bool { feed.monitor.withLock { feed.followers.first?.id == id } }
  }

  /// Calls back after each record from now on, on the thread that made it; nil where the feed has
  /// ended already.
  ///
  /// What came before can be taken at once. Of several who follow one is called, until it leaves: then
  /// the next one is, also at once.
  package func follow(_ tell: @escaping @Sendable () -> Void) -> Follower? {
    monitor.withLock {
      if hasEnded { return nil }
      newestFollower += 1
      followers.append((newestFollower, tell))
      return Follower(self, newestFollower)
    }
  }

  private func leave(_ id: Int) {
    let next = monitor.withLock {
      let wasFirst = followers.first?.id == id
      followers.removeAll { $0.id == id }
      return wasFirst ? followers.first?.tell : nil
    }
    next?()
  }

  /// The trace that followers move the feed to, one after the other: made for the first.
  func trace(_ make: () -> Trace) -> Trace {
    monitor.withLock {
      let trace = trace ?? make()
      self.trace = trace
      return trace
    }
  }

  /// Takes a record; false where nobody wants one any more.
  ///
  /// - Parameters:
  ///   - time: Nanoseconds since the session began.
  ///   - wall: Nanoseconds since 1970.
  func take(_ event: some RecordedEvent, seq: Int64, _ time: Int64, wall: Int64) -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    if followers.isEmpty && bytes.count > Self.patience { end() }
    guard !hasEnded else { return false }
    newest = max(newest, time)
    var fields = FieldWriter(scratch, limit: FieldWriter.maximumEvent)
    event.write(to: &fields)
    let start = bytes.count
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: scratch, count: fields.count))
    waiting.append(
      Waiting(
        kind: event.kind, seq: seq, t: newest / 1_000_000, wall: max(0, wall) / 1_000_000,
        fields: start..<bytes.count))
    return true
  }

  /// Says to the follower that there is more.
  @inline(never)
  func callFollower() {
    let tell = monitor.withLock { followers.first?.tell }
    tell?()
  }

  private func end() {
    hasEnded = true
    waiting = []
    bytes = []
    trace = nil
  }

  /// Appends what came since the last time to a trace.
  package func move(to trace: Trace) {
    monitor.lock()
    defer { monitor.unlock() }
    if waiting.isEmpty { return }
    bytes.append(contentsOf: repeatElement(0, count: FedFields.padding))
    bytes.withUnsafeBytes { all in
      for record in waiting {
        var event = Event(record.kind)
        event.seq = record.seq
        event.line = UInt32(truncatingIfNeeded: trace.events.count + 1)
        event.t = record.t
        event.wall = record.wall
        FedFields(all, record.fields).fill(&event, of: trace)
        trace.events.append(event)
      }
    }
    waiting.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }
}
