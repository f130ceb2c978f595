@testable import AdAudit
@testable import AdReports
import AdReplay
import AdRules
import AdSession
import Foundation
import JSONLines
import TestReports
import Testing

private typealias S = UnshownScript

/// A session in words, its records, and the line of its slot.
private struct Case: CustomTestStringConvertible {
  let testDescription: String
  let events: [String]
  let reasons: String?

  init(_ sentence: String, _ events: [String], _ reasons: String?) {
    testDescription = sentence
    self.events = events
    self.reasons = reasons
  }
}

struct UnshownSlotsTests {
  private func lines(_ events: [String]) throws -> [String] {
    UnshownSlots(try UnshownScript(events).audited.reading.trace).lines
  }

  private static let consent = #"consent.updated","can_request_ads":"#

  private static let reasons = [
    Case(
      "the decision names the reason", [S.skip("daily_cap"), S.skip("interval")],
      "daily cap × 1, interval × 1"),
    Case("another ad is up", [S.skip("showing")], "another ad on screen × 1"),
    Case("the app decides by consent", [S.skip("no_consent")], "no consent × 1"),
    Case("a reason of another vocabulary", [S.skip("mood")], "reason that is not listed × 1"),
    Case("nothing was requested", [S.skip("not_ready")], "nothing requested × 1"),
    Case("no reason is given", [S.skip()], "nothing requested × 1"),
    Case("the load has no answer", [S.request("r"), S.skip("not_ready")], "load unfinished × 1"),
    Case(
      "no fill, of one network",
      [S.request("r"), S.fail("r", 1, adapter: "Unity"), S.skip("not_ready")],
      "no fill × 1 (Unity 1)"),
    Case(
      "no fill, of a waterfall whose calls are recorded",
      [S.request("r")] + S.waterfall("r") + [
        S.fail("r", 1), S.skip("not_ready"), S.skip("not_ready"),
      ],
      "no fill × 2 (AdMob 2, Unity 2)"),
    Case(
      "the second load fails for another reason",
      [
        S.request("r"), S.fail("r", 1), S.skip("not_ready"), S.request("q"), S.fail("q", 2),
        S.skip("not_ready"), S.skip("not_ready"),
      ], "load failed: network × 2, no fill × 1"),
    Case(
      "the code has no documented cause", [S.request("r"), S.fail("r", 4711), S.skip("not_ready")],
      "load failed: unknown cause × 1"),
    Case(
      "a retry is on its way",
      [S.request("r"), S.fail("r", 1), S.request("q"), S.skip("not_ready")],
      "load unfinished × 1"),
    Case(
      "the network reports that the ad expired",
      [S.request("r"), S.load("r", "a"), S.expire("a"), S.skip("expired")], "ad expired × 1"),
    Case(
      "the ad is older than four hours",
      [S.request("r"), S.load("r", "a"), "+4", S.skip("expired")],
      "ad expired × 1"),
    Case(
      "the app discarded the ad for its age",
      [S.request("r"), S.load("r", "a"), S.discard("a", "expired"), S.skip("not_ready")],
      "ad expired × 1"),
    Case(
      "the app discarded the ad for memory, and requested none",
      [S.request("r"), S.load("r", "a"), S.discard("a", "memory"), S.skip("not_ready")],
      "not requested again × 1"),
    Case(
      "the ad is ready, and the app believes otherwise",
      [S.request("r"), S.load("r", "a"), S.skip("not_ready"), S.skip("expired")],
      "an ad was ready × 2"),
    Case(
      "the app decides to show, and does not", [S.request("r"), S.load("r", "a"), S.show],
      "never presented × 1"),
    Case(
      "the presentation fails",
      [S.request("r"), S.load("r", "a"), S.show, S.present("a"), S.refuse("a", 15)],
      "failed to present: not ready × 1"),
    Case(
      "the presentation has no answer, and a second call changes nothing",
      [S.request("r"), S.load("r", "a"), S.show, S.present("a"), S.present("a")],
      "no answer to the presentation × 1"),
    Case(
      "an attempt without a decision is a moment",
      [S.request("r"), S.load("r", "a"), S.present("a"), S.refuse("a", 17)],
      "failed to present: internal × 1"),
    Case(
      "an attempt that only its failure shows", [S.refuse("a", 4711)],
      "failed to present: unknown cause × 1"),
    Case(
      "a show ends the matter",
      [
        S.skip("interval"), S.request("r"), S.load("r", "a"), S.show, S.present("a"), S.appear("a"),
      ],
      nil),
    Case("a load alone is no moment", [S.request("r"), S.load("r", "a")], nil),
    Case("a gap can hide a request", ["~", S.skip("not_ready")], "unknown (lost records) × 1"),
    Case("a gap does not change the reason of a decision", ["~", S.skip("locked")], "locked × 1"),
    Case(
      "a gap after a failure can hide an ad",
      [S.request("r"), S.fail("r", 1), S.skip("not_ready"), "~", S.skip("not_ready")],
      "no fill × 1, unknown (lost records) × 1"),
    Case(
      "a gap can hide the answer of a presentation",
      [S.request("r"), S.load("r", "a"), S.present("a"), "~", #"user.acted""#],
      "unknown (lost records) × 1"),
    Case(
      "a gap after the next decision does not hide a presentation",
      [S.request("r"), S.load("r", "a"), S.show, S.skip("interval"), "~", #"user.acted""#],
      "never presented × 1, interval × 1"),
  ]

  @Test(arguments: reasons)
  private func `A full-screen slot showed no ad`(_ sample: Case) throws {
    let lines = try lines(sample.events)
    guard let reasons = sample.reasons else {
      #expect(lines == [])
      return
    }
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(line.hasPrefix("interstitial …/4410027781 showed no ad at "))
    #expect(line.hasSuffix(": " + reasons))
  }

  private static let bans = [
    Case(
      "consent is refused", [consent + "false", S.request("r"), S.skip("not_ready")],
      "no consent × 1"),
    Case(
      "consent is given, and the SDK is not started", [consent + "true", S.skip("not_ready")],
      "SDK not started × 1"),
    Case(
      "both are there", [consent + "true", #"sdk.started""#, S.skip("not_ready")],
      "nothing requested × 1"),
    Case(
      "a gap can hide that the SDK started", [consent + "true", "~", S.skip("not_ready")],
      "unknown (lost records) × 1"),
  ]

  @Test(arguments: bans)
  private func `What keeps the app from requests comes first`(_ sample: Case) throws {
    var script = UnshownScript(captures: #"["decision","consent"]"#)
    for event in sample.events { script.add(event) }
    let lines = UnshownSlots(try script.audited.reading.trace).lines
    #expect(
      lines == ["interstitial …/4410027781 showed no ad at 1 moment: \(sample.reasons ?? "")"])
  }

  private static let banners = [
    Case(
      "its requests fail",
      [
        S.banner("r"), S.bannerEnds("r", "ad.failed_to_load", #""error_code":1,"adapter":"AdMob""#),
        S.banner("q", "view_did_appear"),
        S.bannerEnds("q", "ad.failed_to_load", #""error_code":2"#),
      ], "2 moments: no fill × 1 (AdMob 1), load failed: network × 1"),
    Case(
      "refreshes and retries are no moments",
      [
        S.banner("r"), S.bannerEnds("r", "ad.failed_to_load", #""error_code":1"#),
        S.banner("q", "retry"), S.bannerEnds("q", "ad.failed_to_load", #""error_code":1"#),
        S.banner("p", "refresh"),
      ], "1 moment: no fill × 1"),
    Case("its request has no answer", [S.banner("r")], "1 moment: load unfinished × 1"),
    Case(
      "a gap can hide the answer", [S.banner("r"), "~", #"user.acted""#],
      "1 moment: unknown (lost records) × 1"),
    Case(
      "a later request is filled",
      [
        S.banner("r"), S.bannerEnds("r", "ad.failed_to_load", #""error_code":1"#), S.banner("q"),
        S.bannerEnds("q", "ad.loaded", #""ad":"a""#),
      ], nil),
  ]

  @Test(arguments: banners)
  private func `A banner slot showed no ad`(_ sample: Case) throws {
    #expect(
      try lines(sample.events) == (sample.reasons.map { ["banner b showed no ad at " + $0] } ?? []))
  }

  @Test func `A unit that shows in one scene can show nothing in another`() throws {
    var script = UnshownScript(isMultiScene: true)
    for event in [
      S.request("r", scene: "left"), S.load("r", "a"), S.appear("a", scene: "left"),
      S.skip("not_ready", scene: "right"),
    ] {
      script.add(event)
    }
    #expect(
      UnshownSlots(try script.audited.reading.trace).lines == [
        "interstitial …/4410027781 in scene right showed no ad at 1 moment: nothing requested × 1"
      ])
  }

  @Test func `Of many slots the first hundred have a line`() throws {
    let events = (1...102).map {
      #"ad.requested","unit":"u\#($0)","format":"native","request":"r\#($0)""#
    }
    let lines = try lines(events)
    #expect(lines.count == 101)
    #expect(lines.last == "2 more slots showed no ad")
  }

  // MARK: Where the lines stand

  private static let threeSkips = [S.skip("interval"), S.skip("interval"), S.skip("not_ready")]

  private static let threeReasons =
    "interstitial …/4410027781 showed no ad at 3 moments: interval × 2, nothing requested × 1"

  @Test func `Three moments without a show are worth a block in the text of an audit, two are not`()
    throws
  {
    let text = AuditText(style: TextStyle.plain)
    let session = try UnshownScript(Self.threeSkips).audited
    #expect(
      text.block(session) == """
        test.jsonl  session s (4 records, cut)
          \(Self.threeReasons)


        """)
    #expect(text.block(try UnshownScript(Array(Self.threeSkips.dropLast())).audited) == "")
  }

  @Test func `A session with violations has the line above them, whatever the number of moments`()
    throws
  {
    let events = [
      S.request("r"), S.load("r", "a"), S.present("a"), S.present("a"), S.refuse("a", 15),
    ]
    let session = try UnshownScript(events).audited
    #expect(session.isViolated)
    let lines = AuditText(style: TextStyle.plain).block(session).split(separator: "\n")
    #expect(
      lines[1]
        == "  interstitial …/4410027781 showed no ad at 1 moment: failed to present: not ready × 1")
    #expect(lines[2].hasPrefix("  error "))
  }

  @Test func `A timeline has the line above its end`() throws {
    let lines = Timeline(try UnshownScript(Self.threeSkips).audited, style: TextStyle.plain)
      .lines
    #expect(lines[lines.count - 3] == Self.threeReasons)
    #expect(lines[lines.count - 2].hasPrefix("the session was cut: "))
  }

  @Test func `Statistics sum the moments of a unit over sessions, by reason and adapter`() throws {
    let failure = [S.request("r")] + S.waterfall("r") + [S.fail("r", 1), S.skip("not_ready")]
    let traces = try [failure, failure + [S.skip("interval")], [S.banner("r")]].map {
      try UnshownScript($0).audited.reading.trace
    }
    var statistics = AdStatistics(by: [.format])
    for trace in traces {
      var one = AdStatistics(of: trace, by: [.format])
      one.addUnshownSlots(of: trace)
      statistics.add(one)
    }
    let lines = StatisticsText(statistics, style: TextStyle.plain).lines
    let start = try #require(
      lines.firstIndex(of: "units without a show in a session (reason × moments)"))
    #expect(
      lines[start...].prefix(5) == [
        "units without a show in a session (reason × moments)",
        "\(UnshownScript.unit)  interstitial  2 sessions, 3 moments",
        "    no fill × 2 (AdMob 2, Unity 2)",
        "    interval × 1",
        "b  banner  1 session, 1 moment",
      ])
    #expect(lines[start + 5] == "    load unfinished × 1")

    var writer = JSONWriter()
    writer.beginObject()
    StatisticsJSON.write(statistics, to: &writer)
    writer.endObject()
    let units = try Samples.object(writer.bytes).objects("unshown")
    #expect(units.map { $0.text("unit") } == ["b", UnshownScript.unit])
    #expect(units[1].text("format") == "interstitial")
    #expect((units[1].number("sessions"), units[1].number("moments")) == (2, 3))
    let reasons = units[1].objects("reasons")
    #expect(reasons.map { $0.text("reason") } == ["load_failed", "skipped"])
    #expect(reasons.map { $0.text("cause") } == ["no_fill", "interval"])
    #expect(reasons[0].object("adapters").number("Unity") == 2)
    #expect(reasons[0].number("moments") == 2)
    #expect(units[0].objects("reasons")[0]["cause"] is NSNull)
  }
}
