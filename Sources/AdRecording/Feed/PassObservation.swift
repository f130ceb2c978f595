internal import Platform

/// A subscription to the passes of a recorder's writer; it ends when this is released.
package final class PassObservation: Sendable {
  private let exchange: Exchange
  private let id: Int

  fileprivate init(_ exchange: Exchange, _ id: Int) {
    self.exchange = exchange
    self.id = id
  }

  deinit { exchange.stopObserving(id) }
}

/// The present point of a session: no later record has an earlier time.
package struct SessionMoment: Sendable {
  /// The time that the next record gets at the earliest.
  package var moment: RecordMoment
  /// The `seq` of the newest record that the writer can write now: without a `session.continued`,
  /// which waits for the record after it.
  package var newest: Int64
  /// Whether the writer has ended, so that the journal no longer changes.
  package var isFinal: Bool
}

extension SessionRecorder {
  /// The path of the folder with the journal.
  package var journalFolder: String { folder }

  /// Calls a closure after each pass of the writer, on its thread, and once after the last pass.
  ///
  /// The recording thread pays nothing for it, unless the system has no thread for the writer. The
  /// closure must return quickly.
  package func observePasses(_ tell: @escaping @Sendable () -> Void) -> PassObservation {
    PassObservation(recorder.exchange, recorder.exchange.observePasses(tell))
  }

  /// The present point of the session.
  package var point: SessionMoment { recorder.exchange.point }

  /// Writes all records, under every policy, and blocks the thread until the attempt is over.
  package func writeAndWait() { recorder.makeRoomAndWait() }
}

extension Exchange {
  fileprivate func observePasses(_ tell: @escaping @Sendable () -> Void) -> Int {
    monitor.withLock {
      shared.newestObserver += 1
      shared.passObservers.append((shared.newestObserver, tell))
      return shared.newestObserver
    }
  }

  fileprivate func stopObserving(_ id: Int) {
    monitor.withLock { shared.passObservers.removeAll { $0.id == id } }
  }

  fileprivate var point: SessionMoment {
    monitor.withLock {
      let time = max(ownTime, shared.queue.newestTime)
      let newest = shared.queue.newestSeq
      return SessionMoment(
        moment: RecordMoment(sinceStart: time, wall: time &+ wallDifference),
        newest: newest > 0 && newest == shared.lastMark ? newest - 1 : newest,
        isFinal: !shared.hasWriter)
    }
  }

  /// Calls the observers of passes.
  func tellObservers() {
    for observer in monitor.withLock({ shared.passObservers }) { observer.tell() }
  }
}
