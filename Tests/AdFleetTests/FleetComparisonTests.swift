@testable import AdFleet
import AdReports
import AdRules
import Foundation
import JSONLines
import TestReports
import Testing

struct FleetComparisonTests {
  private static let rules = RuleBook.all.filter { $0.id == "daily-cap" }

  /// A part of a fleet whose first `violated` sessions have a problem.
  private static func group(
    _ name: String, _ violated: Int, of sessions: Int, perInstall: Int = 1,
    product: String? = nil,
    figures: (Int) -> SessionFigures? = { _ in nil }
  ) -> FleetGroup {
    let input = FleetInput(rules: rules)
    let problem = ProblemVariant(
      of: ProblemIdentity(rule: "daily-cap", missing: nil), format: "app_open")
    var group = FleetGroup(name, of: product, rules: 1)
    for number in 0..<sessions {
      var session = FleetSession()
      session.session = "s\(number)"
      session.path = "fleet.jsonl"
      session.records = 900 + number
      session.install = SessionHash.value(name, "\(number / perInstall)") >> 16
      session.ruleSet = ""
      session.verdicts = [UInt8(ascii: number < violated ? "v" : "h")]
      if number < violated {
        session.violations = [
          .init(rule: "daily-cap", severity: .error, seq: 1, problem: ("p", problem))
        ]
      }
      session.figures = figures(number)
      group.add(session, of: input)
    }
    return group
  }

  private static func compare(_ groups: FleetGroup...) -> FleetComparison {
    FleetComparison(groups, rules: rules)
  }

  private static func problem(_ comparison: FleetComparison) throws -> ComparisonRow {
    try #require(
      comparison.rows.first {
        if case .problem = $0.subject { return true }
        return false
      })
  }

  private static func figure(_ name: String, _ comparison: FleetComparison) throws -> ComparisonRow
  {
    try #require(
      comparison.rows.first {
        if case .figure(name) = $0.subject { return true }
        return false
      })
  }

  @Test(arguments: [
    (0, 40, 5000, Change.new), (40, 0, 5000, .gone), (50, 100, 5000, .worse),
    (100, 50, 5000, .better), (500, 510, 5000, .unchanged), (1, 2, 50, .tooFew),
    (0, 1, 5000, .tooFew), (5000, 5000, 5000, .tooFew),
  ])
  func `A problem changes as its rate does, and so do the sessions without a violation`(
    before: Int, after: Int, sessions: Int, change: Change
  ) throws {
    let comparison = Self.compare(
      Self.group("1", before, of: sessions), Self.group("2", after, of: sessions))
    // The rule has no row: its only problem has one.
    #expect(comparison.rows.count == 2)
    #expect(comparison.rows.map(\.change) == [change.withoutOrder, change])
    guard case .withoutViolations(.warning) = comparison.rows[0].subject else {
      return #expect(Bool(false))
    }
    #expect(comparison.isWorse(atLeast: .error) == (change == .new || change == .worse))
    #expect(!Self.compare(Self.group("1", 1, of: 9)).isWorse(atLeast: .info))
  }

  @Test func `A rule with two problems has a row of its own, and one that follows counts for none`()
    throws
  {
    let input = FleetInput(rules: Self.rules)
    func group(_ name: String, _ missing: [String?]) -> FleetGroup {
      var group = FleetGroup(name, rules: 1)
      for (number, missing) in missing.enumerated() {
        var session = FleetSession()
        session.session = "\(name)\(number)"
        session.ruleSet = ""
        session.verdicts = [UInt8(ascii: "v")]
        var violation = FleetSession.Violation(rule: "daily-cap", severity: .info, seq: 1)
        if let missing {
          let problem = ProblemIdentity(rule: "daily-cap", missing: missing)
          violation.problem = (problem.id, ProblemVariant(of: problem, format: nil))
        } else {
          violation.follows = ("other", 1)
        }
        session.violations = [violation]
        group.add(session, of: input)
      }
      return group
    }
    func kinds(_ one: FleetGroup, _ two: FleetGroup) -> [String] {
      Self.compare(one, two).rows.map { row in
        switch row.subject {
        case .withoutViolations: "sessions"
        case .rule: "rule"
        case .problem(_, let identity, _): identity.missing ?? ""
        case .figure(let name): name
        }
      }.sorted()
    }
    #expect(kinds(group("1", ["a"]), group("2", ["a", nil])) == ["a", "sessions"])
    #expect(kinds(group("1", ["a"]), group("2", ["b"])) == ["a", "b", "rule", "sessions"])
    #expect(kinds(group("1", [nil]), group("2", [nil])) == ["rule", "sessions"])
    // Violations of severity info do not count.
    let rows = Self.compare(group("1", ["a"]), group("2", ["a"])).rows
    guard case .rates(let before, _) = rows[0].values else { return #expect(Bool(false)) }
    #expect(before.part == 1 && before.whole == 1)
  }

  @Test func `Too few sessions are reported with the number that is enough`() throws {
    let row = try Self.problem(
      Self.compare(Self.group("1", 10, of: 1000), Self.group("2", 12, of: 1000)))
    #expect(row.change == .tooFew)
    // (1.96 + 0.84)² · (0.01 · 0.99 + 0.02 · 0.98) / 0.01²
    #expect(row.sessionsNeeded == 2316)
    let enough = try Self.problem(
      Self.compare(Self.group("1", 24, of: 2400), Self.group("2", 25, of: 2400)))
    #expect(enough.change == .unchanged)
  }

  @Test(arguments: [(368, Change.unchanged), (367, .tooFew)])
  func `Zero violations on both sides have an upper bound, and few sessions do not tell`(
    sessions: Int, change: Change
  ) throws {
    let comparison = Self.compare(
      Self.group("1", 0, of: sessions), Self.group("2", 0, of: sessions))
    let row = try #require(comparison.rows.last)
    #expect(comparison.rows.count == 2 && row.change == change)
    #expect(row.sessionsNeeded == 368 && row.pValue == nil)
    guard case .rates(let rate, _) = row.values else { return #expect(Bool(false)) }
    #expect(rate.interval.lowerBound == 0)
    #expect(abs(rate.interval.upperBound - (1 - pow(0.025, 1 / Double(sessions)))) < 1e-9)
    #expect((rate.interval.upperBound <= 0.01) == (change == .unchanged))
  }

  @Test func `Many violated sessions of few installs are no difference`() throws {
    let alone = try Self.problem(
      Self.compare(Self.group("1", 20, of: 2000), Self.group("2", 60, of: 2000)))
    #expect(alone.change == .worse)
    // The same counts, in installs with twenty sessions each: one install against three.
    let together = try Self.problem(
      Self.compare(
        Self.group("1", 20, of: 2000, perInstall: 20),
        Self.group("2", 60, of: 2000, perInstall: 20)))
    #expect(together.change == .tooFew)
    guard case .rates(let before, let after) = together.values else { return #expect(Bool(false)) }
    #expect(abs(before.designEffect - 20) < 0.1 && abs(after.designEffect - 20) < 0.5)
    guard case .rates(let narrow, _) = alone.values else { return #expect(Bool(false)) }
    #expect(narrow.designEffect == 1)
    #expect(before.interval.upperBound > narrow.interval.upperBound)
    #expect(
      try #require(together.sessionsNeeded) > 19 * (try #require(alone.sessionsNeeded)))
  }

  @Test func `Sessions that are violated independently of their install have no design effect`()
    throws
  {
    var random = SeededGenerator(seed: 11)
    let input = FleetInput(rules: Self.rules)
    var group = FleetGroup("g", rules: 1)
    let problem = ProblemVariant(
      of: ProblemIdentity(rule: "daily-cap", missing: nil), format: nil)
    for number in 0..<4000 {
      var session = FleetSession()
      session.install = SessionHash.value("", "\(number / 10)") >> 16
      session.ruleSet = ""
      session.verdicts = [UInt8(ascii: "h")]
      if Bool.random(using: &random) {
        session.violations = [
          .init(rule: "daily-cap", severity: .error, seq: 1, problem: ("p", problem))
        ]
      }
      group.add(session, of: input)
    }
    let row = try Self.problem(Self.compare(group, group))
    guard case .rates(let rate, _) = row.values else { return #expect(Bool(false)) }
    #expect(rate.designEffect < 1.5)
    #expect(row.change == .unchanged)
  }

  private static func figures(
    filled: Int = 1, failed: Int = 1, latency: Int64 = 1000, micros: Int64 = 1000
  ) -> SessionFigures {
    var figures = SessionFigures()
    figures.filled = filled
    figures.failed = failed
    figures.ads = 2
    figures.shown = filled
    figures.latencies = [latency, 1]
    figures.revenue = [("EUR", micros)]
    return figures
  }

  @Test func `Figures are better or worse by their meaning`() throws {
    let before = Self.group("1", 0, of: 500) { number in
      Self.figures(filled: number % 2, latency: 900 + Int64(number), micros: Int64(number))
    }
    let after = Self.group("2", 0, of: 500) { number in
      Self.figures(filled: 1, latency: 1900 + Int64(number), micros: 500 + Int64(number))
    }
    let up = Self.compare(before, after)
    let down = Self.compare(after, before)
    for (name, change) in [
      ("fill_rate", Change.better), ("show_rate", .better), ("latency_ms", .worse),
      ("revenue_per_session EUR", .better),
    ] {
      #expect(try Self.figure(name, up).change == change, "\(name)")
      #expect(
        try Self.figure(name, down).change == (change == .better ? .worse : .better), "\(name)")
      #expect(try Self.figure(name, Self.compare(before, before)).change != .better, "\(name)")
    }
    #expect(up.hasFigures && !up.isWorse(atLeast: .info))
    let latency = try Self.figure("latency_ms", up)
    guard case .means(let mean?, _) = latency.values else { return #expect(Bool(false)) }
    let interval = try #require(mean.interval)
    #expect(interval.contains(mean.value) && (900...1400).contains(Elementary.exp(mean.value)))
  }

  /// A fleet with the loads of these units, of which a part is filled.
  private static func loads(
    _ name: String, _ units: [(unit: String, format: String, filled: Int)]
  ) -> FleetGroup {
    group(name, 0, of: 300) { number in
      var figures = SessionFigures()
      figures.parts = units.map { unit in
        var part = SessionFigures.Part()
        (part.unit, part.format) = (unit.unit, unit.format)
        part.figures.filled = number % 100 < unit.filled ? 1 : 0
        part.figures.failed = 1 - part.figures.filled
        part.figures.ads = part.figures.filled
        part.figures.shown = part.figures.filled
        return part
      }
      figures.filled = figures.parts.reduce(0) { $0 + $1.figures.filled }
      figures.failed = units.count - figures.filled
      figures.ads = figures.filled
      figures.shown = figures.filled
      return figures
    }
  }

  private static func fillRates(_ comparison: FleetComparison) -> [String: Change] {
    let rows = comparison.rows.compactMap { row -> (String, Change)? in
      if case .figure(let name) = row.subject, name.hasPrefix("fill_rate") {
        return (name, row.change)
      }
      return nil
    }
    return Dictionary(rows) { one, _ in one }
  }

  @Test func `Figures of formats and units are compared where both sides have them`() throws {
    let before = Self.loads(
      "1", [("a", "banner", 90), ("b", "banner", 80), ("c", "rewarded", 70), ("old", "native", 9)])
    let after = Self.loads(
      "2", [("a", "banner", 40), ("b", "banner", 80), ("c", "rewarded", 70), ("new", "native", 9)])
    let comparison = Self.compare(before, after)
    let changes = Self.fillRates(comparison)
    // The only unit of a format has the counts of the format.
    #expect(
      changes.keys.sorted() == [
        "fill_rate", "fill_rate format:banner", "fill_rate format:native",
        "fill_rate format:rewarded", "fill_rate unit:a", "fill_rate unit:b",
      ])
    #expect(changes["fill_rate unit:a"] == .worse && changes["fill_rate format:banner"] == .worse)
    #expect(changes["fill_rate unit:b"] != .worse)
    #expect(changes["fill_rate format:rewarded"] != .worse)
    var writer = JSONWriter()
    ComparisonJSON.write(comparison, [before, after], tool: nil, to: &writer)
    let rows = try Samples.object(writer.bytes).objects("rows")
    let banner = try #require(rows.first { $0.text("id") == "fill_rate format:banner" })
    #expect(banner.text("format") == "banner" && banner["unit"] == nil)
    let unit = try #require(rows.first { $0.text("id") == "latency_ms unit:a" })
    #expect(unit.text("unit") == "a" && unit["format"] == nil)
  }

  @Test func `Of many units, the twenty with the most requests are compared`() {
    let units = (10..<35).map { (unit: "u\($0)", format: "banner", filled: $0) }
    let group = Self.loads("1", units + units.suffix(20))
    let names = Self.fillRates(Self.compare(group, group)).keys.filter { $0.contains("unit:") }
    #expect(names.sorted() == (15..<35).map { "fill_rate unit:u\($0)" })
  }

  @Test func `One format and one unit have no rows of their own`() {
    let group = Self.loads("1", [("a", "banner", 50)])
    #expect(Self.fillRates(Self.compare(group, group)).keys.sorted() == ["fill_rate"])
  }

  @Test func `Means of fewer than thirty installs are not compared`() throws {
    let one = Self.group("1", 0, of: 29) { Self.figures(micros: Int64($0)) }
    let two = Self.group("2", 0, of: 400) { Self.figures(micros: 5000 + Int64($0)) }
    let row = try Self.figure("revenue_per_session EUR", Self.compare(one, two))
    #expect(row.change == .tooFew && row.pValue == nil && row.sessionsNeeded == nil)
  }

  @Test func `Without figures of every session on both sides there are no figures`() {
    let whole = Self.group("1", 0, of: 9) { _ in Self.figures() }
    for figures in [{ _ in nil }, { $0 == 0 ? Self.figures() : nil }] as [(Int) -> SessionFigures?]
    {
      let comparison = Self.compare(whole, Self.group("2", 0, of: 9, figures: figures))
      #expect(!comparison.hasFigures && comparison.rows.count == 2)
    }
    #expect(Self.compare(whole, whole).hasFigures)
  }

  @Test func `Only versions of one product are compared, in natural order`() {
    let groups = FleetGroup.sorted([
      Self.group("iPadOS 17.7", 0, of: 9, product: "iPadOS"),
      Self.group("iOS 26.1", 0, of: 9, product: "iOS"),
      Self.group("iOS 26.1-beta.2", 0, of: 9, product: "iOS"),
      Self.group("iPadOS 26.1", 0, of: 9, product: "iPadOS"),
      Self.group("iOS 9.3", 0, of: 9, product: "iOS"),
    ])
    #expect(
      groups.map(\.name)
        == ["iOS 9.3", "iOS 26.1-beta.2", "iOS 26.1", "iPadOS 17.7", "iPadOS 26.1"])
    let pairs = FleetComparison(groups, rules: Self.rules).rows.map { "\($0.before), \($0.after)" }
    #expect(
      Set(pairs)
        == ["iOS 9.3, iOS 26.1-beta.2", "iOS 26.1-beta.2, iOS 26.1", "iPadOS 17.7, iPadOS 26.1"])
  }

  @Test func `Each group is compared with the next one, and all tests are corrected together`()
    throws
  {
    let groups = (1...4).map { Self.group("\($0)", $0 == 4 ? 30 : 10, of: 1000) }
    let comparison = FleetComparison(groups, rules: Self.rules)
    #expect(comparison.rows.count == 6)
    #expect(Set(comparison.rows.map { "\($0.before) \($0.after)" }) == ["1 2", "2 3", "3 4"])
    let last = try Self.problem(comparison)
    #expect(last.before == "3" && last.change == .worse)
    #expect(last.adjusted > (last.pValue ?? 1))
  }

  @Test func `The text has at most 80 columns and says what differs, and by how much`() throws {
    let comparison = Self.compare(
      Self.group("4.1", 0, of: 5000) { Self.figures(micros: Int64($0)) },
      Self.group("4.2", 40, of: 5000) { Self.figures(micros: Int64($0)) })
    let groups = [Self.group("4.1", 0, of: 5000), Self.group("4.2", 40, of: 5000)]
    let text = ComparisonText(comparison, groups, style: TextStyle.plain)
    let lines = text.text(all: true).split(separator: "\n").map(String.init)
    for line in lines { #expect(line.count <= 80, "\(line)") }
    #expect(
      text.text(all: false) == """
        worse      sessions without a violation (warning or error)
           4.1  5,000 of 5,000: 100 % (99.9 % to 100 %)
           4.2  4,960 of 5,000: 99.2 % (98.9 % to 99.4 %)
           Smallest session: s0 (900 records) in fleet.jsonl
        new        error daily-cap  p
           The number of app-open ads shown on one local day is limited.
           4.1  0 of 5,000: 0 % (at most 0.0738 %)
           4.2  40 of 5,000: 0.8 % (0.572 % to 1.09 %)
           Smallest session: s0 (900 records) in fleet.jsonl

        sessions: 4.1: 5,000, 4.2: 5,000
        1 new, 1 worse, 0 gone, 0 better, 4 unchanged, 0 too-few
        '--all' prints the rows without a difference

        """)
    #expect(lines.contains("unchanged  fill_rate"))
    #expect(lines.contains("   4.1  5,000 of 10,000: 50 % (49 % to 51 %)"))
    #expect(lines.contains("unchanged  revenue_per_session EUR"))
  }

  @Test func `The text has the sizes of nine groups, of more only the smallest and the greatest`() {
    func text(_ count: Int) -> String {
      let groups = (1...count).map { Self.group("g\($0)", 0, of: $0 * 1000) }
      return ComparisonText(
        FleetComparison(groups, rules: Self.rules), groups, style: TextStyle.plain
      ).text(all: false)
    }
    #expect(text(9).contains("sessions: g1: 1,000, g2: 2,000, "))
    #expect(text(9).hasPrefix("unchanged  sessions without a violation (warning or error)\n"))
    #expect(text(10).hasPrefix("sessions: 10 groups of 1,000 to 10,000\n"))
  }

  @Test func `The text says how many sessions would tell, and that lines have no figures`() {
    let groups = [Self.group("a", 10, of: 1000), Self.group("b", 12, of: 1000)]
    let comparison = FleetComparison(groups, rules: Self.rules)
    let text = ComparisonText(comparison, groups, style: TextStyle.plain).text(all: true)
    #expect(text.contains("   2,316 sessions on each side would tell\n"))
    #expect(
      text.hasSuffix("no ad figures in the lines; audit with '--figures' to compare them\n"))
  }

  @Test func `JSON has a row for each problem, rule and figure`() throws {
    let groups = [
      Self.group("4.1", 0, of: 500) { Self.figures(latency: 500 + Int64($0)) },
      Self.group("4.2", 40, of: 500) { Self.figures(latency: 500 + Int64($0)) },
    ]
    var writer = JSONWriter()
    ComparisonJSON.write(
      FleetComparison(groups, rules: Self.rules), groups, tool: "1", to: &writer)
    let json = try Samples.object(writer.bytes)
    #expect(json.text("schema") == "adjournal.compare/1" && json.text("tool") == "1")
    #expect(json.object("summary").number("new") == 1)
    #expect(json.objects("groups").map { $0.number("sessions") } == [500, 500])
    let rows = json.objects("rows")
    #expect(rows.count == 6)
    let problem = try #require(rows.first { $0.text("kind") == "problem" })
    #expect(problem.text("id") == "p" && problem.text("rule") == "daily-cap")
    #expect(problem.text("severity") == "error" && problem.text("change") == "new")
    #expect(problem.text("sentence") == Self.rules[0].sentence)
    let example = problem.object("example")
    #expect(example.text("session") == "s0" && example.text("path") == "fleet.jsonl")
    #expect(example.number("records") == 900)
    #expect(rows[0].text("kind") == "sessions" && rows[0].text("id") == "without_violations")
    #expect(rows[0].text("severity") == "warning" && rows[0].text("change") == "worse")
    #expect(rows[0].object("after").number("count") == 460)
    let after = problem.object("after")
    #expect(after.number("count") == 40 && after.number("of") == 500)
    #expect(after["value"] as? Double == 0.08 && after.text("group") == "4.2")
    let latency = try #require(rows.first { $0.text("id") == "latency_ms" })
    #expect((700...760).contains(latency.object("before")["value"] as? Double ?? 0))
    for row in rows {
      #expect(Change(rawValue: row.text("change") ?? "") != nil)
      #expect(row["p_value"] != nil && row["sessions_needed"] != nil && row["example"] != nil)
    }
  }
}
