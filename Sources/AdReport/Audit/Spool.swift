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

  /// Makes a spool that keeps about so many bytes in memory.
  package init(limit: Int = 1 << 19) {
    state = Lock(State(file: SpillFile(limit: limit)))
  }

  /// Keeps a report and returns its place.
  package func put(_ report: [UInt8]) -> UInt64 {
    state.locked { state in
      state.waiting += 1
      let count = UInt32(clamping: report.count).littleEndian
      let place = withUnsafeBytes(of: count) { state.file.append($0) }
      _ = report.withUnsafeBytes { state.file.append($0) }
      return UInt64(place)
    }
  }

  /// Gives a report back and forgets it; empty where the disk lost it.
  package func take(_ place: UInt64) -> [UInt8] {
    state.locked { state in
      let place = Int(place)
      var count = 0
      for byte in state.file.read(place, 4).reversed() { count = count << 8 | Int(byte) }
      let report = Array(state.file.read(place + 4, count))
      Self.forgetOne(&state)
      return report
    }
  }

  /// Forgets a report.
  package func forget(_ place: UInt64) { state.locked { Self.forgetOne(&$0) } }

  private static func forgetOne(_ state: inout State) {
    state.waiting -= 1
    if state.waiting == 0 { state.file.removeAll() }
  }
}
