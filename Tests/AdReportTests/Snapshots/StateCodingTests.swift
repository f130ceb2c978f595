import AdJournal
import AdReport
import AdSession
import Foundation
import Testing

struct StateCodingTests {
  /// Reads a state of a session; false where it is none.
  private func read(
    _ bytes: [UInt8], into copy: inout Session, _ time: ActiveTime, _ trace: Trace
  ) -> Bool {
    let measured = time.measured
    let time = ActiveTime(
      least: measured.least, greatest: measured.greatest, gapsUpTo: measured.gapsUpTo,
      gapPositions: measured.gapPositions)
    return copy.restore(bytes, header: trace.header, time: time, symbols: trace.symbols.count)
  }

  @Test func `A state that was written and read goes on as the one that was not`() throws {
    let rules = try Samples.paths(in: "rules").enumerated().filter { $0.offset % 16 == 0 }
    for path in try Samples.paths(in: "sessions") + rules.map(\.element) {
      for audited in try Samples.audited(path) { try compare(audited.reading.trace, path) }
    }
  }

  @Test func `So does that of a session of many slots`() throws {
    let envelope = #"{"v":1,"session":"s","#
    var lines = [
      envelope + #""seq":1,"t":0,"wall":"2026-01-05T08:00:00.000Z","event":"session.began","#
        + #""app":"a","app_version":"1","build":"debug","os":"iOS","os_version":"26","#
        + #""sdk":"other","sdk_version":"1","utc_offset_min":0}"#
    ]
    for number in 0..<80 {
      let kind = number % 4 == 1 ? #"ad.loaded","ad":"a\#(number)""# : "ad.requested\""
      lines.append(
        envelope + #""seq":\#(number + 2),"t":\#(number),"wall":"2026-01-05T08:00:00.000Z","#
          + #""event":"\#(kind),"unit":"u\#(number / 2 % 24)","format":"banner","#
          + #""request":"r\#(number / 2)"}"#)
    }
    let trace = try #require(Samples.audited(lines: lines).first).reading.trace
    #expect(trace.events.count == 81)
    try compare(trace, "many slots")
  }

  @Test func `So does one of more kinds of ads than can be told apart in a byte`() throws {
    let envelope = #"{"v":1,"session":"s","#
    let wall = #""wall":"2026-01-05T08:00:00.000Z","#
    var lines = [
      envelope + #""seq":1,"t":0,"# + wall + #""event":"session.began","#
        + #""app":"a","app_version":"1","build":"debug","os":"iOS","os_version":"26","#
        + #""sdk":"other","sdk_version":"1","utc_offset_min":0}"#
    ]
    for number in 0..<900 {
      // Each unit twice at once, and all of them again when the first were forgotten.
      let unit = number / 2 % 300
      lines.append(
        envelope + #""seq":\#(number + 2),"t":\#(number),"# + wall
          + #""event":"ad.loaded","ad":"a\#(number)","unit":"u\#(unit)","format":"banner","#
          + #""request":"r\#(number % 7 == 3 ? 0 : number)"}"#)
    }
    let trace = try #require(Samples.audited(lines: lines).first).reading.trace
    var whole = Session()
    whole.begin(trace)
    for index in trace.events.indices {
      let facts = whole.facts(of: trace.events[index], at: index)
      whole.evolve(trace.events[index], at: index, facts, trace)
      if index % 300 != 299 && index != trace.events.count - 1 { continue }
      let written = whole.bytes()
      var read = Session()
      try #require(self.read(written, into: &read, whole.time, trace), "\(index)")
      #expect(read.bytes() == written)
      #expect(zip(read.ads, whole.ads).allSatisfy { "\($0)" == "\($1)" })
      #expect(zip(read.requests, whole.requests).allSatisfy { "\($0)" == "\($1)" })
      let isWhole = read.areFactsWhole && read.ads.count == whole.ads.count
      #expect(isWhole)
    }
  }

  /// The state at the end of a session.
  private static func folded(_ trace: Trace) -> Session {
    var session = Session()
    session.begin(trace)
    for index in trace.events.indices {
      let facts = session.facts(of: trace.events[index], at: index)
      session.evolve(trace.events[index], at: index, facts, trace)
    }
    return session
  }

  @Test func `Facts that are not what was written are found out when they are asked for`() throws {
    let trace = try #require(try Samples.audited(Samples.unlock).first).reading.trace
    let session = Self.folded(trace)
    var bytes = session.bytes()
    // A number of nine bytes, where there are less.
    bytes[bytes.count - 1] = 0
    var copy = Session()
    try #require(read(bytes, into: &copy, session.time, trace))
    let wasWhole = copy.areFactsWhole
    #expect(wasWhole)
    copy.readAllFacts()
    let isWhole = copy.areFactsWhole
    #expect(!isWhole)
  }

  /// Folds a session twice, once through bytes before each record.
  private func compare(_ trace: Trace, _ path: String) throws {
    var whole = Session()
    whole.begin(trace)
    var read = Session()
    read.begin(trace)
    for index in trace.events.indices {
      let written = read.bytes()
      var next = Session()
      try #require(self.read(written, into: &next, read.time, trace), "\(path) \(index)")
      read = next
      try #require(read.bytes() == written, "\(path), record \(index)")
      let facts = whole.facts(of: trace.events[index], at: index)
      whole.evolve(trace.events[index], at: index, facts, trace)
      read.readFacts(of: trace.events[index])
      let others = read.facts(of: trace.events[index], at: index)
      #expect("\(facts)" == "\(others)")
      read.evolve(trace.events[index], at: index, others, trace)
      try #require(read.bytes() == whole.bytes(), "\(path), record \(index)")
      let isWhole = read.areFactsWhole
      try #require(isWhole)
      if index % 16 != 0 && index < trace.events.count - 1 { continue }
      read.readAllFacts()
      try #require(Described.all(of: read) == Described.all(of: whole), "\(path) \(index)")
      #expect(
        StateJSON.text(read, trace, after: index) == StateJSON.text(whole, trace, after: index))
    }
  }

  @Test func `Half a state is none`() throws {
    let trace = try #require(try Samples.audited(Samples.unlock).first).reading.trace
    let session = Self.folded(trace)
    let bytes = session.bytes()
    for count in stride(from: 0, to: bytes.count, by: 5) {
      var copy = Session()
      #expect(!read(Array(bytes.prefix(count)), into: &copy, session.time, trace), "\(count) bytes")
    }
  }

  /// Whoever adds a member to a part of the state adds it to the coding, and then here.
  @Test func `Every member of every part of the state is written`() throws {
    var found: [String: Int] = [:]
    func count(_ value: Any?) {
      if let value { found["\(type(of: value))"] = Mirror(reflecting: value).children.count }
    }
    for path in try Samples.paths(in: "sessions") {
      for audited in try Samples.audited(path) {
        let trace = audited.reading.trace
        TraceReplay(trace).fold(upTo: trace.events.count - 1) { _, session in
          for part in [session.app, session.screen, session.consent, session.shows] as [Any] {
            count(part)
          }
          count(session.app.spans.last)
          count(session.shows.capDecision)
          count(session.ads.last)
          count(session.requests.last)
          count(session.slots.last)
          count(session.units.last)
          count(session.scenes.last)
          count(session.loads.last)
          count(session.facts)
        }
      }
    }
    #expect(
      found == [
        "AppState": 17, "BackgroundSpan": 5, "ScreenState": 10, "ConsentState": 4, "ShowState": 24,
        "CapDecision": 4, "AdState": 20, "RequestState": 7, "SlotState": 16, "UnitState": 10,
        "SceneState": 18, "AdapterLoadState": 10, "AdFacts": 1,
      ])
  }
}

/// Every stored member of a state, as text, whether or not the JSON shows it.
enum Described {
  static func all(of session: borrowing Session) -> String {
    var text = "\(session.count) \(session.captured) \(session.policy) \(session.namesScenes)"
    text += " \(session.configChanged) \(String(describing: session.utcOffsetMinutes))"
    text += of(session.app) + of(session.screen) + of(session.consent) + of(session.shows)
    text += of(session.ads) + of(session.facts) + of(session.requests) + of(session.slots)
    text += of(session.units) + of(session.scenes) + of(session.loads) + of(session.appOpenHolders)
    return text
  }

  /// A value by its members; tables in the order of their text, and lists without their history.
  private static func of(_ value: Any) -> String {
    if let numbers = value as? OrderedNumbers { return "\(Array(numbers))" }
    let mirror = Mirror(reflecting: value)
    if mirror.children.isEmpty { return "\(value)" }
    let children = mirror.children.map { "\($0.label ?? ""):\(of($0.value))" }
    let isTable = mirror.displayStyle == .dictionary || mirror.displayStyle == .set
    return "(\((isTable ? children.sorted() : children).joined(separator: ",")))"
  }
}
