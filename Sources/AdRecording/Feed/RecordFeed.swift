internal import Platform
package import AdVocabulary

/// The records of a running session, for an ad manager whose decisions depend on them.
///
/// They have the order and the times of the journal, from the header on. The feed also has events
/// that the journal dropped because its queue was full, since they happened. If ``unfollowedBytes``
/// bytes arrive and nothing follows the feed, it ends and costs nothing from then on.
package final class RecordFeed: @unchecked Sendable {
  /// The number of bytes of fields that the feed keeps without a follower: 64 KiB.
  static let unfollowedBytes = 64 << 10

  private struct Waiting {
    var kind: EventKind
    var seq: Int64
    var t: Int64
    var wall: Int64
    var fields: Range<Int>
  }

  private let monitor = ConditionLock()
  private let eventFields = FieldMemory(capacity: FieldWriter.maximumEvent)
  private var waiting: [Waiting] = []
  private var bytes: [UInt8] = []
  private var newest: Int64 = 0
  private var followers: [(id: Int, tell: @Sendable () -> Void)] = []
  private var newestFollower = 0
  private var trace: Trace?
  private var hasEnded = false

  init() {}

  /// A subscription to the feed; it ends when this is released.
  package final class Follower: Sendable {
    private let feed: RecordFeed
    private let id: Int

    fileprivate init(_ feed: RecordFeed, _ id: Int) {
      self.feed = feed
      self.id = id
    }

    deinit { feed.leave(id) }

    /// Whether this is the oldest subscription.
    ///
    /// Only the oldest is notified of records.
    package var isFirst: Bool { feed.monitor.withLock { feed.followers.first?.id == id } }
  }

  /// Subscribes to the feed; returns nil if it has ended.
  ///
  /// The closure is called after each record, on the recording thread. Earlier records can be moved
  /// immediately. Only the oldest of several subscriptions is notified. When it ends, the next one
  /// is notified, also immediately.
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

  /// The trace to which all followers move the feed; the first follower makes it.
  func trace(_ make: () -> Trace) -> Trace {
    monitor.withLock {
      let trace = trace ?? make()
      self.trace = trace
      return trace
    }
  }

  /// Adds a record; returns false if the feed has ended.
  ///
  /// - Parameters:
  ///   - time: Nanoseconds since the session began.
  ///   - wall: Nanoseconds since 1970.
  func take(_ event: some RecordedEvent, seq: Int64, _ time: Int64, wall: Int64) -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    if followers.isEmpty && bytes.count > Self.unfollowedBytes { end() }
    guard !hasEnded else { return false }
    newest = max(newest, time)
    let start = bytes.count
    eventFields.append(event, to: &bytes)
    waiting.append(
      Waiting(
        kind: event.kind, seq: seq, t: newest / 1_000_000, wall: max(0, wall) / 1_000_000,
        fields: start..<bytes.count))
    return true
  }

  /// Notifies the follower of new records.
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

  /// Appends the records since the last call to a trace.
  package func move(to trace: Trace) {
    monitor.lock()
    defer { monitor.unlock() }
    if waiting.isEmpty { return }
    bytes.append(contentsOf: repeatElement(0, count: QueuedFieldReader.padding))
    for record in waiting {
      var event = Event(record.kind)
      event.seq = record.seq
      event.line = UInt32(truncatingIfNeeded: trace.events.count + 1)
      event.t = record.t
      event.wall = record.wall
      QueuedFieldReader.fill(&event, of: trace, from: bytes, record.fields)
      trace.events.append(event)
    }
    waiting.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }
}
