import TestJournals
import JournalFormat
@testable import AdReplay
@testable import JournalInput
import AdSession
import Testing

/// Sessions that go on in further files.
struct SegmentTests {
  /// Three segments of a session of 30 records.
  static func segments(session: String = "s-1") -> [[UInt8]] {
    var lines = Lines.sample(session: session)
    // The sample's last record would end the session.
    let first = lines.bytes(Array(1...9))
    lines.add(.sessionContinued, seq: 10, [(.segment, .integer(2))])
    lines.load("r-1", "a-1", seq: 11)
    for seq in 12...19 { lines.add(.appMemoryWarning, seq: Int64(seq)) }
    let second = lines.bytes(Array(11...20))
    lines.add(.sessionContinued, seq: 20, [(.segment, .integer(3))])
    lines.add(.sessionEnded, seq: 21)
    return [first, second, lines.bytes([21, 22])]
  }

  @Test func `segments given in one call are one session, in any order of the files`() throws {
    let parts = Self.segments()
    let folder = try TemporaryFolder()
    let paths = try parts.enumerated().map { try folder.write("\($0).jsonl", $1) }
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1]] {
      for jobs in [1, 2] {
        let read = try Deliveries(order.map { paths[$0] }, jobs: jobs)
        #expect(read.ids == ["s-1"])
        #expect(read.damage == [[]])
        #expect(read.journals.map(\.path) == order.map { paths[$0] })
        #expect(read.journals.map(\.records) == order.map { $0 == 0 ? 21 : 0 })
        #expect(read.journals.flatMap(\.notes).isEmpty)
        #expect(
          read.sessions.first?.hasPrefix("s-1 line 1 clean seal true gaps [] reused []") == true)
        #expect(read.sessions.first?.contains("outOfOrder") == false)
      }
    }
    let folders = try Deliveries([folder.path])
    #expect(folders.ids == ["s-1"])
  }

  @Test func `lines are those of their own file, and a lost segment is a gap`() throws {
    let parts = Self.segments()
    let folder = try TemporaryFolder()
    let first = try folder.write("a.jsonl", parts[0])
    let third = try folder.write("c.jsonl", parts[2])
    let read = try Deliveries([first, third])
    #expect(read.damage == [[.seqGap]])
    #expect(
      read.sessions.first?.contains(
        "line: 1, byte: 0, session: Optional(\"s-1\"), path: Optional(\"\(third)\")") == true)
    let alone = try Deliveries([third])
    #expect(alone.damage == [[.noHeader]])
    #expect(
      alone.sessions.first?.contains(
        "`session.continued`, and not with `session.began`; the segment before it was not given, or "
          + "this record is not in the first 64 KiB of its file") == true)
  }

  @Test func `texts of later segments are the session's own`() throws {
    let parts = Self.segments()
    let folder = try TemporaryFolder()
    let paths = try parts.enumerated().map { try folder.write("\($0).jsonl", $1) }
    let joined = try Deliveries(paths).sessions
    let one = Journal.read(bytes: parts.flatMap { $0 }).map(\.rendering)
    func texts(_ text: String?) -> [Substring] {
      (text ?? "").split(separator: "\n").dropFirst(3).map { line in
        // Without the number of the line.
        line.split(separator: " ").enumerated().filter { $0.offset != 3 }.map(\.element)
          .joined(separator: " ")[...]
      }
    }
    #expect(texts(joined.first) == texts(one.first))
  }

  @Test func `a torn segment that continues in the next file is a gap in the middle`() throws {
    let parts = Self.segments()
    let folder = try TemporaryFolder()
    let paths = try [
      folder.write("0.jsonl", Array(parts[0].dropLast(5))), folder.write("1.jsonl", parts[1]),
      folder.write("2.jsonl", parts[2]),
    ]
    let read = try Deliveries(paths)
    #expect(read.damage == [[.tornTail]])
    #expect(read.sessions.first?.contains("position: 8, dropped: Optional(1)") == true)
    #expect(read.sessions.first?.contains("clean") == true)
  }

  @Test func `other sessions of the files are reported with their own files`() throws {
    let parts = Self.segments()
    let folder = try TemporaryFolder()
    let other = (1...3).map { Lines.sample(session: "o-\($0)").bytes }
    let paths = try (0..<3).map { try folder.write("\($0).jsonl", other[$0] + parts[$0]) }
    let read = try Deliveries(paths.reversed(), jobs: 2)
    #expect(read.ids == ["o-3", "o-2", "o-1", "s-1"])
    #expect(read.damage == [[], [], [], []])
    #expect(read.journals.map(\.sessions) == [1, 1, 2])
  }

  @Test(arguments: UInt64(1)...40)
  func `the plan has the last file of each session that continues`(seed: UInt64)
    throws
  {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let folder = try TemporaryFolder()
    var paths: [String] = []
    var (last, continued): ([String: Int], Set<String>) = ([:], [])
    for input in 0..<6 {
      var text = ""
      for seq in 0..<random(5) {
        let session = "s-\(random(5))"
        // A text with the name of the event makes no session continue.
        let events = [
          #""app.became_active""#, #""app.became_active""#,
          #""user.acted","what":"session.continued""#, #""session.continued","segment":2"#,
        ]
        let event = events[random(events.count)]
        if event.contains("segment") { continued.insert(session) }
        last[session] = input
        text +=
          #"{"v":1,"session":"\#(session)","seq":\#(seq + 2),"t":\#(seq),"#
          + #""wall":"2026-11-20T09:15:02.123Z","event":\#(event)}"# + "\n"
      }
      paths.append(try folder.write("\(input).jsonl", Array(text.utf8)))
    }
    let plan = SegmentPlan(InputList(paths, areRegular: true), jobs: 2)
    #expect(plan.lastInput == last.filter { continued.contains($0.key) }, "seed \(seed)")
  }

  @Test func `the same session in two files without continuation is two sessions`() throws {
    let folder = try TemporaryFolder()
    let paths = try ["a", "b"].map { try folder.write("\($0).jsonl", Lines.sample().bytes) }
    let read = try Deliveries(paths)
    #expect(read.ids == ["s-1", "s-1"])
    #expect(read.journals.map { $0.notes.map(\.code) } == [[], [.sessionRepeated]])
  }

  @Test func `two headers of one name are two sessions, and the second continues`() throws {
    let first = Lines.sample().bytes
    let parts = Self.segments()
    let text = String(decoding: parts[0], as: UTF8.self)
    let other = Array(text.replacing("\"release\"", with: "\"debug\"").utf8)
    let folder = try TemporaryFolder()
    let paths = try [first, other, parts[1], first + other].enumerated()
      .map { try folder.write("\($0).jsonl", $1) }
    let apart = try Deliveries(Array(paths[...2]))
    #expect(apart.ids == ["s-1", "s-1"])
    #expect(apart.damage == [[], []])
    #expect(apart.journals.map(\.records) == [10, 19, 0])
    #expect(apart.journals.map { $0.notes.map(\.code) } == [[], [.sessionRepeated], []])
    let inOneFile = try Deliveries([paths[3], paths[2]])
    #expect(inOneFile.ids == ["s-1", "s-1#2"])
    #expect(inOneFile.damage == [[], [.secondHeader]])
    #expect(inOneFile.journals.map(\.records) == [29, 0])
    #expect(inOneFile.journals.flatMap(\.notes).isEmpty)
  }

  @Test(arguments: [1, 2])
  func `sessions whose segments are far apart are joined`(jobs: Int) throws {
    let folder = try TemporaryFolder()
    let names = (1...40).map { "s-\($0)" }
    let parts = names.map { Self.segments(session: $0) }
    var paths: [String] = []
    for segment in 0..<3 {
      for number in names.indices {
        paths.append(try folder.write("\(segment)-\(number).jsonl", parts[number][segment]))
      }
    }
    let read = try Deliveries(paths, jobs: jobs)
    #expect(read.ids == names)
    #expect(read.damage == names.map { _ in [] })
    #expect(read.journals.map(\.records) == paths.indices.map { $0 < names.count ? 21 : 0 })
  }

  @Test(arguments: [1, 2])
  func `the plan has the last file of each session in segments, and no other session`(jobs: Int)
    throws
  {
    let folder = try TemporaryFolder()
    let parts = Self.segments()
    var paths: [String] = []
    for number in 0..<200 {
      let other = Lines.sample(session: "o-\(number)").bytes
      let part = [20: parts[0], 90: parts[2], 170: parts[1]][number] ?? []
      paths.append(try folder.write("\(number).jsonl", other + part))
    }
    let list = InputList(paths, areRegular: true)
    #expect(SegmentPlan(list, jobs: jobs).lastInput == ["s-1": 170])
  }

  @Test func `after a file only its own sessions are examined, however many are open`() {
    let names = (0..<9).map { "s-\($0)" }
    let plan = SegmentPlan(lastInput: Dictionary(uniqueKeysWithValues: names.map { ($0, 9) }))
    var parts = SegmentParts()
    for (input, name) in names.enumerated() {
      let session = SessionPointer(OpenSession())
      session.value.key = Array((name + "padding.").utf8).withUnsafeBytes { bytes in
        bytes.baseAddress.map { SessionKey(padded: $0, name.utf8.count) } ?? SessionKey()
      }
      parts.add(SegmentParts.Part(input: input, path: "", session: session, seals: SealReport()))
      #expect(parts.grown == [name])
      #expect(parts.take(after: input, plan, isEnd: false).isEmpty)
      #expect(parts.grown.isEmpty)
    }
    let rest = parts.take(after: 9, plan, isEnd: true)
    #expect(rest.map { $0.map { $0.session.value.name } } == names.map { [$0] })
    for part in rest.joined() { SessionPool.release(part.session) }
  }

  @Test func `no segment follows the greatest segment number`() throws {
    var lines = Lines()
    for (seq, number) in [(1, Int64.max), (2, Int64.min)] {
      lines.add(
        .sessionContinued, seq: Int64(seq),
        [(.segment, .integer(number)), (.previousSha256, .string("?"))])
    }
    let folder = try TemporaryFolder()
    let paths = try (1...2).map { try folder.write("\($0).jsonl", lines.bytes([$0])) }
    #expect(Journal.read(bytes: lines.bytes).map(\.damageCodes) == [[.noHeader]])
    #expect(try Deliveries(paths).damage == [[.noHeader]])
  }
}
