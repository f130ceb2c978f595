internal import Platform
internal import AdSession

/// What callers and the writer exchange: the queue, who waits for an answer, who must be woken.
///
/// Everything is guarded by one lock, which is held for copying an event, never for a call of the
/// system that can wait.
final class Exchange: @unchecked Sendable {
  /// Somebody who wants to know when everything up to a number is safe.
  struct Waiter {
    let seq: Int64
    let answer: (Acknowledgement) -> Void
  }

  /// What the writer finds when it looks.
  struct Work {
    /// Who waits for the end of the pass that begins now.
    var waiters: [Waiter] = []
    /// Whether a record came that is to be safe soon.
    var isUrgent = false
    /// Whether the session is to go on in a new file.
    var isRotating = false
    /// Whether the session is closed after this pass.
    var isClosing = false
    /// Whether the pass begins even in a pause after a failure: nobody asks a second time.
    var isForced: Bool { isClosing || isRotating || !waiters.isEmpty }
  }

  /// A moment that records belong to although it is just over, up to one of a kind where it is known.
  struct Held {
    let time: Int64
    var last: EventKind?
  }

  enum Sleep {
    case awake, lingering, resting, idle
  }

  /// Everything that the lock guards.
  struct Shared {
    // What every event looks at comes first, so that it lies together.
    var queue: EventQueue
    var sleep = Sleep.awake
    var isClosed = false
    /// Whether the end of the session was taken: it is the last record but the seal.
    var hasEnded = false
    var hasWork = false
    /// When what is recorded now was taken; nil: now.
    var held: Held?
    /// Who wants every record, too; nil: nobody.
    var feed: RecordFeed?
    var work = Work()
    /// How many records the writer has seen.
    var handedOver: Int64 = 0
    /// Whether the file is to end and has not yet: who asks for an answer now waits for the seal.
    var isRotating = false
    /// The number of the last record that says where a file ends or begins.
    var lastMark: Int64 = 0
    /// Whether there is a thread that answers.
    var hasWriter = true
    var degradation: Degradation?
    /// The first record that can never be acknowledged.
    var unacknowledged: Int64?
    var file: String?
  }

  // What every event looks at comes first here, too.
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
    ring = EventRing(capacity: options.queueBytes)
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

  /// Nanoseconds since 1970 that have passed for certain: a clock that was set forward since the
  /// session began counts as if it had not been, so that nothing looks older than it is.
  var certainWall: Int64 { min(system.wall(), startWall &+ time) }

  /// Nanoseconds from the session's clock to the wall clock.
  ///
  /// A thread can be held up between its looks at the two, and at midnight that makes another day: of
  /// a few looks the one counts that took the least time.
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

  /// Looks at both clocks take less, in nanoseconds, unless the thread was held up.
  private static let shortLook: Int64 = 20_000
}

/// The side of the callers.
extension Exchange {
  /// Takes an event; its number, or 0 where it was dropped.
  ///
  /// Only the middle, which puts the fields, depends on the type of the event.
  ///
  /// - Parameter isLast: Whether it ends the session, so that nothing is taken after it.
  @inline(__always)
  func record(_ event: some RecordedEvent, urgent: Bool, isLast: Bool = false) -> Int64 {
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
    let seq = shared.queue.end(kind, fields)
    if isLast, seq > 0 { end() }
    let feed = shared.feed == nil ? nil : feed(event, seq, shared.queue.newestTime)
    if urgent {
      shared.work.isUrgent = true
      shared.hasWork = true
    }
    let wakes = mustWake(urgent)
    monitor.unlock()
    if wakes { monitor.wakeAll() }
    feed?.callFollower()
    return seq
  }

  /// Takes nothing more, with the lock held: what another thread records before the session is closed
  /// would stand behind its end.
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

  /// Has everything up to a number made safe, and calls back with the answer, on any thread.
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

  /// Has the session closed after everything so far.
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

  /// Has the file sealed, and a new one begun, after everything so far.
  func rotate() {
    monitor.lock()
    shared.isRotating = true
    request { $0.isRotating = true }
  }

  /// Changes the work, gives the lock back and wakes the writer.
  private func request(_ change: (inout Work) -> Void) {
    change(&shared.work)
    shared.hasWork = true
    shared.sleep = .awake
    monitor.unlock()
    monitor.wakeAll()
  }

  func acknowledgement(_ seq: Int64) -> Acknowledgement {
    let through = isMemory ? shared.queue.newestSeq : acknowledged
    guard through < seq else {
      return Acknowledgement(through: through, lost: shared.queue.lost)
    }
    var reason = shared.degradation ?? Degradation(.closed, errno: 0, first: through + 1)
    reason.first = through + 1
    return Acknowledgement(through: through, degradation: reason, lost: shared.queue.lost)
  }

  /// The number up to which everything that was accepted is safe.
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
        acknowledged: isMemory ? shared.queue.newestSeq : acknowledged,
        lost: shared.queue.lost, degradation: degradation, file: shared.file,
        queuedBytes: shared.queue.usedBytes)
    }
  }
}
