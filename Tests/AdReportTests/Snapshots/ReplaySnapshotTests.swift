import AdJournal
import AdReport
import AdSession
import Foundation
import Testing

struct ReplaySnapshotTests {
  private func snapshots(_ place: SnapshotPlace, part: Int, of purpose: String = "p")
    -> ReplaySnapshots
  {
    ReplaySnapshots(
      folder: place.snapshots, purpose: Array(purpose.utf8), jobs: 2, partSize: part)
  }

  /// Reads the journal, keeps its states, and returns what was read.
  private func keep(_ place: SnapshotPlace, part: Int) throws -> [SessionReading] {
    let snapshots = snapshots(place, part: part)
    var sessions: [SessionReading] = []
    let reader = snapshots.noting(JournalReader(blockSize: 3000))
    try reader.read([place.journal], judge: { $0 }) { delivery in
      if case .session(let reading) = delivery { sessions.append(reading) }
    }
    snapshots.keep(sessions, of: place.journal, findings: 3)
    return sessions
  }

  @Test func `Every state of every session is told as the fold from the beginning tells it`() throws
  {
    for path in try Samples.paths(in: "sessions") + Samples.paths(in: "damaged") {
      let place = try SnapshotPlace()
      try place.write([UInt8](Data(contentsOf: URL(fileURLWithPath: "\(Samples.root)/\(path)"))))
      let read = try keep(place, part: 16)
      guard let contents = snapshots(place, part: 16).contents(of: place.journal) else {
        #expect(read.allSatisfy { $0.recordCount < 2 } || read.contains { $0.recordCount == 0 })
        continue
      }
      #expect(contents.findings == 3)
      #expect(contents.sessions.map(\.id) == read.map(\.id))
      for (kept, reading) in zip(contents.sessions, read) {
        try compare(kept.replay, TraceReplay(reading.trace), path)
      }
    }
  }

  private func compare(_ kept: any ReplayedSession, _ plain: TraceReplay, _ path: String) throws {
    try #require(kept.count == plain.count)
    var states: [[UInt8]] = []
    plain.fold(upTo: plain.count - 1) { index, session in
      states.append(Array(StateJSON.text(session, plain.trace, after: index).utf8))
    }
    for index in stride(from: plain.count % 3, to: plain.count, by: 3) {
      try #require(try kept.state(after: index) == states[index], "\(path), record \(index)")
      let (seq, wall) = plain.point(index)
      #expect(try kept.point(index) == (seq, wall))
      for near in [seq - 1, seq, seq + 1] {
        #expect(try kept.index(upToSeq: near) == plain.index(upToSeq: near), "\(path) \(near)")
      }
      for near in [wall - 1, wall, wall + 1] {
        #expect(try kept.index(upToWall: near) == plain.index(upToWall: near), "\(path) \(near)")
      }
    }
  }

  @Test func `A file that is not what it was has no states`() throws {
    let place = try SnapshotPlace()
    let path = "\(Samples.root)/\(Samples.unlock)"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    try place.write(bytes)
    _ = try keep(place, part: 16)
    #expect(snapshots(place, part: 16).contents(of: place.journal) != nil)
    #expect(snapshots(place, part: 16, of: "another program").contents(of: place.journal) == nil)
    for at in stride(from: 0, to: bytes.count, by: 997) {
      var changed = bytes
      changed[at] ^= 1
      try place.write(changed)
      #expect(snapshots(place, part: 16).contents(of: place.journal) == nil, "byte \(at)")
    }
    for other in [Array(bytes.dropLast()), bytes + [0x0A], []] {
      try place.write(other)
      #expect(snapshots(place, part: 16).contents(of: place.journal) == nil)
    }
    try place.write(bytes)
    #expect(snapshots(place, part: 16).contents(of: place.journal) != nil)
  }
}
