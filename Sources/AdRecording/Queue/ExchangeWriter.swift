internal import Platform
internal import AdSession

/// The side of the writer.
extension Exchange {
  /// How the writer rests when it has nothing to do at once.
  enum Rest {
    /// It waits for events; what was written must be synced by then.
    case ready(syncBy: Int64?)
    /// It waits until then after a failure, whatever comes, unless somebody wants an answer.
    case resting(until: Int64)
  }

  /// Waits until there is something to do, and takes what is asked for.
  func next(_ rest: Rest) -> Work {
    monitor.lock()
    defer { monitor.unlock() }
    while !shared.hasWork, wait(rest) {}
    shared.sleep = .awake
    return taken()
  }

  /// Takes what is asked for, without waiting.
  func takeWork() -> Work { monitor.withLock { taken() } }

  private func taken() -> Work {
    shared.hasWork = false
    defer { shared.work = Work() }
    return shared.work
  }

  /// Waits once; false where the writer must begin.
  private func wait(_ rest: Rest) -> Bool {
    switch rest {
    case .resting(let until): return wait(until: until, .resting)
    case .ready(let syncBy):
      guard shared.queue.head.count != shared.handedOver else {
        return wait(until: syncBy, .idle)
      }
      if shared.queue.usedBytes >= pressure { return false }
      _ = wait(until: system.now() + linger, .lingering)
      return false
    }
  }

  /// False where the time is over.
  private func wait(until: Int64?, _ state: Sleep) -> Bool {
    let left = until.map { $0 - system.now() }
    if let left, left <= 0 { return false }
    shared.sleep = state
    monitor.wait(nanoseconds: left)
    return true
  }

  /// The end of what can be written now, and whether the queue needs room soon.
  func published() -> (head: EventQueue.Position, isPressed: Bool) {
    monitor.withLock {
      shared.handedOver = shared.queue.head.count
      return (shared.queue.head, shared.queue.usedBytes >= pressure)
    }
  }

  /// Frees the records before a position; whether a `recorder.gap` was put for what was lost.
  func release(to position: EventQueue.Position) -> Bool {
    monitor.withLock {
      shared.queue.release(to: position)
      return shared.queue.hasGaps && shared.queue.settleGaps(ownTime)
    }
  }

  /// A number and a time for a record of the writer's own.
  func takeSeq() -> (seq: Int64, time: Int64) {
    monitor.withLock {
      let before = shared.queue.newestSeq
      let taken = shared.queue.takeSeq(ownTime)
      // A line that opens a file is nothing that another file should begin behind.
      if shared.lastMark == before { shared.lastMark = taken.seq }
      return taken
    }
  }

  /// Puts records that say where a file ends or begins; false where there is no room.
  func putMarks(_ kinds: [EventKind]) -> Bool {
    monitor.withLock {
      guard shared.queue.putMarks(kinds, ownTime) else { return false }
      shared.lastMark = shared.queue.newestSeq
      return true
    }
  }

  /// Whether there are records since the last marks, so that a file can end with them.
  var hasRecordsSinceMarks: Bool {
    monitor.withLock { shared.queue.newestSeq > shared.lastMark }
  }

  /// Says that the file ended, or could not, unless another is to end by now.
  func didRotate() {
    monitor.withLock { shared.isRotating = shared.work.isRotating }
  }

  /// Whether the end of the session was recorded.
  var hasEnded: Bool { monitor.withLock { shared.hasEnded } }

  /// Puts an event of the recorder's own, unless the session has ended.
  func put(_ event: some RecordedEvent) {
    monitor.withLock {
      if !shared.hasEnded { _ = shared.queue.put(event, ownTime) }
    }
  }

  /// Says what is wrong, or that nothing is.
  ///
  /// - Parameter reason: Why events will be dropped if there is no room for them.
  func report(_ degradation: Degradation?, dropping reason: Word) {
    monitor.withLock {
      shared.degradation = degradation
      shared.queue.lossReason = reason
      if degradation?.cause == .unsupported, shared.unacknowledged == nil {
        shared.unacknowledged = degradation?.first
      }
    }
  }

  /// Says which file is written.
  func report(file: String?) { monitor.withLock { shared.file = file } }

  /// Answers those who waited for a pass.
  func answer(_ waiters: [Waiter]) {
    for waiter in waiters {
      waiter.answer(monitor.withLock { acknowledgement(waiter.seq) })
    }
  }
}

extension Exchange {
  /// Answers all who wait or will: there is no writer any more.
  func stop() {
    monitor.lock()
    shared.isClosed = true
    shared.hasWriter = false
    let waiters = shared.work.waiters
    shared.work = Work()
    monitor.unlock()
    answer(waiters)
  }
}
