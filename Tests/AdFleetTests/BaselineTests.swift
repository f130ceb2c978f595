@testable import AdFleet
import AdReports
import AdRules
import TestReports
import Testing

struct BaselineTests {
  private static let baseline = Baseline([
    .init(id: "abc5c60883ad", rule: "daily-cap", formats: ["rewarded", "app_open"]),
    .init(id: "993480d4bdb9", rule: "daily-cap", formats: ["app_open"]),
    .init(id: "e98ece6b4139", rule: "ad-window-closed", formats: [nil]),
  ])

  private static func failure(_ text: String, tool: String = "1") -> String? {
    do throws(Baseline.Failure) {
      _ = try Baseline(file: Array(text.utf8), tool: tool)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `A baseline has one line for each problem, and reads back`() throws {
    let file = Self.baseline.file(tool: "1")
    #expect(
      String(decoding: file, as: UTF8.self) == """
        {"schema":"adjournal.baseline/1","tool":"1","problems":[
        {"id":"e98ece6b4139","rule":"ad-window-closed","formats":[null]},
        {"id":"993480d4bdb9","rule":"daily-cap","formats":["app_open"]},
        {"id":"abc5c60883ad","rule":"daily-cap","formats":["app_open","rewarded"]}
        ]}

        """)
    #expect(try Baseline(file: file, tool: "1") == Self.baseline)
    let empty = Baseline([])
    #expect(try Baseline(file: empty.file(tool: "1"), tool: "1") == empty)
  }

  /// Before, it was an error, and to write it again accepted all new problems.
  @Test func `A baseline of another version is used, and unknown ids are accepted by their rule`()
    throws
  {
    let id = String(repeating: "0", count: 12)
    let old = String(decoding: Self.baseline.file(tool: "0.0.9"), as: UTF8.self)
      .replacing("abc5c60883ad", with: id)
    let baseline = try Baseline(file: Array(old.utf8), tool: "1")
    #expect(baseline.otherTool == "0.0.9")
    #expect(baseline.entries.map(\.isOfWholeRule) == [false, true, false])
    var check = BaselineCheck(baseline, rules: RuleBook.all, today: "2026-11-27")
    for (number, rule) in ["daily-cap", "known-ad"].enumerated() {
      let line = Fleet.line(
        "s\(number)", violations: Fleet.violated(rule, id: "\(number)\(number)dddddddddd"))
      check.add(try #require(FleetLine.session(Array(line.utf8))))
    }
    #expect(check.new.map(\.rule) == ["known-ad"] && check.acceptedViolations(.error) == 1)
    let other = old.replacing("baseline/1", with: "baseline/2")
    #expect(
      Self.failure(other) == "a baseline of adjournal 0.0.9 (adjournal.baseline/2); this is "
        + "adjournal 1, which reads adjournal.baseline/1")
  }

  private static func file(_ entry: String, tool: String = "1") -> String {
    #"{"schema":"adjournal.baseline/1","tool":"\#(tool)","problems":[{\#(entry)}]}"#
  }

  @Test(arguments: [
    (
      #""id":"993480d4bdb9","rule":"known-ad""#,
      "'993480d4bdb9' is no problem of rule 'known-ad'; it is one of 'daily-cap'"
    ),
    (
      #""id":"000000000000","rule":"dayly-cap""#,
      "'000000000000' is no problem of rule 'dayly-cap'; remove the entry"
    ),
  ])
  func `An entry accepts no problem of another rule, and a misspelt rule is an error`(
    entry: String, message: String
  ) {
    #expect(Self.failure(Self.file(entry)) == message)
    #expect(Self.failure(Self.file(entry, tool: "0.0.9")) == nil)
  }

  @Test(arguments: [
    ("untill", #""2027-01-31""#), ("until", #""2027-13-31""#), ("until", #""tomorrow""#),
    ("until", "1"), ("reason", "null"), ("sessions", "-1"), ("of", #""2""#), ("formats", "1"),
  ])
  func `An unknown or invalid member of an entry is an error that lists the members`(
    name: String, value: String
  ) {
    #expect(
      Self.failure(Self.file(#""id":"993480d4bdb9","rule":"daily-cap","\#(name)":\#(value)"#))
        == "problem '993480d4bdb9': invalid member '\(name)' (id, rule, formats, sessions, of, reason, or "
        + "until with a date such as 2027-01-31)")
  }

  @Test func `An entry without formats accepts all, up to its last day, and keeps its reason`()
    throws
  {
    let text = Self.file(
      #""id":"993480d4bdb9","rule":"daily-cap","reason":"ticket 7","until":"2026-11-27""#)
    let baseline = try Baseline(file: Array(text.utf8), tool: "1")
    let line = Fleet.line("s", violations: Fleet.violated(id: "993480d4bdb9"))
    let session = try #require(FleetLine.session(Array(line.utf8)))
    for (today, isAccepted) in [("2026-11-27", true), ("2026-11-28", false)] {
      var check = BaselineCheck(baseline, rules: RuleBook.all, today: today)
      check.sessions = 1
      check.add(session)
      #expect(check.new.isEmpty == isAccepted && check.over.isEmpty == isAccepted)
      #expect(check.states == ["993480d4bdb9": isAccepted ? .accepted : .new])
      #expect(
        String(decoding: check.updated.file(tool: "1"), as: UTF8.self).contains(
          #""formats":["app_open"],"sessions":1,"of":1,"reason":"ticket 7","until":"2026-11-27"}"#))
    }
  }

  /// A check of a baseline with `before` of 1,000 sessions by `now` of 1,000.
  private static func check(_ before: Int, _ now: Int, perInstall: Int = 1) throws -> BaselineCheck
  {
    let text = file(
      #""id":"993480d4bdb9","rule":"daily-cap","sessions":\#(before),"of":1000"#)
    var check = BaselineCheck(
      try Baseline(file: Array(text.utf8), tool: "1"), rules: RuleBook.all, today: "2026-11-27")
    check.sessions = 1000
    for number in 0..<now {
      let line = Fleet.line(
        "s\(number)", install: UInt64(number / perInstall),
        violations: Fleet.violated(id: "993480d4bdb9"))
      check.add(try #require(FleetLine.session(Array(line.utf8))))
    }
    return check
  }

  @Test func `An accepted problem in a significantly greater share of the sessions has grown`()
    throws
  {
    let grown = try Self.check(20, 50)
    #expect(grown.grown.map { $0.now.sessions } == [50] && grown.states == ["993480d4bdb9": .grown])
    #expect(grown.acceptedViolations(.error) == 0 && grown.new.isEmpty)
    for check in [try Self.check(20, 25), try Self.check(50, 20), try Self.check(20, 20)] {
      #expect(check.grown.isEmpty && check.states == ["993480d4bdb9": .accepted])
      #expect(check.acceptedViolations(.error) > 0)
    }
    // Two installs with the problem in all of their sessions are two cases.
    #expect(try Self.check(20, 50, perInstall: 25).grown.isEmpty)
  }

  @Test(arguments: [
    "", "{}", "[]", "x", #"{"schema":"adjournal.baseline/1","tool":"1","problems":{}}"#,
    #"{"schema":"adjournal.baseline/1","tool":"1","problems":[{"id":"a"}]}"#,
    #"{"schema":"adjournal.baseline/1","tool":"1","other":1,"problems":[]}"#,
  ])
  func `Another file is no baseline`(text: String) {
    #expect(
      Self.failure(text) == "not a baseline; write one with 'adjournal audit --update-baseline'")
  }

  @Test func `A check knows accepted, new and gone problems`() throws {
    var check = BaselineCheck(Self.baseline, rules: RuleBook.all, today: "2026-11-27")
    for line in [
      Fleet.line("s1", violations: Fleet.violated(id: "993480d4bdb9", times: 2)),
      Fleet.line("s2", violations: Fleet.violated(id: "dddddddddddd")),
    ] { check.add(try #require(FleetLine.session(Array(line.utf8)))) }
    #expect(check.new.map(\.text) == ["daily-cap dddddddddddd (app_open)"])
    #expect(check.gone.map(\.id) == ["e98ece6b4139", "abc5c60883ad"])
    #expect(check.acceptedCount == 1)
    #expect(check.acceptedViolations(.error) == 2 && check.acceptedViolations(.warning) == 0)
    #expect(Set(check.updated.entries.map(\.id)) == ["993480d4bdb9", "dddddddddddd"])
  }

  @Test func `An accepted problem in another format is new, and a format can be gone`() throws {
    var check = BaselineCheck(Self.baseline, rules: RuleBook.all, today: "2026-11-27")
    let violated = Fleet.violated(id: "abc5c60883ad")
    let formats = ["\"rewarded\"", "\"banner\"", "null"]
    for (number, format) in formats.enumerated() {
      let line = Fleet.line(
        "s\(number)", violations: violated.replacing("\"app_open\"", with: format))
      check.add(try #require(FleetLine.session(Array(line.utf8))))
    }
    #expect(check.new.map(\.text) == ["daily-cap abc5c60883ad (no format, banner)"])
    #expect(check.gone.map(\.text).last == "daily-cap abc5c60883ad (app_open)")
    #expect(check.acceptedCount == 1 && check.acceptedViolations(.error) == 1)
    #expect(check.updated.entries.map(\.formats) == [[nil, "banner", "rewarded"]])
  }

  @Test func `Problems of rules that were not checked are not gone`() {
    let check = BaselineCheck(
      Self.baseline, rules: RuleBook.all.filter { $0.id == "daily-cap" }, today: "2026-11-27")
    #expect(Set(check.gone.map(\.id)) == ["993480d4bdb9", "abc5c60883ad"])
    #expect(check.updated.entries.map(\.id) == ["e98ece6b4139"])
  }

  @Test func `A violation that follows from an accepted problem is accepted`() throws {
    let session = try #require(
      Samples.audited("incidents/app-open-right-after-interstitial.jsonl").first)
    let line = try #require(FleetLine.session(Fleet.line(session)))
    var first = BaselineCheck(Baseline([]), rules: RuleBook.all, today: "2026-11-27")
    first.add(line)
    #expect(first.new.map(\.rule) == ["app-open-not-after-other-ad"])
    var check = BaselineCheck(first.updated, rules: RuleBook.all, today: "2026-11-27")
    check.add(line)
    #expect(check.new.isEmpty && check.gone.isEmpty)
    #expect(check.acceptedViolations(.error) == 1 && check.acceptedViolations(.warning) == 1)
    // So is the row of its rule, unless another violation of the rule is not accepted.
    let rules = Set(line.violations.map(\.rule))
    #expect(rules.count == 2 && check.acceptedRows == rules.union(first.updated.entries.map(\.id)))
    let consequence = try #require(line.violations.first { $0.follows != nil }?.rule)
    let new = Fleet.line("new", violations: Fleet.violated(consequence, id: "dddddddddddd"))
    check.add(try #require(FleetLine.session(Array(new.utf8))))
    #expect(!check.acceptedRows.contains(consequence) && check.acceptedRows.count == 2)
  }
}
