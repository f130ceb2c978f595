#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Reports that wait for their turn: in memory while they are few, then in a file without a name.
///
/// A session that goes on for long holds back the reports of all that began after it; so that the
/// memory does not grow with the journal, what waits beyond a limit goes to the temporary folder.
package final class Spool: @unchecked Sendable {
  /// Where a report waits.
  package struct Place: Sendable {
    var offset: Int
    var count: Int
  }

  private struct State {
    var memory: [UInt8] = []
    /// What the file had no room for, by place.
    var refused: [Int: [UInt8]] = [:]
    var waiting = 0
    var file: Int32 = -1
    var end = 0
  }

  private let state = Lock(State())
  private let limit: Int

  package init(limit: Int = 8 << 20) { self.limit = limit }

  deinit { state.locked { if $0.file >= 0 { close($0.file) } } }

  /// Keeps a report.
  package func put(_ bytes: [UInt8]) -> Place {
    state.locked { state in
      state.waiting += 1
      let place = Place(offset: state.end, count: bytes.count)
      if state.file < 0 && state.end + bytes.count > limit { Self.openFile(&state) }
      if state.file < 0 {
        state.memory.append(contentsOf: bytes)
      } else if !Self.write(bytes, to: state.file, at: state.end) {
        state.refused[state.end] = bytes
      }
      state.end += bytes.count
      return place
    }
  }

  /// Gives a report back and forgets it.
  package func take(_ place: Place) -> [UInt8] {
    state.locked { state in
      defer { Self.forgetOne(&state) }
      if state.file < 0 { return Array(state.memory[place.offset..<place.offset + place.count]) }
      return state.refused.removeValue(forKey: place.offset) ?? Self.read(place, from: state.file)
    }
  }

  private static func forgetOne(_ state: inout State) {
    state.waiting -= 1
    guard state.waiting == 0 else { return }
    state.memory.removeAll(keepingCapacity: true)
    state.end = 0
  }

  /// Without a file (no room, no folder) the reports stay in memory.
  private static func openFile(_ state: inout State) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/adjournal-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return }
    unlink(template)
    guard write(state.memory, to: file, at: 0) else {
      close(file)
      return
    }
    state.memory = []
    state.file = file
  }

  /// Writes all bytes; false where the system refuses some.
  private static func write(_ bytes: [UInt8], to file: Int32, at offset: Int) -> Bool {
    bytes.withUnsafeBytes { all in
      guard let start = all.baseAddress else { return true }
      var done = 0
      while done < all.count {
        let count = pwrite(file, start + done, all.count - done, off_t(offset + done))
        if count <= 0 && errno != EINTR { return false }
        done += max(0, count)
      }
      return true
    }
  }

  private static func read(_ place: Place, from file: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: place.count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      while initialized < place.count {
        let count = pread(
          file, start + initialized, place.count - initialized, off_t(place.offset + initialized))
        if count <= 0 && errno != EINTR { return }
        initialized += max(0, count)
      }
    }
  }
}
