import TestJournals
@testable import JournalFormat
@testable import AdReplay
@testable import JournalInput
import AdSession
import Foundation
import Testing

/// Records long after the end of their session.
struct LateRecordTests {
  /// A session, many lines of another one, and what comes late.
  static func bytes(between: Int, late: [UInt8]) -> [UInt8] {
    let first = Lines.sample(session: "early").bytes
    var other = Lines(session: "other")
    other.begin()
    var bytes = first + other.bytes
    for seq in 2...between {
      bytes += Array(
        ("{\"v\":1,\"session\":\"other\",\"seq\":\(seq),\"t\":\(seq),"
          + "\"wall\":\"2026-11-20T09:15:02.123Z\",\"event\":\"app.memory_warning\"}\n").utf8)
    }
    return bytes + late
  }

  static let late: [UInt8] = {
    var lines = Lines(session: "early")
    lines.add(.note, seq: 11, [(.text, .string("late"))])
    return lines.bytes
  }()

  @Test func `a record at the limit belongs to its session, and one line further it is late`() {
    for (between, isLate) in [(65_535, false), (65_536, true)] {
      let bytes = Self.bytes(between: between, late: Self.late)
      for blockSize in [1 << 14, 1 << 20, 1 << 25] {
        let read = Journal.readAll(bytes: bytes, blockSize: blockSize)
        #expect(read.sessions.map(\.recordCount) == [isLate ? 10 : 11, between])
        #expect(read.summary.damage.map(\.code) == (isLate ? [.lateRecord] : []))
        if isLate {
          #expect(read.summary.damage.first?.session == "early")
          #expect(read.summary.damage.first?.line == 10 + between + 1)
        }
      }
    }
  }

  @Test func `a late record of a file is damage of the journal, with any number of jobs`() throws {
    let broken = Array("{\"session\":\"early\",\n".utf8)
    let bytes = Self.bytes(between: 70_000, late: Self.late + broken)
    let folder = try TemporaryFolder()
    for path in [
      try folder.write("late.jsonl", bytes), try folder.write("late.gz", folder.gzip(bytes)),
    ] {
      for jobs in [1, 2] {
        let read = try Deliveries([path], jobs: jobs)
        #expect(read.ids == ["early", "other"])
        #expect(read.damage == [[], []])
        #expect(read.journals.first?.records == 10 + 70_000)
        #expect(
          read.journals.first?.damage.map { "\($0.line) \($0.code): \($0.because)" } == [
            "70011 lateRecord: the record is more than 65536 lines behind the end of its session; "
              + "it was not judged",
            "70012 notJSON: expected a key in quotes, found the end of the line",
          ])
      }
    }
  }

  @Test func `a session that has not ended is never late`() {
    var lines = Lines(session: "early")
    lines.begin()
    lines.add(.note, seq: 2, [(.text, .string("late"))])
    let bytes = lines.bytes([1]) + Self.filler("other", count: 70_000) + lines.bytes([2])
    let read = Journal.readAll(bytes: bytes)
    #expect(read.sessions.map(\.recordCount) == [2, 70_000])
    #expect(read.summary.damage.isEmpty)
  }

  @Test func `a late damaged line keeps its code and makes no gap`() {
    let broken = Array("{\"session\":\"early\",\"seq\":11,\n".utf8)
    let bytes = Self.bytes(between: 65_536, late: broken)
    let read = Journal.readAll(bytes: bytes)
    #expect(read.summary.damage.map(\.code) == [.notJSON])
    #expect(read.summary.damage.map(\.session) == ["early"])
    #expect(read.sessions.map(\.trace.gaps.isEmpty) == [true, true])
  }

  /// Of a file the lines are read where they stand, of other inputs they are kept.
  @Test func `repeated records of an idle session are compared by their lines`() throws {
    var session = Lines(session: "early")
    session.begin()
    for seq in 2...6 { session.add(.note, t: Int64(seq), [(.text, .string("first \(seq)"))]) }
    let early = session.bytes
    var other = Lines(session: "early")
    other.add(.note, seq: 4, t: 4, [(.text, .string("another text"))])
    let again: [(bytes: [UInt8], notes: Int, damage: [DamageCode])] = [
      (session.bytes([3, 5]), 2, []), (other.bytes, 0, [.recordConflict]),
      (session.bytes([3]) + other.bytes + session.bytes([6]), 2, [.recordConflict]),
    ]
    let folder = try TemporaryFolder()
    for (bytes, notes, damage) in again {
      let journal = early + Self.filler("other", count: 40_000) + bytes
      let file = try folder.write("a.jsonl", journal)
      #expect(try Deliveries([file], blockSize: 1 << 16).damage == [damage, []])
      let reading = Journal.read(bytes: journal, blockSize: 1 << 16).first
      #expect(reading?.notes.count { $0.code == .seqRepeated } == notes)
      #expect(reading?.damage.map(\.code) == damage)
      #expect(reading?.recordCount == 6 - damage.count)
    }
  }

  /// Lines of a session that has no end.
  static func filler(_ session: String, count: Int) -> [UInt8] {
    var lines = Lines(session: session)
    lines.begin()
    return lines.bytes
      + (2...count).flatMap { seq in
        Array(
          ("{\"v\":1,\"session\":\"\(session)\",\"seq\":\(seq),\"t\":\(seq),"
            + "\"wall\":\"2026-11-20T09:15:02.123Z\",\"event\":\"app.memory_warning\"}\n").utf8)
      }
  }

  @Test func `an idle session reads the same as one that is not idle`() throws {
    var sample = Lines(session: "early", checksums: true)
    sample.begin([(.launchCount, .integer(-3))])
    for entry in Vocabulary.entries
    where entry.kind != .sessionBegan && entry.kind != .sessionSealed {
      sample.add(entry.kind, t: Int64(sample.lines.count) * 77, Sample.fields(of: entry))
    }
    let alone = try #require(Journal.read(bytes: sample.bytes).first)
    let count = sample.lines.count
    let filler = Self.bytes(between: 40_000, late: []).dropFirst(
      Lines.sample(session: "early").bytes.count)
    let middle = sample.bytes(Array(1...count / 2))
    let silent = middle + filler + sample.bytes(Array(count / 2 + 1...count)) + filler
    let reading = try #require(Journal.read(bytes: silent).first)
    #expect(reading.notes.isEmpty)
    #expect(reading.damage.map(\.code) == alone.damage.map(\.code))
    #expect(reading.trace.events.count == count)
    for (event, expected) in zip(reading.trace.events, alone.trace.events) {
      var event = event
      event.line = expected.line
      #expect(
        event.rendering(reading.trace.symbols) == expected.rendering(alone.trace.symbols))
    }
    let again = Journal.read(bytes: silent + sample.bytes)
    #expect(again.first?.noteCodes == Array(repeating: .seqRepeated, count: count))
  }
}
