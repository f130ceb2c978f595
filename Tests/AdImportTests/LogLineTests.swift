@testable import AdImport
import AdSession
import Testing

/// The forms of lines, each taken apart.
struct LogLineTests {
  /// A line and its parts.
  struct Form: Sendable, CustomTestStringConvertible {
    let line: String
    let source: LogSource
    let time: String?
    let process: Int
    let name: String
    let tag: String
    let isOfSDK: Bool

    init(
      _ source: LogSource, _ line: String, time: String?, _ process: Int, name: String = "",
      tag: String = "", isOfSDK: Bool = false
    ) {
      self.line = line
      self.source = source
      self.time = time
      self.process = process
      self.name = name
      self.tag = tag
      self.isOfSDK = isOfSDK
    }

    var testDescription: String { line }
  }

  private static let forms: [Form] = [
    Form(
      .admobIOS, "2026-11-20 10:15:02.123456-0600 My App[437:73707] Ad was loaded.",
      time: "2026-11-20T16:15:02.123Z", 437, name: "My App"),
    Form(
      .admobIOS, "2026-11-20 10:15:02.123 App[437:73707] Ad was loaded.",
      time: "2026-11-20T10:15:02.123Z", 437, name: "App"),
    Form(
      .admobIOS, "2026-11-20 10:15:02.9+01:00 App[437:ab] [Ads] Ad was loaded.",
      time: "2026-11-20T09:15:02.900Z", 437, name: "App"),
    Form(
      .admobIOS,
      "2026-11-20 10:15:02.123456+0100 0x1f2a     Default     0x0                  437    0    "
        + "My App: (GoogleMobileAds) [com.google.ads:general] Ad was loaded.",
      time: "2026-11-20T09:15:02.123Z", 437, name: "My App", isOfSDK: true),
    Form(
      .admobIOS, "2026-11-20 10:15:02.123 Df App[437:1f2a] [com.example:ads] Ad was loaded.",
      time: "2026-11-20T10:15:02.123Z", 437, name: "App"),
    Form(
      .admobIOS,
      "2026-11-20 10:15:02.123456+0100  phone App[437]: (CoreFoundation) Ad was loaded.",
      time: "2026-11-20T09:15:02.123Z", 437, name: "App"),
    Form(
      .admobIOS, "Nov 20 10:15:02 my-phone App(GoogleMobileAds)[437] <Notice>: Ad was loaded.",
      time: "2026-11-20T10:15:02.000Z", 437, name: "App", isOfSDK: true),
    Form(
      .admobIOS, "Nov  2 10:15:02.123456 App[437] <Error>: <Google> Ad was loaded.",
      time: "2026-11-02T10:15:02.123Z", 437, name: "App", isOfSDK: true),
    Form(
      .logcat, "11-20 10:15:02.123  4711  4712 I Ads     : Ad was loaded.",
      time: "2026-11-20T10:15:02.123Z", 4711, tag: "Ads", isOfSDK: true),
    Form(
      .logcat,
      "2026-11-20 10:15:02.123456 +0530 u0_a12  4711  4712 D A tag of many letters: "
        + "Ad was loaded.",
      time: "2026-11-20T04:45:02.123Z", 4711, tag: "A tag of many letters"),
    Form(
      .logcat, "11-20 10:15:02,123: D/MainActivity( 4711): Ad was loaded.",
      time: "2026-11-20T10:15:02.123Z", 4711, tag: "MainActivity"),
    Form(
      .logcat, "D/MainActivity(4711): Ad was loaded.", time: nil, 4711, tag: "MainActivity"),
    Form(
      .logcat, "11-20 10:15:02.123 4711-4712/com.example.app D/Main: Ad was loaded.",
      time: "2026-11-20T10:15:02.123Z", 4711, name: "com.example.app", tag: "Main"),
    Form(
      .logcat, "11-20 10:15:02.123 4711-4712/? I/Ads: Ad was loaded.",
      time: "2026-11-20T10:15:02.123Z", 4711, tag: "Ads", isOfSDK: true),
    Form(
      .logcat,
      "2026-11-20 10:15:02.123  4711-4712  Main          com.example.app     D  Ad was loaded.",
      time: "2026-11-20T10:15:02.123Z", 4711, name: "com.example.app", tag: "Main"),
    Form(
      .logcat, "2026/11/20 10:15:02.123 4711 4712 Info Unity Ad was loaded.",
      time: "2026-11-20T10:15:02.123Z", 4711, tag: "Unity"),
  ]

  @Test(arguments: forms)
  func `A line of each layout is parsed`(form: Form) throws {
    let bytes = Array((form.line + "\r").utf8)
    let line = try #require(form.source.line(bytes))
    #expect(line.process == form.process)
    #expect(bytes.text(line.name) == form.name)
    #expect(bytes.text(line.tag) == form.tag)
    #expect(bytes.text(line.message).hasSuffix("Ad was loaded."))
    #expect(line.isOfSDK == form.isOfSDK)
    var clock = LogClock(year: 2026, offsetMinutes: nil, lastChange: 0)
    let wall = line.time.flatMap { time in
      var time = time
      clock.complete(&time)
      return clock.wall(time)
    }
    #expect(wall.map(WallClock.text) == form.time)
    let reader = SentenceReader(source: form.source)
    #expect(reader.sentence(line.message, of: bytes)?.kind == .adLoaded)
  }

  @Test func `The message of a line may be on the next line`() throws {
    for head in ["2026-11-20 10:15:02.123 App[437:73707] ", "2026-11-20 10:15:02.123 App[437:1]"] {
      #expect(try #require(AppleLines.line(Array(head.utf8))).message.isEmpty)
    }
    let long = Array("[ 11-20 10:15:02.123  4711: 4712 D/Main     ]".utf8)
    let line = try #require(AndroidLines.line(long))
    #expect(line.process == 4711 && line.message.isEmpty)
    #expect(long.text(line.tag) == "Main")
  }

  @Test(arguments: [
    "", " ", "Ad was loaded.", "2026-11-20", "2026-11-20 10:15:02",
    "2026-13-20 10:15:02 App[1:2] a",
    "2026-11-20 25:15:02 App[1:2] a", "2026-11-20 10:15:02 App[a:2] a",
    "11-20 10:15:02.123 I Ads: a",
    "--------- beginning of main", "[ 11-20", "I/Ads: a", "Nov 32 10:15:02 a App[1]: b",
    "11-20 10:15:02.123  4711", "2026-11-20 10:15:02.123 [1:2]", "2026-11-20 10:15:02 0x1 a 0x0 1",
  ])
  func `A line of an unknown layout is not parsed`(line: String) {
    for source in LogSource.allCases { #expect(source.line(Array(line.utf8)) == nil, "\(source)") }
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
