internal import Platform
internal import AdVocabulary

/// The data that callers and the writer share: the queue, the requests to the writer, the state of
/// its sleep.
///
/// One lock guards everything. It is held while an event is copied, never during a system call that
/// can block.
final class Exchange: @unchecked Sendable {
  /// A caller that waits until all records up to a number are safe.
  struct Waiter {
    let seq: Int64
    let answer: (Acknowledgement) -> Void
  }

  /// The requests to the writer since its last pass.
  struct Work {
    /// The callers that wait for the end of the next pass.
    var waiters: [Waiter] = []
    /// Whether an urgent record was queued.
    var isUrgent = false
    /// Whether the session must continue in a new file.
    var isRotating = false
    /// Whether the session is closed after the next pass.
    var isClosing = false
    /// Whether the pass begins even during a pause after a failure, because a caller waits.
    var isForced: Bool { isClosing || isRotating || !waiters.isEmpty }
  }

  /// A time that following records get, up to the next record of a kind if one is set.
  struct Held {
    let time: Int64
    var last: EventKind?
  }

  enum Sleep {
    case awake, lingering, resting, idle
  }

  /// Everything that the lock guards.
  struct Shared {
    // Properties that every event needs come first, so that they share cache lines.
    var queue: EventQueue
    var sleep = Sleep.awake
    var isClosed = false
    /// Whether the end of the session was queued; only the seal follows.
    var hasEnded = false
    var hasWork = false
    /// The time of records at present; nil for the clock.
    var held: Held?
    /// The feed that also gets every record.
    var feed: RecordFeed?
    var work = Work()
    /// The number of records that the writer has seen.
    var handedOver: Int64 = 0
    /// Whether the file must end and has not ended yet; a flush then waits for the seal.
    var isRotating = false
    /// The number of the last mark of the end or beginning of a file.
    var lastMark: Int64 = 0
    /// Whether the thread of the writer runs.
    var hasWriter = true
    var degradation: Degradation?
    /// The first record that can never be acknowledged.
    var unacknowledged: Int64?
    var file: String?
    /// The number of acknowledged records that are gone with their file.
    var removed: Int64 = 0
    /// Whether the last file is closed.
    var isFinal = false
    /// Writes on the threads of the callers; nil if the writer has a thread of its own.
    var callerWriter: CallerWriter?
    /// The closures that are called after each pass, and the number of the newest one.
    var passObservers: [(id: Int, tell: @Sendable () -> Void)] = []
    var newestObserver = 0
  }

  // Here too, properties that every event needs come first.
  let monitor = ConditionLock()
  private let start: Int64
  let pressure: Int
  private let memory: UnsafeMutablePointer<Shared>
  let system: SystemCalls
  let ring: EventRing
  private let isMemory: Bool
  let linger: Int64
  /// Nanoseconds since 1970 when the session began.
  let startWall: Int64

  init(_ options: Recorder.Options, _ system: SystemCalls) {
    let options = options.sensible
    self.system = system
    start = system.now()
    startWall = system.wall()
    isMemory = options.durability == .memory
    ring = EventRing(capacity: options.queueBytes, system.allocate)
    memory = .allocate(capacity: 1)
    memory.initialize(
      to: Shared(queue: EventQueue(ring: ring, reserved: options.reservedBytes)))
    pressure = ring.capacity / 2
    linger = options.lingerMilliseconds * 1_000_000
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
    ring.deallocate()
  }

  /// Everything that the lock guards.
  ///
  /// A stored property would be checked for overlapping accesses at run time, which costs more than
  /// copying an event.
  var shared: Shared {
    @inline(__always) unsafeAddress { UnsafePointer(memory) }
    @inline(__always) unsafeMutableAddress { memory }
  }

  /// Nanoseconds since the session began.
  var time: Int64 { max(0, system.now() &- start) }

  /// Nanoseconds since 1970, without a change that set the clock forward since the session began,
  /// so that no file looks older than it is.
  var certainWall: Int64 { min(system.wall(), startWall &+ time) }

  /// The difference between the wall clock and the session's clock, in nanoseconds.
  ///
  /// The thread may be suspended between reading the two clocks. So both are read up to four times,
  /// and the reading that took the least time counts.
  var wallDifference: Int64 {
    var least = Int64.max
    var difference: Int64 = 0
    for _ in 0..<4 where least > Self.shortLook {
      let before = time
      let wall = system.wall()
      let passed = time &- before
      if passed < least { (least, difference) = (passed, wall &- before) }
    }
    return difference
  }

  /// Reading both clocks takes less than this, in nanoseconds, unless the thread is suspended.
  private static let shortLook: Int64 = 20_000
}

/// The methods for callers.
extension Exchange {
  /// Queues an event; returns its number, or 0 if it was dropped.
  ///
  /// Only the code that writes the fields depends on the type of the event.
  ///
  /// - Parameters:
  ///   - isLast: Whether the event ends the session, so that later events are dropped.
  ///   - isOffer: Whether an event without room is refused and not counted as dropped.
  @inline(__always)
  func record(
    _ event: some RecordedEvent, urgent: Bool, isLast: Bool = false, isOffer: Bool = false
  ) -> Int64 {
    let kind = event.kind
    guard kind.isForCallers else { return 0 }
    var time = time
    monitor.lock()
    if let held = shared.held { time = heldTime(held, kind) }
    guard !shared.isClosed else {
      let feed = shared.feed == nil ? nil : feed(event, 0, time)
      monitor.unlock()
      feed?.callFollower()
      return 0
    }
    var fields = shared.queue.begin(kind, time)
    event.write(to: &fields)
    let seq =
      isOffer ? shared.queue.endOffer(kind, fields) : shared.queue.end(kind, fields)
    if isOffer, seq == 0 {
      monitor.unlock()
      return 0
    }
    if isLast, seq > 0 { end() }
    let feed = shared.feed == nil ? nil : feed(event, seq, shared.queue.newestTime)
    if urgent {
      shared.work.isUrgent = true
      shared.hasWork = true
    }
    let wakes = mustWake(urgent)
    let caller = wakes ? shared.callerWriter : nil
    monitor.unlock()
    if wakes { wake(caller) }
    feed?.callFollower()
    return seq
  }

  /// Drops all later events, so that no event of another thread follows the end of the session.
  ///
  /// The lock must be held.
  @inline(never)
  private func end() {
    shared.hasEnded = true
    shared.isClosed = true
  }

  @inline(__always)
  private func mustWake(_ urgent: Bool) -> Bool {
    let sleep = shared.sleep
    if sleep == .awake || sleep == .resting { return false }
    if sleep == .lingering && !urgent && shared.queue.usedBytes < pressure { return false }
    shared.sleep = .awake
    return true
  }

  /// Wakes the thread of the writer, or writes on the thread of the caller.
  @inline(never)
  private func wake(_ caller: CallerWriter?) {
    if let caller { caller.write(self) } else { monitor.wakeAll() }
  }

  /// Requests a pass, so that there is room in the queue if writing works.
  func makeRoom(_ answer: @escaping (Acknowledgement) -> Void) {
    monitor.lock()
    let target = shared.queue.newestSeq
    guard shared.hasWriter else {
      let now = acknowledgement(target)
      monitor.unlock()
      return answer(now)
    }
    request { $0.waiters.append(Waiter(seq: target, answer: answer)) }
  }

  /// Requests that all records up to a number are made safe; the answer may come on any thread.
  func flush(upTo seq: Int64?, _ answer: @escaping (Acknowledgement) -> Void) {
    monitor.lock()
    let target = min(seq ?? shared.queue.newestSeq, shared.queue.newestSeq)
    let now = acknowledgement(target)
    let isSafe = now.through >= target && !shared.isRotating
    if isSafe || !shared.hasWriter {
      monitor.unlock()
      return answer(now)
    }
    request { $0.waiters.append(Waiter(seq: target, answer: answer)) }
  }

  /// Requests that the session is closed after all records so far.
  func close(_ answer: @escaping (Acknowledgement) -> Void) {
    monitor.lock()
    if !shared.hasWriter {
      let now = acknowledgement(shared.queue.newestSeq)
      monitor.unlock()
      return answer(now)
    }
    shared.isClosed = true
    let seq = shared.queue.newestSeq
    request {
      $0.waiters.append(Waiter(seq: seq, answer: answer))
      $0.isClosing = true
    }
  }

  /// Requests a new file after all records so far; the present one is sealed.
  func rotate() {
    monitor.lock()
    shared.isRotating = true
    request { $0.isRotating = true }
  }

  /// Adds a request, unlocks and wakes the writer.
  private func request(_ change: (inout Work) -> Void) {
    change(&shared.work)
    shared.hasWork = true
    shared.sleep = .awake
    let caller = shared.callerWriter
    monitor.unlock()
    wake(caller)
  }

  func acknowledgement(_ seq: Int64) -> Acknowledgement {
    let through = safeSeq
    guard through < seq else {
      return Acknowledgement(
        through: through, lost: shared.queue.lost, removed: shared.removed)
    }
    var reason = shared.degradation ?? Degradation(.closed, errno: 0, first: through + 1)
    reason.first = through + 1
    return Acknowledgement(
      through: through, degradation: reason, lost: shared.queue.lost, removed: shared.removed)
  }

  /// The number up to which all accepted records meet the policy; in the queue until the last file
  /// is closed, if the policy is `memory`.
  private var safeSeq: Int64 {
    isMemory && !shared.isFinal ? shared.queue.newestSeq : acknowledged
  }

  /// The number up to which all accepted records are safe.
  private var acknowledged: Int64 {
    let oldest = shared.queue.oldestSeq ?? shared.queue.newestSeq + 1
    return min(oldest, shared.unacknowledged ?? .max) - 1
  }

  var status: Recorder.Status {
    monitor.withLock {
      var degradation = shared.degradation
      degradation?.first = acknowledged + 1
      return Recorder.Status(
        newest: shared.queue.newestSeq,
        acknowledged: safeSeq, lost: shared.queue.lost, removed: shared.removed,
        writesOnCallers: shared.callerWriter != nil, degradation: degradation,
        file: shared.file,
        queuedBytes: shared.queue.usedBytes)
    }
  }
}
