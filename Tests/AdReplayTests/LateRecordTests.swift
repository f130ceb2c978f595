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
        let read = Journal.readAll(bytes: bytes, blockSize: blockSize, isStream: true)
        #expect(read.sessions.map(\.recordCount) == [isLate ? 10 : 11, between])
        #expect(read.summary.damage.map(\.code) == (isLate ? [.lateRecord] : []))
        if isLate {
          #expect(read.summary.damage.first?.session == "early")
          #expect(read.summary.damage.first?.line == 10 + between + 1)
        }
      }
    }
  }

  @Test func `a file is read again for late records`() throws {
    let broken = Array("{\"session\":\"early\",\n".utf8)
    let bytes = Self.bytes(between: 70_000, late: Self.late + broken)
    let folder = try TemporaryFolder()
    let path = try folder.write("late.jsonl", bytes)
    for jobs in [1, 2] {
      let read = try Deliveries([path], jobs: jobs)
      #expect(read.ids == ["early", "other"])
      #expect(read.damage == [[.notJSON], []])
      #expect(read.journals.first?.records == 11 + 70_000)
      #expect(read.journals.first?.damage.isEmpty == true)
      let once = try Deliveries([path], jobs: jobs, readsTwice: false)
      #expect(once.damage == [[], []])
      #expect(once.journals.first?.damage.map(\.code) == [.lateRecord, .notJSON])
      #expect(once.journals.first?.records == 10 + 70_000)
    }
  }

  @Test func `a session of a stream that has not ended is never late`() {
    var lines = Lines(session: "early")
    lines.begin()
    lines.add(.note, seq: 2, [(.text, .string("late"))])
    let bytes = lines.bytes([1]) + Self.filler("other", count: 70_000) + lines.bytes([2])
    let read = Journal.readAll(bytes: bytes, isStream: true)
    #expect(read.sessions.map(\.recordCount) == [2, 70_000])
    #expect(read.summary.damage.isEmpty)
  }

  @Test func `a late damaged line of a stream keeps its code and makes no gap`() {
    let broken = Array("{\"session\":\"early\",\"seq\":11,\n".utf8)
    let bytes = Self.bytes(between: 65_536, late: broken)
    let read = Journal.readAll(bytes: bytes, isStream: true)
    #expect(read.summary.damage.map(\.code) == [.notJSON])
    #expect(read.summary.damage.map(\.session) == ["early"])
    #expect(read.sessions.map(\.trace.gaps.isEmpty) == [true, true])
  }

  /// What happens to a file between its two readings.
  enum Change: CaseIterable {
    case grown, cut, replaced, deleted
  }

  @Test(arguments: Change.allCases)
  func `a file that changes before its second reading is reported, and one that grows is not`(
    change: Change
  ) throws {
    let bytes = Self.bytes(between: 70_000, late: Self.late)
    let folder = try TemporaryFolder()
    let path = try folder.write("late.jsonl", bytes)
    let reader = JournalReader()
    var records: [String: Int] = [:]
    var failures: [String] = []
    var journals: [JournalSummary] = []
    let judge: @Sendable (inout SessionReading) -> (String, Int) = { reading in
      // The other session ends with the file: then it is read again for the first one.
      if reading.id == "other" { Self.change(path, change, bytes) }
      return (reading.id, reading.recordCount)
    }
    try reader.read([path], judge: judge) { delivery in
      switch delivery {
      case .session(let session): records[session.0] = session.1
      case .journal(let summary): journals.append(summary)
      case .failure(let error): failures.append(error.sentence)
      }
    }
    #expect(journals.map(\.bytes) == [bytes.count])
    switch change {
    case .grown:
      #expect(failures.isEmpty)
      #expect(records == ["early": 11, "other": 70_000])
    case .cut, .replaced: #expect(failures == ["it changed while it was read"])
    case .deleted: #expect(failures == ["there is no such file or folder"])
    }
  }

  private static func change(_ path: String, _ change: Change, _ bytes: [UInt8]) {
    let file = URL(fileURLWithPath: path)
    var later = Lines(session: "early")
    later.add(.note, seq: 12, [(.text, .string("later"))])
    do {
      switch change {
      case .grown: try Data(bytes + later.bytes).write(to: file)
      case .cut: try Data(bytes.dropLast(Self.late.count)).write(to: file)
      case .replaced:
        let text = String(decoding: bytes, as: UTF8.self)
        try Data(text.replacingOccurrences(of: "early", with: "after").utf8).write(to: file)
      case .deleted: try FileManager.default.removeItem(at: file)
      }
    } catch {
      Issue.record(error)
    }
  }

  /// A file looks back a short way only, and is read again; a stream waits.
  @Test func `late records of a file have the same effect as in a stream`() throws {
    for distance in [900, 1100, 3000, 9000] {
      let sessions = (0..<20).map { "mixed-\($0)" }
      let ends = sessions.map { Lines.sample(session: $0).bytes }
      let late = sessions.map { name in
        var lines = Lines(session: name)
        lines.add(.note, seq: 11, [(.text, .string("late"))])
        return lines.bytes
      }
      var bytes: [UInt8] = []
      for place in 0..<40 {
        if place < 20 { bytes += ends[place] }
        bytes += Self.filler("other-\(place)", count: distance / 20)
        if place >= 20 { bytes += late[place - 20] }
      }
      for blockSize in [1 << 14, 1 << 20] {
        let file = Journal.readAll(bytes: bytes, blockSize: blockSize)
        let stream = Journal.readAll(bytes: bytes, blockSize: blockSize, isStream: true)
        #expect(file.sessions.map(\.trace.id) == stream.sessions.map(\.trace.id))
        #expect(file.sessions.map(\.recordCount) == stream.sessions.map(\.recordCount))
        #expect(file.sessions.count { $0.recordCount == 11 } == 20, "\(distance) lines")
        #expect(file.summary.damage.isEmpty && stream.summary.damage.isEmpty)
      }
    }
  }

  /// Of a file the lines are read where they stand, of a stream they are kept.
  @Test func `repeated records of an idle session are compared by their lines`() {
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
    for (bytes, notes, damage) in again {
      let journal = early + Self.filler("other", count: 40_000) + bytes
      let file = Journal.readAll(bytes: journal, blockSize: 1 << 16)
      let stream = Journal.readAll(bytes: journal, blockSize: 1 << 16, isStream: true)
      for read in [file, stream] {
        let reading = read.sessions.first { $0.trace.id == "early" }
        #expect(reading?.notes.count { $0.code == .seqRepeated } == notes)
        #expect(reading?.damage.map(\.code) == damage)
        #expect(reading?.recordCount == 6 - damage.count)
      }
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
