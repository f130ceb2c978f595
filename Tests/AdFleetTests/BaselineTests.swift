@testable import AdFleet
import AdReports
import AdRules
import TestReports
import Testing

struct BaselineTests {
  private static let baseline = Baseline([
    .init(id: "bbbbbbbbbbbb", rule: "daily-cap", formats: ["rewarded", "app_open"]),
    .init(id: "aaaaaaaaaaaa", rule: "daily-cap", formats: ["app_open"]),
    .init(id: "cccccccccccc", rule: "ad-window-closed", formats: [nil]),
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
        {"id":"cccccccccccc","rule":"ad-window-closed","formats":[null]},
        {"id":"aaaaaaaaaaaa","rule":"daily-cap","formats":["app_open"]},
        {"id":"bbbbbbbbbbbb","rule":"daily-cap","formats":["app_open","rewarded"]}
        ]}

        """)
    #expect(try Baseline(file: file, tool: "1") == Self.baseline)
    let empty = Baseline([])
    #expect(try Baseline(file: empty.file(tool: "1"), tool: "1") == empty)
  }

  @Test func `A baseline of another version is an error`() {
    let old = String(decoding: Self.baseline.file(tool: "0.0.9"), as: UTF8.self)
    #expect(
      Self.failure(old)
        == "a baseline of adjournal 0.0.9 (adjournal.baseline/1), and this is adjournal 1: problems "
        + "may have other ids; write it again with '--update-baseline'")
    #expect(
      Self.failure(old.replacing("baseline/1", with: "baseline/2"), tool: "0.0.9")?
        .hasPrefix("a baseline of adjournal 0.0.9 (adjournal.baseline/2)") == true)
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
    var check = BaselineCheck(Self.baseline, rules: RuleBook.all)
    for line in [
      Fleet.line("s1", violations: Fleet.violated(id: "aaaaaaaaaaaa", times: 2)),
      Fleet.line("s2", violations: Fleet.violated(id: "dddddddddddd")),
    ] { check.add(try #require(FleetLine.session(Array(line.utf8)))) }
    #expect(check.new == [.init(id: "dddddddddddd", rule: "daily-cap", formats: ["app_open"])])
    #expect(check.gone.map(\.id) == ["cccccccccccc", "bbbbbbbbbbbb"])
    #expect(check.acceptedCount == 1)
    #expect(check.acceptedViolations(.error) == 2 && check.acceptedViolations(.warning) == 0)
    #expect(check.updated.entries.map(\.id) == ["aaaaaaaaaaaa", "dddddddddddd"])
  }

  @Test func `An accepted problem in another format is new, and a format can be gone`() throws {
    var check = BaselineCheck(Self.baseline, rules: RuleBook.all)
    let violated = Fleet.violated(id: "bbbbbbbbbbbb")
    let formats = ["\"rewarded\"", "\"banner\"", "null"]
    for (number, format) in formats.enumerated() {
      let line = Fleet.line(
        "s\(number)", violations: violated.replacing("\"app_open\"", with: format))
      check.add(try #require(FleetLine.session(Array(line.utf8))))
    }
    #expect(check.new.map(\.text) == ["daily-cap bbbbbbbbbbbb (no format, banner)"])
    #expect(check.gone.map(\.text).last == "daily-cap bbbbbbbbbbbb (app_open)")
    #expect(check.acceptedCount == 1 && check.acceptedViolations(.error) == 1)
    #expect(check.updated.entries.map(\.formats) == [[nil, "banner", "rewarded"]])
  }

  @Test func `Problems of rules that were not checked are not gone`() {
    let check = BaselineCheck(Self.baseline, rules: RuleBook.all.filter { $0.id == "daily-cap" })
    #expect(check.gone.map(\.id) == ["aaaaaaaaaaaa", "bbbbbbbbbbbb"])
    #expect(check.updated.entries.map(\.id) == ["cccccccccccc"])
  }

  @Test func `A violation that follows from an accepted problem is accepted`() throws {
    let session = try #require(
      Samples.audited("incidents/app-open-right-after-interstitial.jsonl").first)
    let line = try #require(FleetLine.session(Fleet.line(session)))
    var first = BaselineCheck(Baseline([]), rules: RuleBook.all)
    first.add(line)
    #expect(first.new.map(\.rule) == ["app-open-not-after-other-ad"])
    var check = BaselineCheck(first.updated, rules: RuleBook.all)
    check.add(line)
    #expect(check.new.isEmpty && check.gone.isEmpty)
    #expect(check.acceptedViolations(.error) == 1 && check.acceptedViolations(.warning) == 1)
  }
}
