@testable import AdImport
import AdSession
import Testing

/// The layouts of lines, each taken apart.
struct LogLineTests {
  /// A line and its parts.
  struct Form: Sendable, CustomTestStringConvertible {
    let layout: String
    let line: String
    let time: String?
    let process: Int
    let name: String
    let tag: String
    let library: String
    let message: String

    init(
      _ layout: String, _ line: String, time: String? = nil, _ process: Int = 0, name: String = "",
      tag: String = "", library: String = "", message: String = "Ad was loaded."
    ) {
      self.layout = layout
      self.line = line
      self.time = time
      self.process = process
      self.name = name
      self.tag = tag
      self.library = library
      self.message = message
    }

    var testDescription: String { line }
  }

  @Test(arguments: LogForms.all)
  func `A line of each layout is parsed by that layout alone`(form: Form) throws {
    let bytes = LogCleaning.cleaned(Array((form.line + "\r").utf8))
    let names = LogEnvelope.all.filter { envelope in
      var cursor = LogCursor(bytes)
      cursor.skipSpaces()
      return envelope.read(&cursor) != nil
    }
    .map { "\($0.name)" }
    #expect(names == [form.layout])
    var reader = EnvelopeReader()
    let parsed = reader.line(bytes)
    let line = try #require(parsed)
    #expect(line.process == form.process)
    #expect(bytes.text(line.name) == form.name)
    #expect(bytes.text(line.tag) == form.tag)
    #expect(bytes.text(line.library) == form.library)
    #expect(bytes.text(line.message) == form.message)
    #expect(line.time.map(Self.text) == form.time)
    #expect(line.system == LogEnvelope.all.first { "\($0.name)" == form.layout }?.system)
  }

  @Test func `Each layout has a test`() {
    #expect(Set(LogForms.all.map(\.layout)) == Set(LogEnvelope.all.map { "\($0.name)" }))
    #expect(Set(LogForms.others.map(\.layout)) == Set(LogEnvelope.all.map { "\($0.name)" }))
  }

  @Test(arguments: LogForms.others)
  func `A line of another layout is not parsed`(layout: String, line: String) throws {
    let bytes = LogCleaning.cleaned(Array(line.utf8))
    let envelope = try #require(LogEnvelope.all.first { "\($0.name)" == layout })
    var cursor = LogCursor(bytes)
    let isParsed = envelope.read(&cursor) != nil
    #expect(!isParsed)
  }

  @Test(arguments: [
    "", " ", "Ad was loaded.", "2026-11-20", "2026-11-20 10:15:02",
    "2026-13-20 10:15:02 App[1:2] a", "2026-11-20 25:15:02 App[1:2] a",
    "2026-11-20 10:15:02 App[a:2] a", "11-20 10:15:02.123 I Ads: a",
    "--------- beginning of main", "[ 11-20", "Nov 32 10:15:02 a App[1]: b",
    "11-20 10:15:02.123  4711", "2026-11-20 10:15:02.123 [1:2]",
    "2026-11-20 10:15:02 0x1 a 0x0 1", "I/O error: a", "- Ad was loaded.", "12 Ad was loaded.",
    "I am a tag: b", "LOG message", "default Ad was loaded.",
  ])
  func `A line without a layout is a bare line`(line: String) {
    var reader = EnvelopeReader()
    let isParsed = reader.line(Array(line.utf8)) != nil
    #expect(!isParsed)
  }

  @Test func `The layout of the line before does not change how a line is parsed`() {
    for form in LogForms.all {
      let bytes = LogCleaning.cleaned(Array(form.line.utf8))
      for before in LogForms.all {
        var reader = EnvelopeReader()
        _ = reader.line(LogCleaning.cleaned(Array(before.line.utf8)))
        let name = reader.line(bytes)?.envelope.map { "\(LogEnvelope.all[$0].name)" }
        #expect(name == form.layout, "\(form.line) behind \(before.line)")
      }
    }
  }

  @Test(arguments: [
    "- ", "* ", "  12  ", "12: ", "12. ", "12|\t", "\u{2502} ", "20-", "    ", "\t",
  ])
  func `A mark of a paste before a line is skipped`(mark: String) throws {
    let bytes = Array("\(mark)11-20 10:15:02.123  4711  4712 I Ads     : Ad was loaded.".utf8)
    var reader = EnvelopeReader()
    let parsed = reader.line(bytes)
    let line = try #require(parsed)
    #expect(bytes.text(line.message) == "Ad was loaded.")
    #expect(line.time.map(Self.text) == "11-20 10:15:02.123")
  }

  /// A time as text: `2026-11-20 10:15:02.123 +60`.
  static func text(_ time: LogTime) -> String {
    func digits(_ value: Int, _ count: Int) -> String {
      String(String(value + 10_000).suffix(count))
    }
    var text = time.year.map { "\($0)-" } ?? ""
    if time.hasDate { text += "\(digits(time.month, 2))-\(digits(time.day, 2)) " }
    text += "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
    text += ".\(digits(time.millisecond, 3))"
    return text + (time.offsetMinutes.map { " \($0)" } ?? "")
  }

  @Test func `A missing year is the last one before the change of the file`() throws {
    func texts(_ times: [String], year: Int? = nil, changed: String) throws -> [String] {
      let change = changed.utf8.withContiguousStorageIfAvailable {
        WallClock.parse(UnsafeRawBufferPointer($0))
      }
      var clock = LogClock(
        year: year, offsetMinutes: 60, lastChange: try #require(change?.flatMap { $0 }))
      return try times.map { text in
        var cursor = LogCursor(Array("\(text) 10:00:00".utf8))
        let found = cursor.time()
        var time = try #require(found)
        clock.complete(&time)
        return clock.wall(time).map { String(WallClock.text($0).prefix(10)) } ?? "never"
      }
    }
    let january = "2026-01-03T08:00:00.000Z"
    #expect(
      try texts(["12-31", "01-01", "12-31", "01-02"], changed: january)
        == ["2025-12-31", "2026-01-01", "2025-12-31", "2026-01-02"])
    #expect(try texts(["01-02"], changed: january) == ["2026-01-02"])
    #expect(try texts(["02-29"], changed: january) == ["2024-02-29"])
    #expect(
      try texts(["12-31", "01-01"], year: 2020, changed: january) == ["2020-12-31", "2021-01-01"])
    #expect(try texts(["02-30", "2019-02-01"], changed: january) == ["never", "2019-02-01"])
  }
}
