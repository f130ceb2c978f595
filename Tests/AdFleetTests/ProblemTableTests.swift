@testable import AdFleet
import AdAudit
import AdReplay
import AdReports
import AdRules
import Foundation
import TestReports
import Testing

struct ProblemTableTests {
  /// The lines of many sessions and their problems, computed once for all seeds.
  private static let fleet = Result {
    let lines = try Fleet.lines(in: "incidents") + Fleet.lines(in: "rules")
    return (lines: lines, problems: try Fleet.json(lines))
  }

  @Test(arguments: 1...12)
  func `Problems do not depend on the order of the sessions`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fleet = try Self.fleet.get()
    let problems = try Fleet.json(fleet.lines.shuffled(using: &random))
    #expect(problems == fleet.problems, "seed \(seed)")
  }

  @Test(arguments: ["incidents", "rules", "counterexamples", "terms"])
  func `Each violation belongs to exactly one problem`(folder: String) throws {
    let sessions = try Samples.paths(in: folder).flatMap(Samples.audited)
    let (table, _) = try Fleet.table(sessions.map { Fleet.line($0) })
    let expected = sessions.reduce(0) { $0 + $1.results.reduce(0) { $0 + $1.violationCount } }
    #expect(table.violations == expected && expected > 0)
    #expect(table.sorted.reduce(0) { $0 + $1.violations } == expected)
    #expect(table.sessions == sessions.count)
    #expect(table.violatedSessions == sessions.count { $0.isViolated })
  }

  /// The results of a rule with two problems, each with violations that are not listed.
  private static func unlisted(_ first: String, _ second: String, sum: Int) -> String {
    let list = [("aaaaaaaaaaaa", first), ("bbbbbbbbbbbb", second)].map { id, unlisted in
      #"{"seq":3,"severity":"error","problem":{"id":"\#(id)","kinds":[]},"unlisted":\#(unlisted)}"#
    }
    return #""daily-cap":{"verdict":"violated","activations":1,"violations":["#
      + list.joined(separator: ",") + #"],"unlisted_violations":\#(sum)}"#
  }

  @Test
  func `Violations that a line only counts belong to the problem of the one that counts them`()
    throws
  {
    let line = Fleet.line("s", violations: Self.unlisted("7", "30", sum: 37))
    let (table, _) = try Fleet.table([line])
    #expect(table.violations == 39)
    #expect(
      Set(table.sorted.map { "\($0.id) \($0.violations)" }) == [
        "aaaaaaaaaaaa 8", "bbbbbbbbbbbb 31",
      ])
  }

  @Test(arguments: [("7", "30", 36), ("7", "30", 0), ("-7", "30", 23), ("\"7\"", "30", 30)])
  func `A line whose counts of violations contradict each other is not a session`(
    first: String, second: String, sum: Int
  ) {
    let line = Fleet.line("s", violations: Self.unlisted(first, second, sum: sum))
    #expect(throws: FleetInput.Failure.self) { try Fleet.table([line]) }
  }

  @Test func `A violation that follows from another one belongs to the problem of its cause`()
    throws
  {
    let (table, _) = try Fleet.table([
      Fleet.line(
        try #require(
          Samples.audited("incidents/app-open-right-after-interstitial.jsonl").first))
    ])
    let problem = try #require(table.sorted.first)
    #expect(table.sorted.count == 1)
    #expect(problem.identity.rule == "app-open-not-after-other-ad")
    #expect(problem.severity == .error)
    #expect(problem.violations == 2)
    #expect(problem.consequences == ["dismissal-leads-to-no-other-ad": 1])
  }

  @Test func `A problem counts sessions and installs once, and violations each time`() throws {
    let violated = Fleet.violated(id: "aaaaaaaaaaaa", times: 3)
    let (table, input) = try Fleet.table([
      Fleet.line("s1", install: 7, violations: violated),
      Fleet.line("s2", install: 7, violations: violated),
      Fleet.line("s3", install: 8, violations: violated), Fleet.line("s4", install: 9),
      Fleet.line("s5", violations: violated),
      Fleet.line("s6", verdicts: String(repeating: "-", count: RuleBook.all.count)),
    ])
    let problem = try #require(table.sorted.first)
    #expect(problem.sessions == 4)
    #expect(problem.violations == 12)
    // A session without an install is an install of its own.
    #expect(problem.installs.installs == 3)
    let rate = ProblemRate(problem, table, input)
    #expect(rate.activated == 5)
    #expect(rate.perThousand == 800)
  }

  private static func variant(_ format: String, _ trigger: String, times: Int = 1) -> String {
    Fleet.violated(id: "aaaaaaaaaaaa", times: times).replacing(
      #""format":"app_open""#, with: #""format":\#(format),"trigger":"\#(trigger)""#)
  }

  @Test func `A problem has its variants and its formats, each with its sessions and violations`()
    throws
  {
    func list(_ text: String) -> Substring {
      text.split(separator: "[", maxSplits: 1)[1].dropLast(2)
    }
    let both =
      Self.variant(#""banner""#, "user").dropLast(2)
      + "," + list(Self.variant(#""banner""#, "timer")) + "]}"
    let (table, _) = try Fleet.table([
      Fleet.line("s1", violations: Self.variant(#""rewarded""#, "user", times: 3)),
      Fleet.line("s2", violations: Self.variant("null", "user")),
      Fleet.line("s3", violations: String(both)),
    ])
    let problem = try #require(table.sorted.first)
    #expect(table.sorted.count == 1)
    #expect(
      problem.sortedFormats.map {
        "\($0.format ?? "-") \($0.found.sessions) \($0.found.violations)"
      }
        == ["rewarded 1 3", "banner 1 2", "- 1 1"])
    #expect(
      problem.sortedVariants.map {
        "\($0.variant.text) \($0.found.sessions) \($0.found.violations)"
      }
        == [
          "rewarded; trigger user 1 3", "banner; trigger timer 1 1", "banner; trigger user 1 1",
          "trigger user 1 1",
        ])
    #expect(problem.circumstances == "in 1 session: rewarded; trigger user (and 3 other variants)")
    #expect(
      problem.formatsText
        == "Formats: rewarded in 1 session, banner in 1 session, no format in 1 session")
    let json = try Samples.object(
      Fleet.json([Array(Fleet.line("s", violations: String(both)).utf8)]))
    let member = try #require(json.objects("problems").first)
    #expect(
      member.objects("formats") as NSArray == [
        ["format": "banner", "sessions": 1, "violations": 2]
      ])
    #expect(member.objects("variants").map { $0.text("trigger") } == ["timer", "user"])
  }

  @Test func `Versions are sorted as people do, and days by the calendar`() throws {
    let facts = [
      ("4.10", "iOS", "9.3", "2026-10-02"), ("4.9", "iOS", "18.1", "2026-09-30"),
      ("4.9.1", "iOS", "18.0.1", "2026-10-01"),
    ].map {
      #""app_version":"\#($0.0)","sdk":"gma","sdk_version":"\#($0.0)","os":"\#($0.1)","#
        + #""os_version":"\#($0.2)","build":"release","day":"\#($0.3)","#
    }
    let lines = facts.enumerated().map {
      Fleet.line("s\($0)", facts: $1, violations: Fleet.violated(id: "aaaaaaaaaaaa"))
    }
    let problem = try #require(try Fleet.table(lines).0.sorted.first)
    #expect(problem.versions.first == "4.9" && problem.versions.last == "4.10")
    #expect(problem.sdks.first == "gma 4.9" && problem.sdks.last == "gma 4.10")
    #expect(problem.systems.first == "iOS 9.3" && problem.systems.last == "iOS 18.1")
    #expect(problem.days.first == "2026-09-30" && problem.days.last == "2026-10-02")
  }

  @Test func `The example is the session with the fewest records, then the first path and name`()
    throws
  {
    let violated = Fleet.violated(id: "aaaaaaaaaaaa")
    let lines = [
      Fleet.line("b", path: "x", records: 5, violations: violated),
      Fleet.line("a", path: "x", records: 5, violations: violated),
      Fleet.line("a", path: "y", records: 5, violations: violated),
      Fleet.line("0", path: "0", records: 6, violations: violated),
    ]
    for order in [lines, lines.reversed()] {
      let example = try #require(try Fleet.table(order).0.sorted.first?.exemplar)
      #expect(example == .init(records: 5, path: "x", session: "a"))
    }
  }

  @Test func `Problems are sorted by severity, installs, sessions, violations and id`() throws {
    func id(_ digit: String) -> String { String(repeating: digit, count: 12) }
    func warning(_ id: String) -> String {
      Fleet.violated("minimum-background", id: id).replacing("error", with: "warning")
    }
    let (table, _) = try Fleet.table([
      Fleet.line("s1", install: 1, violations: warning(id("e"))),
      Fleet.line("s2", install: 2, violations: warning(id("e"))),
      Fleet.line("s3", install: 3, violations: Fleet.violated(id: id("a"))),
      Fleet.line("s4", install: 4, violations: Fleet.violated(id: id("b"), times: 2)),
      Fleet.line("s5", install: 5, violations: Fleet.violated(id: id("d"))),
      Fleet.line("s6", install: 5, violations: Fleet.violated(id: id("d"))),
      Fleet.line("s7", install: 6, violations: Fleet.violated(id: id("0"))),
    ])
    #expect(table.sorted.map(\.id) == ["d", "b", "0", "a", "e"].map(id))
  }

  @Test func `JSON has null where a fact is unknown`() throws {
    let line = Fleet.line("s", violations: Fleet.violated(id: "aaaaaaaaaaaa"))
    let json = try Samples.object(Fleet.json([Array(line.utf8)]))
    let problem = try #require(json.objects("problems").first)
    for key in [
      "missing", "first_version", "last_version", "first_sdk_version",
      "last_sdk_version", "first_os", "last_os", "first_day", "last_day",
    ] { #expect(problem[key] is NSNull, "\(key)") }
    #expect(problem.object("exemplar")["journal"] is NSNull)
    #expect(problem.text("severity") == "error")
    let variant = try #require(problem.objects("variants").first)
    for key in ["reason", "trigger"] { #expect(variant[key] is NSNull, "\(key)") }
    #expect(variant.text("format") == "app_open" && variant["late"] as? Bool == false)
    #expect(problem["installs_exact"] as? Bool == true)
    #expect(json.text("schema") == "adjournal.triage/1" && json.text("tool") == "1")
    let empty = try Samples.object(Fleet.json([]))
    #expect(empty["tool"] is NSNull && empty.objects("problems").isEmpty)
  }
}

struct InstallSketchTests {
  private func sketch(_ installs: some Sequence<Int>) -> InstallSketch {
    var sketch = InstallSketch()
    for install in installs { sketch.add(SessionHash.value("", "\(install)") >> 16) }
    return sketch
  }

  @Test(arguments: [0, 1, 100, 511, 512])
  func `Up to 512 installs the count is exact`(count: Int) {
    let sketch = sketch((0..<count).flatMap { [$0, $0] })
    #expect(sketch.installs == count && sketch.isExact)
    #expect(sketch.meanClusterSize == (count == 0 ? 1 : 2))
  }

  @Test(arguments: [513, 2_000, 20_000])
  func `Above 512 installs the count is estimated within four standard errors`(count: Int) {
    let sketch = sketch(0..<count)
    #expect(!sketch.isExact)
    #expect(abs(Double(sketch.installs) / Double(count) - 1) < 4 / Double(512).squareRoot())
    #expect(sketch.meanClusterSize == 1)
  }

  @Test(arguments: [(40, true), (100, true), (101, false), (700, false)])
  func `A sketch of parts is that of the whole`(installs: Int, isExact: Bool) {
    let hashes = (0..<installs).flatMap { number in
      Array(repeating: SessionHash.value("", "\(number)") >> 16, count: 1 + number % 7)
    }
    var whole = InstallSketch(limit: 100)
    for hash in hashes { whole.add(hash) }
    var sum = InstallSketch(limit: 100)
    for start in 0..<3 {
      var part = InstallSketch(limit: 100)
      for index in stride(from: start, to: hashes.count, by: 3) { part.add(hashes[index]) }
      sum.add(part)
    }
    #expect(sum == whole && sum.isExact == isExact)
    #expect(abs(Double(sum.installs) / Double(installs) - 1) < (isExact ? 1e-9 : 0.2))
  }

  @Test(arguments: 1...8)
  func `The order of the sessions does not matter`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let installs = (0..<700).flatMap { Array(repeating: $0, count: 1 + $0 % 3) }
    #expect(sketch(installs) == sketch(installs.shuffled(using: &random)), "seed \(seed)")
  }
}
