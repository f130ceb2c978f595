import AdReplay
import JournalInput
import AdReports
import AdSession
import Foundation
import Testing

@testable import AdjournalTool

/// Tests of selecting one session from many while several threads read the file in blocks.
struct ChosenSessionTests {
  /// Readers with one or more threads and one or more blocks.
  private static let readers = [
    JournalReader(), JournalReader(jobs: 2, blockSize: 16_384),
    JournalReader(jobs: 3, blockSize: 1000),
  ]

  private static let asked = [
    nil, MixedJournal.first, "s-3", "s-20", MixedJournal.twice,
    MixedJournal.twice + "#2", MixedJournal.torn,
  ]

  /// All properties of a session that a command can show.
  private static func text(_ reading: SessionReading) -> String {
    let records = reading.trace.events.map { "\($0.seq)@\($0.line)" }
    let replay = TraceReplay(reading.trace)
    let state = String(decoding: replay.state(after: replay.count - 1), as: UTF8.self)
    return "\(reading.path) \(reading.id) \(reading.ordinal) \(records) \(reading.trace.gaps) "
      + "\(reading.damage) \(reading.notes) \(state)"
  }

  /// A session with a record far behind its end.
  @Test(arguments: ["s-3", MixedJournal.first, "s-5"])
  func `A selected session equals the same session among all sessions`(late: String) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let bytes = Array("nothing\n".utf8) + MixedJournal(seed: 1, late: late).bytes
    let path = try folder.write("journal.jsonl", bytes)
    let (whole, sessions) = try JournalContents.sessions(nil, of: path, reader: JournalReader())
    #expect(whole.ids.count == 52)
    #expect(sessions.flatMap { $0.damage.map(\.code) } == [.secondHeader, .tornTail])
    #expect(whole.findings == 3)
    #expect(sessions.map(\.id) == whole.ids)
    let texts = sessions.map(Self.text)
    for reader in Self.readers {
      for id in Self.asked {
        let chosen = try ChosenSession(id, of: path, reader: reader)
        let index = try #require(whole.ids.firstIndex(of: id ?? MixedJournal.first))
        let session = try chosen.session()
        #expect(Self.text(session) == texts[index], "\(id ?? "the first")")
        #expect(session.recordCount == (id == MixedJournal.torn ? 29 : 30))
        #expect(chosen.contents.ids == whole.ids)
        #expect(chosen.contents.findings == 3)
      }
    }
  }

  @Test func `All sessions are the same with any number of threads`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("journal.jsonl", MixedJournal(seed: 4).bytes)
    let (_, sessions) = try JournalContents.sessions(nil, of: path, reader: JournalReader())
    let texts = sessions.map(Self.text)
    for reader in Self.readers {
      let (_, others) = try JournalContents.sessions(nil, of: path, reader: reader)
      #expect(others.map(Self.text) == texts)
      let (contents, one) = try JournalContents.sessions("s-20", of: path, reader: reader)
      #expect(one.map(\.id) == ["s-20"])
      #expect(contents.ids.count == 52)
    }
  }

  @Test func `Selecting an unknown session is an error with the nearest id`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("journal.jsonl", MixedJournal(seed: 6).bytes)
    let empty = try folder.write("empty.jsonl", "")
    for reader in Self.readers {
      func refusal(_ id: String?, _ path: String) throws -> String? {
        let chosen = try ChosenSession(id, of: path, reader: reader)
        return #expect(throws: UsageError.self) { try chosen.session() }?.description
      }
      let others = try ChosenSession(nil, of: path, reader: reader).contents.ids
      let hint = "(it has \(others.count) sessions; the first is '\(others[0])')"
      #expect(try refusal("nobody", path) == "no session 'nobody' in \(path) \(hint)")
      #expect(
        try refusal("s-lost", path)
          == "no session 's-lost' in \(path); did you mean 's-last'? \(hint)")
      #expect(try refusal(nil, empty) == "no session in \(empty): the file is empty")
      #expect(try refusal("s-1", empty) == "no session in \(empty): the file is empty")
    }
  }

  /// The last file is the smallest one, so threads are likely to finish it first.
  @Test func `The default session of a folder is the first one of its first file`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    for (number, sessions) in [12, 10, 8].enumerated() {
      let journal = MixedJournal(seed: UInt64(number), sessions: sessions, records: 20)
      try folder.write("\(number).jsonl", journal.bytes)
    }
    for reader in Self.readers {
      for (id, name) in [(nil, "s-0"), ("s-5", "s-5"), ("s-7#2", "s-7#2"), ("s-11", "s-11")] {
        let chosen = try ChosenSession(id, of: folder.path, reader: reader)
        let session = try chosen.session()
        #expect(session.path == folder.path("0.jsonl"))
        #expect(session.id == name)
        #expect(chosen.contents.ids.count == 36)
        #expect(chosen.contents.findings == 6)
      }
    }
  }
}

struct FirstSessionsTests {
  @Test func `The first sessions of each file are found in any order of arrival`() {
    let first = FirstSessions(2)
    #expect(first.has(9, of: "a") && first.has(5, of: "a") && first.has(9, of: "a"))
    #expect(first.has(7, of: "a"))
    #expect(!first.has(9, of: "a") && !first.has(8, of: "a"))
    #expect(first.has(7, of: "a") && first.has(5, of: "a") && first.has(1, of: "a"))
    #expect(!first.has(7, of: "a"))
    #expect(first.has(10, of: "b") && first.has(11, of: "b") && !first.has(12, of: "b"))
    #expect(!FirstSessions(0).has(1, of: "a"))
  }
}

/// Tests of the commands, which read on all cores, with a file of several blocks.
struct ChosenSessionCommandTests {
  @Test func `The output for a session does not depend on other sessions of its file`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let journal = MixedJournal(seed: 8, sessions: 120, records: 50)
    for line in [
      ["replay", "--at", "49"], ["replay", "--diff", "2", "49"], ["show"],
      ["shrink", "--rule", "app-open-max-age", "--to", "-"],
    ] {
      let path = try folder.write("journal.jsonl", journal.bytes(of: "s-90"))
      let alone = try Tool.run(Tool.path, line + [path])
      #expect(alone.exit == 0 && !alone.output.isEmpty)
      try folder.write("journal.jsonl", journal.bytes)
      let among = try Tool.run(Tool.path, line + ["--session", "s-90", path])
      #expect(among.output == alone.output, "\(line)")
      #expect(among.errors.contains("2 damaged locations") && !among.errors.contains("the first"))
    }
  }
}
