import TestJournals
@testable import AdReplay
@testable import JournalInput
import JournalFormat
import AdSession
import Testing

/// Findings beyond the first thousand of a kind are counted exactly and kept as a range.
struct BoundedFindingsTests {
  private static func repeated(_ line: String, _ count: Int) -> [UInt8] {
    Array(String(repeating: line, count: count).utf8)
  }

  @Test func `blank lines beyond a thousand are one note with their number and lines`() {
    let summary = Journal.readAll(bytes: Self.repeated("\n", 250_000)).summary
    #expect(summary.notes.count == 1001)
    #expect(summary.notes.total() == 250_000)
    #expect(summary.notes.prefix(1000).map(\.line) == Array(1...1000))
    let range = summary.notes[1000]
    #expect(range.isRange && range.code == .blankLine)
    #expect(range.line == 1001 && range.byte == 1000 && range.lastLine == 250_000)
    #expect(
      range.because
        == "249000 more of this kind, up to line 250000; the first 1000 are listed")
    #expect(summary.lines == 250_000 && summary.bytes == 250_000)
  }

  @Test func `the thousand and first finding of a kind is a range of one`() {
    let summary = Journal.readAll(bytes: Self.repeated("x\n", 1001)).summary
    #expect(summary.damage.total() == 1001)
    #expect(summary.damage.last?.because == "1 more of this kind; the first 1000 are listed")
  }

  @Test func `each kind of damage is listed a thousand times`() {
    let lines = Self.repeated("x\n[]\n\u{FF}\n", 1200)
    let damage = Journal.readAll(bytes: lines).summary.damage
    let singles = damage.filter { !$0.isRange }
    #expect(singles.count { $0.code == .notAnObject } == 1000)
    #expect(damage.filter { $0.code == .notAnObject }.total() == 1200)
    #expect(damage.total() == 3600)
    #expect(damage.suffix(damage.count - singles.count).allSatisfy { $0.isRange })
  }

  @Test func `damaged lines of a session are counted without losing a gap`() {
    var lines = Lines()
    lines.begin()
    lines.add(.appLaunched, [(.cold, .boolean(true))])
    func journal(_ damaged: Int) -> SessionReading? {
      var next = Lines()
      next.add(.appBecameActive, seq: 5)
      return Journal.read(
        bytes: lines.bytes + Self.repeated("x\n", damaged) + next.bytes
          + Self.repeated("y\n", damaged)
      ).first
    }
    let (few, many) = (journal(1), journal(40_000))
    #expect(many?.damage.total() == 80_000)
    #expect(many?.damage.count == 1001)
    #expect(many?.damage.last?.line == 1003 && many?.damage.last?.lastLine == 80_003)
    #expect(many?.trace.gaps == few?.trace.gaps)
    #expect(many?.trace.events.map(\.seq) == few?.trace.events.map(\.seq))
  }

  @Test func `damaged lines that name a seq explain it, however many there are`() {
    var lines = Lines()
    lines.begin()
    for seq in 2...4000 where seq % 2 == 0 {
      lines.append(raw: "{\"v\":1,\"session\":\"s-1\",\"seq\":\(seq),bad")
      lines.add(.appBecameActive, seq: Int64(seq + 1))
    }
    let reading = Journal.read(bytes: lines.bytes).first
    #expect(reading?.damage.total() == 2000)
    #expect(reading?.damage.contains { $0.code == .seqGap } == false)
    #expect(reading?.trace.gaps.count == 2000)
  }

  @Test func `a record that is repeated without end counts once, and all repetitions are counted`()
  {
    let lines = Lines.sample().lines
    let bytes = Array(lines.joined()) + Array(repeatElement(lines[4], count: 5000).joined())
    let reading = Journal.read(bytes: bytes).first
    #expect(reading?.recordCount == 10 && reading?.damage.isEmpty == true)
    #expect(reading?.notes.total() == 5000)
    #expect(reading?.notes.last?.code == .seqRepeated)
    #expect(reading?.notes.last?.lastLine == 5010)
  }

  @Test func `two contents of one seq conflict, however often they alternate`() {
    let lines = Lines.sample().lines
    var other = Lines()
    other.add(.note, seq: 5, [(.text, .string("other"))])
    let pair = lines[4] + other.lines[0]
    let reading = Journal.read(
      bytes: Array(lines.joined()) + Array(repeatElement(pair, count: 3000).joined())
    ).first
    #expect(reading?.damage.map(\.code) == [.recordConflict])
    #expect(reading?.trace.events.map(\.seq) == [1, 2, 3, 4, 6, 7, 8, 9, 10])
    #expect(reading?.notes.filter { $0.code == .seqRepeated }.isEmpty == true)
  }

  @Test func `a sealed session that is repeated a hundred times is read as if it came twice`() {
    let sealed = SealTests.sealed()
    func reading(_ times: Int) -> SessionReading? {
      Journal.read(bytes: Array(repeatElement(sealed.bytes, count: times).joined())).first
    }
    let (twice, often) = (reading(2), reading(300))
    #expect(often?.trace.events.map(\.seq) == twice?.trace.events.map(\.seq))
    #expect(often?.damage.map(\.code) == twice?.damage.map(\.code))
    #expect(often?.trace.hasBadSeal == twice?.trace.hasBadSeal)
    #expect(often?.seals == twice?.seals)
    let repeated = often?.notes.filter { $0.code == .seqRepeated } ?? []
    #expect(repeated.total() == 299 * 11)
  }

  @Test func `the lines of all repetitions are known where a reader keeps them`() throws {
    let folder = try TemporaryFolder()
    let lines = Lines.sample().lines
    let path = try folder.write(
      "a.jsonl", Array(lines.joined()) + Array(repeatElement(lines[4], count: 3000).joined()))
    var reader = JournalReader()
    reader.keepsRepeatedLines = true
    var repeated: [ClosedRange<Int>] = []
    for delivery in reader.read([path], judge: { $0 }) {
      if case .session(let reading) = delivery { repeated = reading.repeatedLines }
    }
    #expect(repeated.flatMap { Array($0) }.sorted() == Array(11...3010))
  }

  @Test(arguments: [1, 2])
  func `more lines than are parsed at once change no reading`(jobs: Int) {
    let sample = Lines.sample().lines
    let blank = [UInt8](repeating: 0x0A, count: ParsedBlock.mostLines + 7)
    let bytes = Array(sample[..<5].joined()) + blank + Array(sample[5...].joined()) + blank
    let read = Journal.readAll(bytes: bytes, jobs: jobs)
    #expect(read.sessions.map(\.recordCount) == [10])
    #expect(read.sessions.first?.damage.isEmpty == true)
    #expect(read.summary.notes.total() == 2 * blank.count)
    #expect(read.summary.lines == 10 + 2 * blank.count)
    #expect(read.sessions.first?.trace.events.last?.line == UInt32(10 + blank.count))
    var count = 0
    Journal.forEachLine(of: bytes) { line in
      count += 1
      if line.line != count { count = -1 }
    }
    #expect(count == 10 + 2 * blank.count)
  }

  @Test func `a torn last line after many short lines is found`() {
    let bytes = [UInt8](repeating: 0x0A, count: 3 * ParsedBlock.mostLines) + Array("{\"v\":1".utf8)
    #expect(Journal.readAll(bytes: bytes).summary.damage.map(\.code) == [.tornTail])
  }

  @Test func `thousands of headers of one name begin a session each`() {
    let count = 3000
    var bytes: [UInt8] = []
    for number in 0..<count {
      var lines = Lines()
      lines.begin([(.launchCount, .integer(Int64(number)))])
      bytes += lines.bytes
    }
    var first = Lines()
    first.begin([(.launchCount, .integer(0))])
    first.add(.appBecameActive)
    let sessions = Journal.read(bytes: bytes + first.bytes)
    #expect(sessions.count == count)
    #expect(sessions.map(\.id).first == "s-1" && sessions.map(\.id).last == "s-1#\(count)")
    #expect(sessions.first?.trace.events.map(\.seq) == [1, 2])
  }
}
