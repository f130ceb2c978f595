@testable import AdFleet
import AdReports
import AdRules
import Foundation
import JSONLines
import TestReports
import Testing

/// Comparisons of each network with all others, and the networks of problems.
struct NetworkGroupsTests {
  private static let rules = RuleBook.all.filter { $0.id == "daily-cap" }

  /// The figures of the ads of one network in a session: two shows, and what is measured of them.
  private static func part(
    _ network: String?, rewardless: Bool = false, milliseconds: Int64 = 15_000, micros: Int64 = 2000
  ) -> SessionFigures.Part {
    var part = SessionFigures.Part()
    part.source.network = network
    part.source.adapter = "Adapter"
    part.figures.filled = 2
    part.figures.ads = 2
    part.figures.shown = 2
    part.figures.latencies = [1000, 2]
    part.figures.revenue = [("EUR", micros)]
    part.payments = [2]
    part.onScreen = [milliseconds, 2]
    part.faults[0] = rewardless ? 1 : 0
    part.faults[1] = 2
    return part
  }

  private static func session(
    _ number: Int, _ parts: [SessionFigures.Part], violationOf network: String? = nil
  ) -> FleetSession {
    var session = FleetSession()
    session.session = "s\(number)"
    session.install = SessionHash.value("fleet", "\(number)") >> 16
    session.ruleSet = ""
    session.verdicts = [UInt8(ascii: network == nil ? "h" : "v")]
    session.figures = SessionFigures()
    session.figures?.parts = parts
    if let network {
      var violation = FleetSession.Violation(rule: "daily-cap", severity: .error, seq: 1)
      violation.problem = (
        "p",
        ProblemVariant(
          of: ProblemIdentity(rule: "daily-cap", missing: nil), format: "app_open")
      )
      violation.source.network = network
      session.violations = [violation]
    }
    return session
  }

  /// A fleet in which each session has ads of A and of B.
  ///
  /// Each tenth one of A has no reward and a violation.
  private static func fleet(_ sessions: Int = 400) -> NetworkGroups {
    let input = FleetInput(rules: rules)
    var networks = NetworkGroups(by: .network, rules: 1)
    for number in 0..<sessions {
      let isBad = number.isMultiple(of: 10)
      let parts = [
        part(
          "A", rewardless: isBad, milliseconds: 30_000 + Int64(number), micros: 4000 + Int64(number)
        ),
        part("B", milliseconds: 15_000 + Int64(number), micros: 2000 + Int64(number)), part(nil),
      ]
      networks.add(session(number, parts, violationOf: isBad ? "A" : nil), of: input)
    }
    return networks
  }

  private static func rows(_ comparison: FleetComparison, _ network: String) -> [String: Change] {
    let rows = comparison.rows.filter { $0.after == network }.map { row in
      switch row.subject {
      case .withoutViolations: ("sessions", row.change)
      case .problem: ("problem", row.change)
      case .rule: ("rule", row.change)
      case .figure(let name): (name, row.change)
      }
    }
    return Dictionary(rows) { one, _ in one }
  }

  @Test func `Each network is compared with all others, and nothing is new or gone`() {
    let comparison = FleetComparison(Self.fleet(), rules: Self.rules)
    let (a, b) = (Self.rows(comparison, "A"), Self.rows(comparison, "B"))
    #expect(a["missing_rewards"] == .worse && b["missing_rewards"] == .better)
    #expect(a["problem"] == .worse && a["sessions"] == .worse && a["rule"] == nil)
    #expect(b["problem"] == .better && b["sessions"] == .better)
    #expect(a["on_screen_ms"] == .worse && b["on_screen_ms"] == .better)
    #expect(a["ecpm EUR"] == .better && b["ecpm EUR"] == .worse)
    #expect(a["show_rate"] == .unchanged && a["early_clicks"] == .tooFew)
    #expect(comparison.rows.allSatisfy { $0.before == "all others" })
    #expect(comparison.isWorse(atLeast: .error) && comparison.hasFigures)
  }

  @Test func `The others have the counts of all networks without those of the one`() throws {
    var input = FleetInput(rules: Self.rules)
    input.beginFleet()
    var networks = NetworkGroups(by: .network, rules: 1)
    for number in 0..<3 {
      networks.add(
        Self.session(number, [Self.part("A"), Self.part("B", rewardless: true), Self.part("C")]),
        of: input)
    }
    let pair = try #require(networks.pairs.first { $0.1.name == "B" })
    #expect((pair.0.sessions, pair.1.sessions) == (6, 3))
    let (rest, own) = (pair.0.totals, pair.1.totals)
    #expect(
      (rest.shows(with: .missingReward), rest.shows(telling: .missingReward)) == (0, 12))
    #expect((own.shows(with: .missingReward), own.shows(telling: .missingReward)) == (3, 6))
    #expect((pair.0.totals.shown, pair.1.totals.shown) == (12, 6))
    #expect(pair.0.totals.revenue == ["EUR": 12_000] && pair.0.totals.payments == ["EUR": 12])
    #expect(networks.sorted.map(\.name) == ["A", "B", "C"])
  }

  @Test func `A session without an ad of a network is in no group`() {
    let input = FleetInput(rules: Self.rules)
    var networks = NetworkGroups(by: .network, rules: 1)
    networks.add(Self.session(0, [Self.part(nil)]), of: input)
    #expect(networks.sorted.isEmpty)
    var adapters = NetworkGroups(by: .adapter, rules: 1)
    adapters.add(Self.session(0, [Self.part(nil)]), of: input)
    #expect(adapters.sorted.map(\.name) == ["Adapter"])
  }

  @Test func `A session without figures of its sources lacks figures`() {
    var session = Self.session(1, [])
    #expect(session.hasAllFigures)
    session.figures?.ads = 1
    #expect(!session.hasAllFigures)
    session.figures?.parts = [Self.part("A")]
    #expect(session.hasAllFigures)
    session.figures = nil
    #expect(!session.hasAllFigures)
  }

  // MARK: Lines

  /// A session with rewarded ads of two networks, of which one is loaded twice.
  private static let lines = [
    #""seq":1,"t":0,"event":"session.began","app":"a","app_version":"1","build":"release","#
      + #""os":"iOS","os_version":"18","sdk":"google-mobile-ads","sdk_version":"13","utc_offset_min":0}"#,
    #""seq":2,"t":10,"event":"ad.loaded",\#(unit),"request":"r-1","ad":"a-1","adapter":"X","network":"N","creative":"c"}"#,
    #""seq":3,"t":20,"event":"ad.loaded",\#(unit),"request":"r-2","ad":"a-2","adapter":"Y"}"#,
    #""seq":4,"t":30,"event":"ad.will_present","ad":"a-1",\#(unit)}"#,
    #""seq":5,"t":40,"event":"ad.dismissed","ad":"a-1",\#(unit)}"#,
    #""seq":6,"t":50,"event":"ad.dismissed","ad":"a-1",\#(unit)}"#,
    #""seq":7,"t":60,"event":"ad.failed_to_load",\#(unit),"request":"r-2","error_code":1,"adapter":"Z"}"#,
    #""seq":8,"t":70,"event":"session.ended"}"#,
  ].map { #"{"v":1,"session":"s","wall":"2026-11-20T09:15:02.123Z","# + $0 }
  private static let unit = #""unit":"u","format":"rewarded""#

  @Test func `A violation in a line has the adapter, network and creative of its ad`() throws {
    let audited = try #require(Samples.audited(lines: Self.lines).first)
    let session = try #require(FleetLine.session(Fleet.line(audited)))
    func source(_ rule: String) -> AdSource? {
      session.violations.first { $0.rule == rule }?.source
    }
    var twice = AdSource()
    (twice.adapter, twice.network, twice.creative) = ("X", "N", "c")
    #expect(source("dismiss-once") == twice)
    var failed = AdSource()
    failed.adapter = "Z"
    #expect(source("load-completes-once") == failed)
    let json = String(decoding: Samples.json(audited), as: UTF8.self)
    #expect(json.contains(#""adapter":"X","network":"N","creative":"c""#))
  }

  @Test func `A line with figures has those of each source`() throws {
    let audited = try #require(Samples.audited(lines: Self.lines).first)
    let session = try #require(FleetLine.session(Fleet.line(audited, hasFigures: true)))
    let parts = try #require(session.figures?.parts)
    // The request of the ad without a network failed afterwards.
    #expect(parts.map(\.source.network) == ["N", nil, nil])
    #expect(parts.map(\.source.adapter) == ["X", "Y", "Z"])
    #expect(parts.map(\.figures.shown) == [1, 0, 0])
    #expect(parts[0].onScreen == [10, 1])
    #expect(parts.map(\.unit) == ["u", "u", "u"])
    #expect(parts.map(\.format) == ["rewarded", "rewarded", "rewarded"])
    // One dismissal, no click and no cut; rewards are not recorded.
    #expect(parts[0].faults == [0, 0, 0, 1, 0, 0, 0, 1])
  }

  // MARK: Problems

  /// A line of a session whose violation is about an ad of these names.
  private static func violated(_ session: String, _ names: String, id: String) -> [UInt8] {
    let violations = Fleet.violated(id: id)
      .replacing(#"{"seq":3,"#, with: #"{\#(names)"seq":3,"#)
    return Array(Fleet.line(session, violations: violations).utf8)
  }

  private static let problems =
    (0..<6).map { violated("a\($0)", #""network":"N","adapter":"X","#, id: "aaaaaaaaaaaa") }
    + [violated("b", #""adapter":"X","#, id: "aaaaaaaaaaaa")]
    + [violated("c", "", id: "aaaaaaaaaaaa")]
    + (0..<4).map { number in
      violated("d\(number)", #""network":"\#(number == 0 ? "N" : "M")","#, id: "bbbbbbbbbbbb")
    }

  @Test func `A table by a field of ads names its values alone, and nothing without any`() throws {
    func lines(by field: StatisticsField) throws -> [Substring] {
      let (table, input) = try Fleet.table(Self.problems, by: field)
      let text = ProblemsText(table, of: input, style: TextStyle.plain)
        .text(top: .max, journals: [:])
      #expect(text.contains("violations in"))
      return text.split(separator: "\n").filter { $0.contains("\u{A0}%") || $0.contains("s: ") }
    }
    #expect(
      try lines(by: .adapter).contains { $0 == "   Adapters: X 100\u{A0}% of 7 violations" })
    #expect(try !lines(by: .adapter).contains { $0.contains("Networks: ") })
    #expect(try !lines(by: .creative).contains { $0.contains("\u{A0}%") })
  }

  @Test func `A problem names its networks, with their shares of it and of other problems`() throws
  {
    let (table, input) = try Fleet.table(Self.problems)
    let text = ProblemsText(table, of: input, style: TextStyle.plain)
      .text(top: .max, journals: [:])
    #expect(
      text.contains(
        "   Networks: N 86\u{A0}% of 7 violations (other problems: 25\u{A0}%), X 14\u{A0}% (other "
          + "problems: 0\u{A0}%)\n"))
    #expect(
      text.contains(
        "   Networks: M 75\u{A0}% of 4 violations (other problems: 0\u{A0}%), N 25\u{A0}% (other"))
    let problem = try #require(
      Samples.object(try Fleet.json(Self.problems)).objects("problems").first)
    let networks = problem.objects("networks")
    #expect(networks.map { $0.text("name") } == ["N", "X"])
    #expect(networks.map { $0.number("violations") } == [6, 1])
    #expect(networks[0]["share_of_other_problems"] as? Double == 0.25)
    #expect(abs(try #require(networks[0]["share"] as? Double) - 6.0 / 7) < 1e-9)
  }

  @Test func `A problem without other ones has no share of them, and four networks are cut`() throws
  {
    let lines = (0..<4).map {
      Self.violated("s\($0)", #""network":"N\#($0)","#, id: "aaaaaaaaaaaa")
    }
    let (table, input) = try Fleet.table(lines)
    let text = ProblemsText(table, of: input, style: TextStyle.plain)
      .text(top: .max, journals: [:])
    #expect(
      text.contains(
        "   Networks: N0 25\u{A0}% of 4 violations, N1 25\u{A0}%, N2 25\u{A0}%, and 1 more\n"))
    let json = try Samples.object(Fleet.json(lines)).objects("problems")
    #expect(json[0].objects("networks")[0]["share_of_other_problems"] is NSNull)
    let without = try Fleet.table([Fleet.line("a", violations: Fleet.violated(id: "aaaaaaaaaaaa"))])
    #expect(
      !ProblemsText(without.0, of: without.1, style: TextStyle.plain)
        .text(top: .max, journals: [:]).contains("Networks"))
  }
}
