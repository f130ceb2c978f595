internal import Platform

/// Reports that wait for their turn, with a few bytes before each: in memory while they are few.
///
/// A session that goes on for long holds back the reports of all that began after it, and a file's
/// are held until its end; so that the memory does not grow with the journal, what waits beyond a
/// limit goes to the temporary folder.
package final class Spool: @unchecked Sendable {
  private struct State: ~Copyable {
    var file: SpillFile
    var waiting = 0
  }

  private let state: Lock<State>
  private let loss: DiskLoss

  /// Makes a spool that keeps about so many bytes in memory.
  package init(limit: Int = 1 << 19, loss: DiskLoss) {
    self.loss = loss
    state = Lock(State(file: SpillFile(limit: limit, loss: loss)))
  }

  /// Keeps a report and returns its place.
  package func put(_ report: [UInt8]) -> UInt64 {
    report.withUnsafeBytes { put(UnsafeRawBufferPointer(start: nil, count: 0), $0) }
  }

  /// Keeps a few bytes and a report behind them, and returns their place.
  func put(_ head: UnsafeRawBufferPointer, _ report: UnsafeRawBufferPointer) -> UInt64 {
    state.locked { state in
      state.waiting += 1
      let place = UInt64(state.file.count)
      // One more than they are: no byte that a disk gives back in place of others is a length.
      withUnsafeBytes(of: UInt32(clamping: head.count + report.count + 1)) { state.file.add($0) }
      state.file.add(head)
      state.file.add(report)
      state.file.spillIfMany()
      return place
    }
  }

  /// Gives a report back and forgets it; empty where the disk lost it.
  package func take(_ place: UInt64) -> [UInt8] { take(place) { Array($0) } }

  /// Shows a report and forgets it; empty where the disk lost it.
  func take<Value>(_ place: UInt64, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    state.locked { state in
      let place = Int(place)
      let head = state.file.read(place, 4)
      let count = head.count == 4 ? Int(head.loadUnaligned(as: UInt32.self)) - 1 : -1
      let bytes = state.file.read(place + 4, max(0, count))
      let isWhole = count >= 0 && bytes.count == count
      if !isWhole { loss.note() }
      let value = body(isWhole ? bytes : UnsafeRawBufferPointer(start: nil, count: 0))
      Self.forgetOne(&state)
      return value
    }
  }

  /// Forgets a report.
  package func forget(_ place: UInt64) { state.locked { Self.forgetOne(&$0) } }

  private static func forgetOne(_ state: inout State) {
    state.waiting -= 1
    if state.waiting == 0 { state.file.removeAll() }
  }
}
