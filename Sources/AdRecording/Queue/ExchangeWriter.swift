internal import Platform
internal import AdVocabulary

/// The methods for the writer.
extension Exchange {
  /// How the writer waits when it has nothing to do.
  enum Rest {
    /// Until events arrive, or until written records must be synced.
    case ready(syncBy: Int64?)
    /// Until a time after a failure, unless a caller waits for an answer.
    case resting(until: Int64)
  }

  /// Waits until there is something to do; returns the requests.
  func next(_ rest: Rest) -> Work {
    monitor.lock()
    defer { monitor.unlock() }
    while !shared.hasWork, wait(rest) {}
    shared.sleep = .awake
    return taken()
  }

  /// Returns the requests without waiting.
  func takeWork() -> Work { monitor.withLock { taken() } }

  private func taken() -> Work {
    shared.hasWork = false
    defer { shared.work = Work() }
    return shared.work
  }

  /// Waits once; returns false if the writer must begin.
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

  /// Waits once; returns false if the time has passed.
  private func wait(until: Int64?, _ state: Sleep) -> Bool {
    let left = until.map { $0 - system.now() }
    if let left, left <= 0 { return false }
    shared.sleep = state
    monitor.wait(nanoseconds: left)
    return true
  }

  /// The end of the records that can be written now, and whether the queue is half full.
  func published() -> (head: EventQueue.Position, isPressed: Bool) {
    monitor.withLock {
      shared.handedOver = shared.queue.head.count
      return (shared.queue.head, shared.queue.usedBytes >= pressure)
    }
  }

  /// Releases the records before a position; returns whether a `recorder.gap` was queued.
  func release(to position: EventQueue.Position) -> Bool {
    monitor.withLock {
      shared.queue.release(to: position)
      return shared.queue.hasGaps && shared.queue.settleGaps(ownTime)
    }
  }

  /// Returns a number and a time for a record of the writer itself.
  func takeSeq() -> (seq: Int64, time: Int64) {
    monitor.withLock {
      let before = shared.queue.newestSeq
      let taken = shared.queue.takeSeq(ownTime)
      // A line that opens a file is no reason for another file.
      if shared.lastMark == before { shared.lastMark = taken.seq }
      return taken
    }
  }

  /// Queues marks for the end and beginning of a file; returns false if there is no room.
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

  /// The end of the records in the queue.
  var head: EventQueue.Position { monitor.withLock { shared.queue.head } }

  /// Whether records were queued since the writer asked for them.
  var hasNewRecords: Bool {
    monitor.withLock { shared.queue.head.count != shared.handedOver }
  }

  /// Completes a request to end the file, unless there is a new one.
  func didRotate() {
    monitor.withLock { shared.isRotating = shared.work.isRotating }
  }

  /// Whether the end of the session was recorded.
  var hasEnded: Bool { monitor.withLock { shared.hasEnded } }

  /// Queues an event of the recorder itself, unless the session has ended.
  func put(_ event: some RecordedEvent) {
    monitor.withLock {
      if !shared.hasEnded { _ = shared.queue.put(event, ownTime) }
    }
  }

  /// Sets the present failure; nil for none.
  ///
  /// - Parameter reason: The reason for which events are dropped if they do not fit.
  func report(_ degradation: Degradation?, dropping reason: Word) {
    monitor.withLock {
      shared.degradation = degradation
      shared.queue.lossReason = reason
      if degradation?.cause == .unsupported, shared.unacknowledged == nil {
        shared.unacknowledged = degradation?.first
      }
    }
  }

  /// Counts acknowledged records that are gone.
  func countRemoved(_ count: Int64) { monitor.withLock { shared.removed += count } }

  /// Reports the end of the last file: from now on only written records are safe, under every
  /// policy.
  func didClose() {
    monitor.withLock {
      shared.file = nil
      shared.isFinal = true
    }
  }

  /// Sets the name of the open file.
  func report(file: String?) { monitor.withLock { shared.file = file } }

  /// Answers the callers that waited for a pass, and calls the observers of passes.
  ///
  /// After the last file is closed, nothing may be missing: not the seal either, which got its
  /// number after the callers began to wait.
  func answer(_ waiters: [Waiter]) {
    for waiter in waiters {
      let answer = monitor.withLock {
        acknowledgement(shared.isFinal ? shared.queue.newestSeq : waiter.seq)
      }
      waiter.answer(answer)
    }
    tellObservers()
  }
}

extension Exchange {
  /// Answers all present and later callers, because the writer has ended.
  func stop() {
    monitor.lock()
    shared.isClosed = true
    shared.hasWriter = false
    shared.callerWriter = nil
    let waiters = shared.work.waiters
    shared.work = Work()
    monitor.unlock()
    answer(waiters)
  }
}
