import JournalFormat
import TestJournals
@testable import AdReplay
@testable import JournalInput
@testable import Platform
import AdSession
import Testing

/// The records of a very long session are packed while it is read; nothing else changes.
struct LongSessionTests {
  /// The sessions of a journal whose records are packed in pieces of at least `pieceCount`, and the
  /// number of those that were moved to their trace piece by piece.
  private static func sessions(
    _ bytes: [UInt8], blockSize: Int, pieceCount: Int
  ) -> (renderings: [String], streamed: Int) {
    let assembly = InputAssembly(
      input: 0, path: "-", pool: PoolBox(), keepsHashes: false)
    assembly.pieceCount = pieceCount
    let completed = assembly.sessions(in: bytes, blockSize: blockSize)
    var makes = SessionAssembly()
    var renderings: [String] = []
    var streamed = 0
    for session in completed {
      if session.value.canStream { streamed += 1 } else { session.value.unpackAll() }
      let reading = makes.reading(of: session, path: "-", trace: Trace(), seals: SealReport())
      #expect(session.value.count >= reading.trace.events.count)
      renderings.append(reading.rendering)
      SessionPool.release(session)
    }
    return (renderings, streamed)
  }

  /// A journal of a few sessions whose lines alternate in runs; some repeat records, reuse names,
  /// lose lines, have seals, or begin without a header.
  private static func journal(_ numbers: inout Numbers) -> [UInt8] {
    var waiting = (0..<4).map { place in
      var lines = Lines(session: "s-\(place)")
      lines.begin()
      for number in 0..<numbers.below(60) {
        switch numbers.below(4) {
        case 0: lines.request("r-\(number)")
        case 1: lines.load("r-\(number)", "a-\(number)")
        case 2: lines.add(.note, [(.text, .string("text \(number)"))])
        default: lines.add(.appBecameActive, [])
        }
      }
      var all = lines.lines
      if numbers.below(3) == 0 {
        switch numbers.below(4) {
        case 0: all.remove(at: numbers.below(all.count))
        case 1: all.insert(all[numbers.below(all.count)], at: numbers.below(all.count))
        case 2: all.insert(Array("broken\n".utf8), at: numbers.below(all.count))
        default: all.append(all[0])
        }
      }
      return all[...]
    }
    var bytes: [UInt8] = []
    while waiting.contains(where: { !$0.isEmpty }) {
      let place = numbers.below(waiting.count)
      for _ in 0..<numbers.below(30) { bytes += waiting[place].popFirst() ?? [] }
    }
    return bytes
  }

  @Test func `sessions that are packed in pieces are read as others`() {
    var streamed = 0
    for seed in 0..<150 {
      var numbers = Numbers(state: UInt64(seed))
      let bytes = Self.journal(&numbers)
      let blockSize = numbers.one(of: [200, 700, 3000])
      let whole = Self.sessions(bytes, blockSize: blockSize, pieceCount: .max)
      let packed = Self.sessions(bytes, blockSize: blockSize, pieceCount: 1 + numbers.below(8))
      #expect(packed.renderings == whole.renderings, "seed \(seed)")
      #expect(whole.streamed == 0)
      streamed += packed.streamed
    }
    #expect(streamed > 50)
  }

  @Test func `a session of many pieces keeps all records and their order`() throws {
    var session = OpenSession()
    for seq in 1...1000 {
      var event = Event(seq == 1 ? .sessionBegan : .appBecameActive)
      event.seq = Int64(seq)
      event.t = Int64(seq * 3)
      event.line = UInt32(seq)
      session.append(StoredRecord(event: event, mark: UInt64(seq) << 1 | 1))
      session.packPiece(least: 1 + seq % 7)
      #expect(session.count == seq && session.lastLine == seq)
    }
    session.headers = [(0, Header())]
    #expect(session.canStream && session.isInOrder && session.records.count < 8)
    session.pack()
    session.unpack()
    session.unpackAll()
    #expect(!session.canStream && session.count == 1000)
    #expect((0..<1000).map { session.records[$0].event.seq } == Array(1...1000))
    #expect((0..<1000).map { session.records[$0].byte } == Array(1...1000))
    session.removeRecords()
    #expect(session.count == 0 && session.lastLine == 0)
  }
}
