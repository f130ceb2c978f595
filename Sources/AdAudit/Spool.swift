internal import Platform

/// Reports that wait for their turn: in memory while they are few, in a temporary file beyond a
/// limit.
///
/// A long session holds back the reports of all sessions that began after it, and the reports of a
/// file wait until its end. The limit keeps the memory independent of the size of the journal.
package final class Spool: @unchecked Sendable {
  private struct State: ~Copyable {
    var file: TemporaryFile
    var waiting = 0
  }

  private let state: Lock<State>
  private let loss: DiskLoss

  /// Makes a spool that keeps about `limit` bytes in memory.
  package init(limit: Int = 1 << 19, loss: DiskLoss) {
    self.loss = loss
    state = Lock(State(file: TemporaryFile(limit: limit)))
  }

  /// Keeps a report and returns its offset.
  package func put(_ report: [UInt8]) -> UInt64 { put([], report) }

  /// Keeps a report with a few more bytes before it, and returns its offset.
  func put(_ head: [UInt8], _ report: [UInt8]) -> UInt64 {
    state.locked { state in
      state.waiting += 1
      let offset = UInt64(state.file.count)
      // One more than the length: zeros that a disk returns for lost bytes are no length.
      state.file.add(integer: UInt32(clamping: head.count + report.count + 1))
      state.file.add(head)
      state.file.add(report)
      state.file.spillIfMany()
      return offset
    }
  }

  /// Returns a report and removes it; empty where the disk lost it.
  package func take(_ offset: UInt64) -> [UInt8] {
    state.locked { state in
      let offset = Int(offset)
      let count = state.file.integer(at: offset, as: UInt32.self).map { Int($0) - 1 } ?? -1
      var report = count > 0 ? state.file.read(offset + 4, count) : []
      if report.count != count {
        loss.note()
        report = []
      }
      Self.removeOne(&state)
      return report
    }
  }

  private static func removeOne(_ state: inout State) {
    state.waiting -= 1
    if state.waiting == 0 { state.file.removeAll() }
  }
}
