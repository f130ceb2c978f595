import AdAudit
import AdReplay
import AdSession
import Foundation
import JSONLines
import TestReports
import Testing

@testable import AdReports

/// The shows of networks, and whether one is worse than the others.
struct NetworkShowsTests {
  typealias Script = StatisticsTests.Script

  private static let captures = #"["revenue","reward"]"#

  /// A session in which a rewarded ad of a network is shown, a second after its load.
  private static func shown(
    network: String = #","network":"N","creative":"c-1""#, captures: String = captures
  ) -> Script {
    var script = Script(captures: captures)
    script.add(
      #""ad.loaded","unit":"u","format":"rewarded","request":"r","ad":"a"\#(network)"#)
    script.add(#""ad.will_present","ad":"a","unit":"u","format":"rewarded""#)
    return script
  }

  private static func event(_ kind: String) -> String {
    #""\#(kind)","ad":"a","unit":"u","format":"rewarded""#
  }

  private static let reward = event("ad.reward_earned") + #","amount":1"#

  // MARK: Groups

  @Test func `Requests, ads, impressions and revenue have the network and creative of their ad`()
    throws
  {
    var script = Self.shown()
    script.add(Self.event("ad.impression"))
    script.add(
      Self.event("ad.paid") + #","value_micros":5,"currency":"EUR","precision":"precise""#)
    script.load("q", ad: "b")
    let statistics = try script.statistics(by: [.network, .creative])
    let groups = statistics.groups.entries
    #expect(groups.map(\.key.values) == [["(no network)", "(no creative)"], ["N", "c-1"]])
    #expect(groups.map(\.value.requests) == [1, 1] && groups.map(\.value.ads) == [1, 1])
    #expect(groups.map(\.value.impressions) == [0, 1])
    #expect(groups[1].value.earnings.map(\.micros) == [5])
    #expect(groups[1].value.shows.count == 1)
  }

  // MARK: Faults

  /// What happens after the show, seconds after each other, and how many shows of one had the
  /// fault.
  struct Case: CustomTestStringConvertible {
    var name: String
    var captures = NetworkShowsTests.captures
    var events: [(event: String, after: Int, lost: Int)]
    var fault: ShowFault
    var part: Int
    var whole: Int
    var testDescription: String { name }
  }

  private static let dismissed = (event("ad.dismissed"), 20, 0)
  private static let end = (#""session.ended""#, 1, 0)
  private static let later = (#""app.memory_warning""#, 6, 0)
  private static let acted = (#""user.acted""#, 30, 0)

  static let cases = [
    Case(
      name: "no reward", events: [dismissed, end], fault: .missingReward, part: 1, whole: 1),
    Case(
      name: "no reward, and the session goes on", events: [dismissed, later],
      fault: .missingReward, part: 1, whole: 1),
    Case(
      name: "a reward", events: [(reward, 10, 0), dismissed, end], fault: .missingReward, part: 0,
      whole: 1),
    Case(
      name: "a reward after the dismissal", events: [dismissed, (reward, 1, 0), end],
      fault: .missingReward, part: 0, whole: 1),
    Case(
      name: "cut before the reward can come", events: [dismissed], fault: .missingReward, part: 0,
      whole: 0),
    Case(
      name: "a gap can hide the reward", events: [(event("ad.dismissed"), 20, 2), end],
      fault: .missingReward, part: 0, whole: 0),
    Case(
      name: "rewards are not recorded", captures: #"["revenue"]"#, events: [dismissed, end],
      fault: .missingReward, part: 0, whole: 0),
    Case(
      name: "not dismissed", events: [end], fault: .missingReward, part: 0, whole: 0),
    Case(
      name: "dismissed", events: [dismissed, end], fault: .missingDismissal, part: 0, whole: 1),
    Case(
      name: "failed to present",
      events: [(event("ad.failed_to_present") + #","error_code":1"#, 1, 0), end],
      fault: .missingDismissal, part: 0, whole: 1),
    Case(
      name: "no dismissal in ten minutes", events: [(#""app.memory_warning""#, 601, 0)],
      fault: .missingDismissal, part: 1, whole: 1),
    Case(
      name: "the session is too short to tell", events: [(#""app.memory_warning""#, 599, 0)],
      fault: .missingDismissal, part: 0, whole: 0),
    Case(
      name: "the user acts, and no dismissal comes",
      events: [acted, (#""app.memory_warning""#, 60, 0)],
      fault: .missingDismissal, part: 1, whole: 1),
    Case(
      name: "the user acts on what a click opened",
      events: [(event("ad.clicked"), 5, 0), acted, (#""app.memory_warning""#, 60, 0)],
      fault: .missingDismissal, part: 0, whole: 0),
    Case(
      name: "a gap can hide the dismissal", events: [(#""app.memory_warning""#, 601, 3)],
      fault: .missingDismissal, part: 0, whole: 0),
    Case(
      name: "a click in the same moment", events: [(event("ad.clicked"), 0, 0), end],
      fault: .earlyClick, part: 1, whole: 1),
    Case(
      name: "a click after a second", events: [(event("ad.clicked"), 1, 0), end],
      fault: .earlyClick, part: 0, whole: 1),
    Case(name: "no click", events: [end], fault: .earlyClick, part: 0, whole: 1),
    Case(
      name: "clicks are not recorded", captures: #"["reward"]"#,
      events: [(event("ad.clicked"), 0, 0), end], fault: .earlyClick, part: 0, whole: 0),
    Case(name: "cut on the screen", events: [], fault: .uncleanEnd, part: 1, whole: 1),
    Case(name: "ended on the screen", events: [end], fault: .uncleanEnd, part: 0, whole: 1),
    Case(
      name: "cut after the dismissal", events: [dismissed], fault: .uncleanEnd, part: 0, whole: 1),
    Case(
      name: "cut when the ad was gone", events: [acted], fault: .uncleanEnd, part: 0, whole: 1),
    Case(
      name: "cut, and a gap can hide the dismissal", events: [(#""app.memory_warning""#, 2, 2)],
      fault: .uncleanEnd, part: 0, whole: 0),
  ]

  @Test(arguments: cases)
  func `A show counts if the journal tells whether something went wrong`(example: Case) throws {
    var script = Self.shown(captures: example.captures)
    var skipped = 0
    for (event, after, lost) in example.events {
      skipped += lost
      script.add(event, after: after, skipping: skipped)
    }
    let count = try script.statistics(by: [.network]).total.shows[example.fault]
    #expect((count.part, count.whole) == (example.part, example.whole))
    #expect((count.example != nil) == (example.part > 0))
  }

  @Test func `Nothing is known of a session without a header, and banners are no shows`() throws {
    var script = Script(header: false)
    script.load("r", ad: "a")
    script.show("a")
    script.add(#""ad.dismissed","ad":"a","unit":"u","format":"interstitial""#, after: 700)
    script.load("q", ad: "b", format: "banner")
    script.add(#""ad.impression","ad":"b","unit":"u","format":"banner""#)
    let shows = try script.statistics(by: [.network]).total.shows
    #expect(shows.count == 1)
    #expect(ShowFault.allCases.map { shows[$0].part } == [0, 0, 0, 0])
    #expect(shows[.missingReward].whole == 0 && shows[.earlyClick].whole == 0)
  }

  @Test func `The time on the screen is the foreground time, and none across a gap`() throws {
    var script = Self.shown()
    script.add(#""app.entered_background""#, after: 5)
    script.add(#""app.entering_foreground""#, after: 3600)
    script.add(Self.event("ad.dismissed"), after: 10)
    #expect(try script.statistics(by: [.network]).total.shows.onScreen.percentile(50) == 15_000)
    var other = Self.shown()
    other.add(Self.event("ad.dismissed"), after: 10, skipping: 1)
    #expect(try other.statistics(by: [.network]).total.shows.onScreen.count == 0)
  }

  @Test func `The example of a fault is the session with the fewest records`() throws {
    var long = Self.shown()
    long.add(#""app.memory_warning""#)
    long.add(Self.event("ad.dismissed"), after: 20)
    long.end()
    var short = Self.shown()
    short.add(Self.event("ad.dismissed"), after: 20)
    short.end()
    var sum = AdStatistics(by: [.network])
    for (script, path) in [(long, "long.jsonl"), (short, "short.jsonl"), (long, "long.jsonl")] {
      let reading = try #require(Samples.audited(lines: script.lines).first).reading
      sum.add(AdStatistics(of: reading.trace, path: path, by: [.network]))
    }
    let count = sum.total.shows[.missingReward]
    #expect((count.part, count.whole) == (3, 3))
    #expect(count.example == Exemplar(records: 5, path: "short.jsonl", session: "s"))
  }

  // MARK: Comparison

  /// Statistics of groups with these numbers of rewarded shows without a reward.
  private static func statistics(
    _ groups: [(values: [String], part: Int, whole: Int)], by fields: [StatisticsField] = [.network]
  ) -> AdStatistics {
    var statistics = AdStatistics(by: fields)
    for (values, part, whole) in groups {
      var figures = AdFigures()
      figures.shows.count = whole
      for _ in 0..<whole { figures.shows.onScreen.add(15_000) }
      figures.shows[.missingReward].part = part
      figures.shows[.missingReward].whole = whole
      let example = Exemplar(records: 9, path: "fleet/\(values[0]).jsonl", session: "s-1")
      figures.shows[.missingReward].example = part > 0 ? example : nil
      statistics.groups[GroupKey(values: values), AdFigures()].add(figures)
    }
    return statistics
  }

  private static let fleet = statistics([
    (["A"], 100, 2000), (["B"], 10, 2000), (["C"], 10, 2000), (["D"], 0, 20),
    (["(no network)"], 50, 100),
  ])

  @Test func `A network is worse if the test against all others says so`() {
    let comparison = ShowComparison(Self.fleet)
    func answer(_ network: String) -> ShowComparison.Answer? {
      comparison[[network], .missingReward]?.answer
    }
    #expect(answer("A") == .yes && answer("B") == .no && answer("C") == .no)
    #expect(answer("D") == .tooFew)
    #expect(comparison[["(no network)"], .missingReward] == nil)
    #expect(comparison[["A"], .missingReward]?.others.part == 20)
    #expect(comparison[["A"], .missingReward]?.others.whole == 4020)
    #expect(comparison[["A"], .earlyClick]?.answer == nil)
    #expect(comparison[["A"], .earlyClick]?.pValue == nil)
  }

  @Test func `Only groups with the same format are compared`() {
    let statistics = Self.statistics(
      [
        (["A", "rewarded"], 100, 1000), (["A", "rewarded_interstitial"], 0, 1000),
        (["B", "rewarded"], 100, 1000), (["B", "rewarded_interstitial"], 0, 1000),
      ], by: [.network, .format])
    let comparison = ShowComparison(statistics)
    for group in statistics.groups.entries {
      let test = comparison[group.key.values, .missingReward]
      #expect(test?.answer == .no, "\(group.key.values)")
      #expect(test?.others.whole == 1000)
    }
    #expect(
      ShowComparison(Self.statistics([(["u"], 5, 9)], by: [.unit]))[["u"], .missingReward] == nil)
  }

  @Test func `All tests of a call are corrected together`() throws {
    // 12 of 1000 against 3 of 1000 has a p-value of 0.035.
    let two = Self.statistics([(["A"], 12, 1000), (["B"], 3, 1000)])
    #expect(ShowComparison(two)[["A"], .missingReward]?.answer == .yes)
    let many = Self.statistics(
      [(["A", "x"], 12, 1000), (["B", "x"], 3, 1000)]
        + (0..<9).flatMap { number in
          ["A", "B"].map { ([$0, "y\(number)"], 10, 1000) }
        }, by: [.network, .unit])
    let test = try #require(ShowComparison(many)[["A", "x"], .missingReward])
    #expect(test.answer == .tooFew)
    #expect(try #require(test.pValue) < 0.05 && test.adjusted > 0.05)
  }

  // MARK: Output

  @Test func `The text asks whether a network is worse, and shows the smallest session`() {
    let lines = StatisticsText(Self.fleet, style: TextStyle.plain).lines
    #expect(
      lines.drop { !$0.contains("on screen") } == [
        "network       full-screen shows  on screen p50  on screen p95",
        "(no network)                100        15.00 s        15.00 s",
        "A                          2000        15.00 s        15.00 s",
        "B                          2000        15.00 s        15.00 s",
        "C                          2000        15.00 s        15.00 s",
        "D                            20        15.00 s        15.00 s",
        "all                        6120        15.00 s        15.00 s",
        "",
        "rewarded ads dismissed without a reward: worse than your other networks?",
        "network       shows   share     95 % interval  others    worse",
        "(no network)    100  50.0 %  39.8 % to 60.2 %       –        –",
        "A              2000   5.0 %    4.1 % to 6.0 %  0.50 %      yes",
        "B              2000  0.50 %  0.24 % to 0.92 %   2.7 %       no",
        "C              2000  0.50 %  0.24 % to 0.92 %   2.7 %       no",
        "D                20   0.0 %   0.0 % to 16.8 %   2.0 %  too few",
        "  smallest session of A: s-1",
        "    in fleet/A.jsonl",
      ])
  }

  @Test(arguments: [
    ([StatisticsField.adapter], "adapters"), ([.creative, .format], "creatives"),
    ([.network, .adapter], "groups"),
  ])
  func `The question names what is compared`(fields: [StatisticsField], noun: String) {
    let statistics = Self.statistics([(fields.map(\.rawValue), 1, 9)], by: fields)
    let lines = StatisticsText(statistics, style: TextStyle.plain).lines
    #expect(lines.contains { $0.hasSuffix(": worse than your other \(noun)?") })
  }

  @Test func `Each fault has a title, and groups that name no network have no shows`() {
    #expect(
      ShowFault.allCases.map(\.title) == [
        "rewarded ads dismissed without a reward", "ads without a dismissal",
        "ads clicked right after they appeared", "ads on the screen when the session was cut",
      ])
    let statistics = Self.statistics([(["u"], 5, 9)], by: [.unit])
    let lines = StatisticsText(statistics, style: TextStyle.plain).lines
    #expect(!lines.contains { $0.contains("on screen") })
    #expect(!StatisticsCSV.lines(statistics)[0].contains("on_screen"))
  }

  @Test func `JSON has the interval, the test and the example of each share`() throws {
    var writer = JSONWriter()
    writer.object { StatisticsJSON.write(Self.fleet, to: &$0) }
    let groups = try Samples.object(writer.bytes).objects("groups")
    let shows = groups[1].object("full_screen")
    #expect(shows.number("shows") == 2000)
    #expect(shows.object("on_screen_ms").number("p95") == 15_000)
    let rewards = shows.object("missing_rewards")
    #expect((rewards.number("count"), rewards.number("of")) == (100, 2000))
    #expect(rewards.text("worse") == "yes")
    #expect(rewards["value"] as? Double == 0.05)
    let (low, high) = (rewards["low"] as? Double ?? 0, rewards["high"] as? Double ?? 0)
    #expect(abs(low - 0.0409) < 0.0001 && abs(high - 0.0605) < 0.0001)
    #expect(try #require(rewards["adjusted_p_value"] as? Double) < 1e-20)
    #expect(rewards.object("example").text("path") == "fleet/A.jsonl")
    #expect(rewards.object("example").text("session") == "s-1")
    #expect(rewards.object("example").number("records") == 9)
    let none = shows.object("early_clicks")
    for name in ["value", "low", "high", "others", "p_value", "worse", "example"] {
      #expect(none[name] is NSNull, "\(name)")
    }
    #expect(groups[0].object("full_screen").object("missing_rewards")["worse"] is NSNull)
    #expect(groups[4].object("full_screen").object("missing_rewards").text("worse") == "too-few")
  }

  @Test func `CSV has the columns of shows`() {
    let lines = StatisticsCSV.lines(Self.fleet)
    let heading = lines[0].split(separator: ",").map(String.init)
    let cells = lines[2].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let row = Dictionary(zip(heading, cells)) { $1 }
    #expect(heading.count == cells.count)
    #expect(row["full_screen_shows"] == "2000" && row["on_screen_p50_ms"] == "15000")
    #expect(row["missing_rewards"] == "100" && row["missing_rewards_of"] == "2000")
    #expect(row["missing_rewards_low"]?.hasPrefix("0.0408") == true)
    #expect(row["missing_rewards_high"]?.hasPrefix("0.060") == true)
    #expect(row["missing_rewards_worse"] == "yes" && row["missing_rewards_session"] == "s-1")
    #expect(row["missing_rewards_path"] == "fleet/A.jsonl")
    #expect(row["early_clicks_low"] == "" && row["unclean_ends_worse"] == "")
  }
}
