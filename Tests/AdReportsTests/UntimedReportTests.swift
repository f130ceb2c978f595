import AdAudit
import AdReplay
import AdReports
import AdRules
import AdSession
import Foundation
import JSONLines
import TestReports
import Testing

/// Reports of a session without times (`clock: order`).
struct UntimedReportTests {
  private static let journal = "terms/without-times.jsonl"

  private static func audited() throws -> AuditedSession {
    try #require(Samples.audited(journal).first)
  }

  @Test func `The text names the line of the log instead of a time`() throws {
    let text = AuditText(style: TextStyle.plain).block(try Self.audited())
    #expect(text.contains("terms/without-times.jsonl:8, line 52, seq 5, 8\n"), "\(text)")
    #expect(!text.contains("after the start") && !text.contains("2026-"))
  }

  @Test func `The timeline has lines instead of clocks`() throws {
    let lines = Timeline(try Self.audited(), style: .plain).lines
    #expect(lines.contains { $0.hasPrefix("    1  line 0   session.began") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix(">  10  line 61  ad.dismissed") })
    #expect(lines.contains { $0.hasSuffix("near 2026-03-02T09:00:00.000Z") })
    #expect(!lines.contains { $0.contains("local time") })
  }

  @Test func `The state has no time of day and counts lines`() throws {
    let trace = try Self.audited().reading.trace
    let lines = StateText(trace, after: 4, style: .plain).lines
    #expect(lines.contains { $0.hasSuffix("line 41") }, "\(lines)")
    #expect(lines.contains { $0.contains("1 line") }, "\(lines)")
  }

  @Test func `A result that needs times has the reason in every format`() throws {
    let audited = try Self.audited()
    let rules = try Samples.object(Samples.json(audited)).objects("rules")
    let reload = try #require(rules.first { $0.text("rule") == "reload-after-dismiss" })
    #expect(reload.text("verdict") == "not-captured" && reload.text("reason") == Rule.noTimes)
    let junit = Samples.document(AuditJUnit(rules: audited.rules, least: .info), [audited])
    #expect(junit.contains("reload-after-dismiss: not-captured in 1 session (\(Rule.noTimes))"))
    let line = try Samples.object(Samples.line(audited))
    #expect(line.text("clock") == "order" && line.text("day") == nil)
  }

  @Test func `Statistics count the session and leave it out of durations and days`() throws {
    let timed = try #require(Samples.audited("terms/no-captures.jsonl").first).reading.trace
    let untimed = try Self.audited().reading.trace
    var both = AdStatistics(of: timed, by: [.format])
    let alone = both
    both.add(AdStatistics(of: untimed, by: [.format]))
    #expect(both.sessions == 2 && both.withoutTimes == 1 && alone.withoutTimes == 0)
    #expect(both.total.requests == alone.total.requests + 1)
    #expect(both.total.shown == alone.total.shown + 1)
    #expect(both.total.latencies == alone.total.latencies)
    #expect(both.totalRow.sessions.dayCount == 1)
    #expect(both.totalRow.showsPerDay == alone.totalRow.showsPerDay)
    #expect(both.totalRow.impressionsPerInstallDay == alone.totalRow.impressionsPerInstallDay)
    let text = StatisticsText(both, style: .plain).lines
    let note = "1 session without times: durations, days and rates per day leave them out"
    #expect(text.contains(note), "\(text)")
    #expect(!StatisticsText(alone, style: .plain).lines.contains { $0.contains("without times") })
  }

  @Test func `Revenue of a session without times has no day`() throws {
    let header =
      #"{"v":1,"session":"s","seq":1,"t":0,"wall":"2026-03-02T09:00:00.000Z","event":"#
      + #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"#
      + #""1","sdk":"x","sdk_version":"1","utc_offset_min":0"#
    let paid =
      #"{"v":1,"session":"s","seq":2,"t":1,"wall":"2026-03-02T09:00:00.000Z","event":"#
      + #""ad.paid","ad":"a","unit":"u","format":"banner","value_micros":500,"currency":"EUR","#
      + #""precision":"precise"}"#
    func row(_ rest: String) throws -> StatisticsRow {
      let lines = [header + rest + "}\n", paid + "\n"]
      let trace = try #require(Samples.audited(lines: lines).first).reading.trace
      return AdStatistics(of: trace, by: [.format]).totalRow
    }
    let untimed = try row(#","clock":"order""#)
    #expect(untimed.figures.earnings.map(\.micros) == [500])
    #expect(untimed.sessions.dayCount == 0 && untimed.figures.earnings[0].share(of: 1) == 500)
    #expect(try row("").sessions.dayCount == 1)
  }

  @Test func `A show without a dismissal is no unclean end without times`() throws {
    var lines = try String(
      contentsOfFile: "\(Samples.root)/\(Self.journal)", encoding: .utf8
    ).split(separator: "\n").prefix(5).map { String($0) + "\n" }
    func shares() throws -> [Int] {
      let trace = try #require(Samples.audited(lines: lines).first).reading.trace
      let shows = AdStatistics(of: trace, by: [.adapter]).total.shows
      return [ShowFault.uncleanEnd, .missingDismissal].map { shows[$0].whole }
        + [shows.onScreen.count]
    }
    #expect(try shares() == [0, 0, 0])
    lines[0] = lines[0].replacingOccurrences(of: "order", with: "monotonic")
    #expect(try shares() == [1, 0, 0])
  }
}
