internal import AdVocabulary
internal import Platform

/// Events as lines of JSON, for callers in other languages.
extension SessionRecorder {
  /// Records the event of a line; `session.ended` ends the session.
  ///
  /// - Returns: The `seq` of the record; 0 if the queue is full or the session has ended.
  package func record(_ line: EventLine) -> Int64 {
    recorder.exchange.record(
      line, urgent: line.kind.isUrgent, isLast: line.kind == .sessionEnded)
  }

  /// Counts lines that are no events as dropped, so that a `recorder.gap` reports them.
  ///
  /// - Returns: False if the session has ended: nothing can follow.
  package func countMalformed(_ lines: Int64) -> Bool { recorder.exchange.countMalformed(lines) }

  /// Writes all records so far to the files under every policy, and blocks the thread.
  ///
  /// Dropped events that no `recorder.gap` reports yet are reported, if there is room.
  package func reportGapsAndWait() -> Acknowledgement {
    recorder.exchange.reportGaps()
    writeAndWait()
    return recorder.flushAndWait()
  }
}

extension Exchange {
  /// Counts events that never reached the queue as dropped; returns false after the last event.
  ///
  /// Like other gaps, they are reported before the next record.
  fileprivate func countMalformed(_ events: Int64) -> Bool {
    monitor.withLock {
      if shared.isClosed { return false }
      let reason = shared.queue.lossReason
      shared.queue.lossReason = .malformed
      for _ in 0..<events { _ = shared.queue.drop() }
      shared.queue.lossReason = reason
      return true
    }
  }

  /// Queues the gaps that no record reports yet, if there is room.
  fileprivate func reportGaps() {
    monitor.withLock {
      if !shared.isClosed, shared.queue.hasGaps { _ = shared.queue.settleGaps(time) }
    }
  }
}
