@testable import AdFleet
import AdAudit
import AdReplay
import AdReports
import AdRules
import AdSession
import JSONLines
import TestReports
import Testing

struct FleetInputTests {
  private static func failure(_ lines: [String]) -> String? {
    var input = FleetInput(rules: RuleBook.all)
    do {
      for line in lines { _ = try input.session(Array(line.utf8)) }
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `Numbers that add up to more than 2^53 are an error`() throws {
    for number in [\FleetSession.records, \.damage] {
      var input = FleetInput(rules: RuleBook.all)
      var session = try #require(FleetLine.session(Array(Fleet.line("a").utf8)))
      session[keyPath: number] = 1 << 52
      try input.check(session)
      session.session = "b"
      #expect(
        throws: FleetInput.Failure(
          description: "the numbers of the lines up to this one add up to more than 2^53")
      ) { try input.check(session) }
    }
  }

  @Test func `Two versions of the tool in one fleet are an error`() {
    #expect(
      Self.failure([Fleet.line("a", tool: "0.1.0"), Fleet.line("b", tool: "0.2.0")])
        == "judged by adjournal 0.2.0, earlier lines by adjournal 0.1.0; audit all parts with one "
        + "version")
    let without = Fleet.line("a").replacing(#""tool":"1","#, with: "")
    #expect(
      Self.failure([without])
        == "the line does not name the version of the tool; audit again with this version")
  }

  @Test func `A session that occurs twice is an error, and one of another file is not`() {
    #expect(
      Self.failure([Fleet.line("a", path: "p"), Fleet.line("b"), Fleet.line("a", path: "p")])
        == "session 'a' of 'p' occurs twice; is a file or a line given twice?")
    #expect(Self.failure([Fleet.line("a", path: "p"), Fleet.line("a", path: "q")]) == nil)
    for path in ["p", "q"] {
      let lines = ["p", "q", path].map { Fleet.line("a", path: $0) }
      #expect(
        Self.failure(lines)
          == "session 'a' of '\(path)' occurs twice; is a file or a line given twice?")
    }
  }

  @Test func `A session of several journals is counted as repeated, but not in another fleet`()
    throws
  {
    var input = FleetInput(rules: RuleBook.all)
    for (path, count) in [("p", 0), ("q", 1), ("r", 2)] {
      _ = try input.session(Array(Fleet.line("a", path: path).utf8))
      #expect(input.repeated.count == count)
    }
    _ = try input.session(Array(Fleet.line("b", path: "p").utf8))
    #expect(
      input.repeated.sentence
        == "q: session a is also in another journal, where it counts as well; "
        + "1 more session counts more than once")
    input.beginFleet()
    _ = try input.session(Array(Fleet.line("a", path: "q").utf8))
    #expect(input.repeated.count == 2)
  }

  @Test func `Sessions judged by other rules are an error`() {
    let own = Fleet.line("a", violations: Fleet.violated("my-rule", id: "aaaaaaaaaaaa"))
    #expect(
      Self.failure([own])
        == "judged by other rules (rule 'my-rule'); give the same '--rule', '--except' and '--rules' "
        + "as for the audit")
    let set = VerdictVector.ruleSet(RuleBook.all)
    #expect(
      Self.failure([Fleet.line("a").replacing(set, with: "00000000")])
        == "judged by other rules (rule_set 00000000); give the same '--rule', '--except' and "
        + "'--rules' as for the audit")
    #expect(
      Self.failure([Fleet.line("a", verdicts: "h")])?.hasPrefix("judged by other rules") == true)
  }

  @Test func `Violations without details are an error`() {
    let line = Fleet.line(
      "a", facts: #""left_out":{"daily-cap":{"severity":"error","violations":1}},"#)
    #expect(
      Self.failure([line])
        == "violations are left out of the line; audit with '--only violated' (a line of more than "
        + "1 MiB leaves them out in any case)")
  }

  @Test func `Counts of a line need no details of violations and no known rules`() throws {
    var input = FleetInput(rules: [])
    let rules =
      #""my-rule":{"verdict":"violated","activations":3,"violations":[{"seq":3,"severity":"info"}]}"#
    let line = Fleet.line(
      "a", facts: #""left_out":{"other":{"severity":"error","violations":5}},"journals":1,"#,
      verdicts: "hv", violations: rules)
    let session = try #require(try input.counts(Array(line.utf8)))
    #expect(session.violationsByRule.mapValues(\.count) == ["my-rule": 1, "other": 5])
    var expected = Tally()
    expected.sessions = 1
    expected.journals = 1
    expected.records = 9
    for verdict in [Verdict.holds, .violated] { expected.add(verdict: verdict, 1) }
    expected.add(severity: .error, 5)
    expected.add(severity: .info, 1)
    #expect(session.tally == expected)
    #expect(
      throws: FleetInput.Failure(
        description: "session 'a' of 'p' occurs twice; is a file or a line given twice?")
    ) { try input.counts(Array(line.utf8)) }
    #expect(try input.counts(Array("{}".utf8)) == nil)
  }

  @Test(arguments: [
    "", "{}", "x", #"{"path":"p","session":"s","records":1}"#,
    Fleet.line("a").replacing(#""records":9"#, with: #""records":-9"#),
    Fleet.line("a").replacing(#""session":"a""#, with: #""session":1"#),
    Fleet.line("a").replacing(#""rule_set""#, with: #""other""#)
      .replacing(#""verdicts""#, with: #""letters""#).replacing(#""damage":[],"#, with: ""),
    Fleet.line("a", verdicts: "x"), Fleet.line("a", facts: #""activations":{"a":-1},"#),
    Fleet.line("a", facts: #""journals":"1","#), Fleet.line("a", facts: #""left_out":{"a":1},"#),
    Fleet.line("a", facts: #""install":"xyz","#), Fleet.line("a", facts: #""day":1,"#),
    Fleet.line("a", facts: #""figures":{"latencies":[1]},"#),
    Fleet.line("a", facts: #""figures":{"latencies":[-1,1]},"#),
    Fleet.line("a", facts: #""figures":{"ads":"x"},"#),
    Fleet.line("a", facts: #""figures":{"sources":1},"#),
    Fleet.line("a", facts: #""figures":{"sources":[{"faults":[1,2],"payments":[]}]},"#),
    Fleet.line(
      "a", facts: #""figures":{"sources":[{"faults":[0,0,0,0,0,0,0,0],"payments":[1]}]},"#),
    Fleet.line("a", facts: #""figures":{"sources":[{"faults":[0,0,0,0,0,0,0,0],"sources":[]}]},"#),
    Fleet.line("a", facts: #""figures":{"sources":[{"faults":[0,0,0,0,0,0,0,-1]}]},"#),
    Fleet.line("a", facts: #""figures":{"sources":[{"on_screen":[1]}]},"#),
    Fleet.line("a", violations: #""daily-cap":{"activations":1}"#),
    Fleet.line("a", violations: #""daily-cap":{"verdict":"violated","violations":[{"seq":1}]}"#),
    Fleet.line(
      "a",
      violations: #""daily-cap":{"verdict":"violated","violations":[{"seq":1,"severity":"error"}]}"#
    ),
  ])
  func `A line that is no session is an error`(line: String) {
    #expect(
      Self.failure([line])
        == "not a session; expected the output of 'adjournal audit --format jsonl'")
  }

  @Test(arguments: [
    "", "aaaaaaaaaaa", "aaaaaaaaaaaaa", "AAAAAAAAAAAA", "+aaaaaaaaaaa", "\\u001b[31maaaa",
    "aaaaaa\\naaaaa",
    "../../aaaaaa",
  ])
  func `A problem whose id is not 12 hexadecimal digits makes a line no session`(id: String) {
    #expect(
      Self.failure([Fleet.line("a", violations: Fleet.violated(id: id))])
        == "not a session; expected the output of 'adjournal audit --format jsonl'")
    #expect(Self.failure([Fleet.line("a", violations: Fleet.violated(id: "0123456789ab"))]) == nil)
  }

  @Test(arguments: ["incidents", "sessions", "terms"])
  func `Lines with all rules and lines of --only have the same activated rules`(folder: String)
    throws
  {
    for audited in try Samples.paths(in: folder).flatMap(Samples.audited) {
      var writer = JSONWriter()
      AuditJSONLines(rules: audited.rules, only: nil, version: "1").write(audited, to: &writer)
      let expected = audited.results.indices.filter { audited.results[$0].activations > 0 }
      for line in [Fleet.line(audited), Array(writer.bytes.dropLast())] {
        var input = FleetInput(rules: RuleBook.all)
        let session = try input.session(line)
        var indexes: [Int] = []
        input.forEachActivatedRule(of: session) { indexes.append($0) }
        #expect(indexes == expected)
        #expect(session.violations.count == audited.results.reduce(0) { $0 + $1.violations.count })
      }
    }
  }

  @Test(arguments: [(0, "2026-11-16"), (-1, "2026-11-15")] as [(Int64, String)])
  func `The day of a session is the local day on which it began`(offset: Int64, day: String) {
    let (trace, header) = (Trace(), Header())
    header.utcOffsetMinutes = offset
    trace.header = header
    var began = Event(.sessionBegan)
    began.wall = 1_794_787_200_000
    trace.events.append(began)
    #expect(HeaderFacts(trace).day == day)
  }

  @Test func `A line carries the facts of the header and the ad figures`() throws {
    let path = "sessions/app-open-cold-start-and-return.jsonl"
    let audited = try #require(Samples.audited(path).first)
    var input = FleetInput(rules: RuleBook.all)
    let session = try input.session(Fleet.line(audited, hasFigures: true))
    #expect(session.facts.appVersion == "4.2.0" && session.facts.build == "release")
    #expect(session.facts.sdkWithVersion == "google-mobile-ads 13.1.0")
    #expect(session.facts.system == "iOS 26.1")
    #expect(session.facts.day?.count == 10)
    #expect(session.install != nil)
    let total = AdStatistics(of: audited.reading.trace, by: []).total
    let figures = try #require(session.figures)
    #expect(figures.filled == total.filled && figures.failed == total.failed)
    #expect(figures.ads == total.ads && figures.shown == total.shown && total.ads > 0)
    #expect(figures.latencies == total.latencies.entries.flatMap { [$0.key, Int64($0.value)] })
    #expect(figures.revenue.map(\.currency) == ["EUR"])
    let quiet = try #require(FleetLine.session(Fleet.line(audited)))
    #expect(
      quiet.figures == nil && quiet.facts == HeaderFacts() && quiet.install == session.install)
  }
}
