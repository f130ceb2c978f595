import AdAudit
import AdReplay
import AdReports
import AdRules
import Foundation
import TestReports
import Testing

struct AuditTextTests {
  private let text = AuditText(style: TextStyle.plain)

  @Test func `Text output of a violation has its rule, its message and its location`() throws {
    let audited = try #require(Samples.audited(Samples.unlock).first)
    #expect(
      text.block(audited) == """
        incidents/app-open-shown-after-unlock.jsonl  session daily-03c8be (42 records, clean)
          error lock-is-not-background
            app_open ad a-2 was presented after the phone was locked and unlocked
            incidents/app-open-shown-after-unlock.jsonl:29, 2026-10-28T23:43:15.007Z, 0:03:02.381 after the start, seq 24, 25, 27, 29


        """)
  }

  @Test func `Text output lists a consequence below the violation that caused it`() throws {
    let path = "incidents/app-open-right-after-interstitial.jsonl"
    let audited = try #require(Samples.audited(path).first)
    let lines = text.block(audited).split(separator: "\n").map(String.init)
    let cause = try #require(lines.firstIndex(of: "  error app-open-not-after-other-ad"))
    #expect(lines[cause + 3] == "    then warning dismissal-leads-to-no-other-ad")
  }

  /// A session with a failure that came twice, what the user did, and a note.
  private static let failures = [
    #""seq":1,"t":0,"event":"session.began","app":"a","app_version":"1","build":"release","#
      + #""os":"iOS","os_version":"18","sdk":"google-mobile-ads","sdk_version":"13","utc_offset_min":0}"#,
    #""seq":2,"t":10,"event":"ad.requested",\#(request)}"#,
    #""seq":3,"t":20,"event":"ad.failed_to_load",\#(request),\#(failure)}"#,
    #""seq":4,"t":30,"event":"ad.failed_to_load",\#(request),\#(failure)}"#,
    #""seq":5,"t":40,"event":"user.acted","what":"next \"level\""}"#,
    #""seq":6,"t":50,"event":"note","text":"support call"}"#,
  ].map { #"{"v":1,"session":"s","wall":"2026-11-20T09:15:02.123Z","# + $0 }
  private static let request = #""unit":"u","format":"interstitial","request":"r-1""#
  private static let failure = #""error_code":1,"error_message":"No fill \u001b[31m.""#

  @Test func `A violation has the free texts of its records, equal ones once and escaped`() throws {
    let audited = try #require(Samples.audited(lines: Self.failures).first)
    let lines = text.block(audited).components(separatedBy: "\n")
    let rule = try #require(lines.firstIndex { $0.hasSuffix(" load-completes-once") })
    #expect(
      lines[rule + 2]
        == #"    seq 3, 4: error_code=1 (no_fill) error_message="No fill \u{1b}[31m.""#)
    #expect(lines[rule + 3].contains(":4, "))
  }

  @Test func `A timeline has the free texts of its records in quotes, escaped`() throws {
    let audited = try #require(Samples.audited(lines: Self.failures).first)
    let lines = Timeline(audited, style: TextStyle.plain).lines
    for end in [
      #"request=r-1 error_code=1 (no_fill) error_message="No fill \u{1b}[31m.""#,
      #"user.acted              what="next \"level\"""#,
      #"note                    text="support call""#,
    ] {
      #expect(lines.contains { $0.hasSuffix(end) }, "\(end)")
    }
  }

  @Test func `A violation and a timeline name the network and the creative of an ad`() throws {
    let load =
      #""event":"ad.loaded",\#(Self.request),"ad":"a-1","network":"Example Network A","#
      + #""creative":"cr-1"}"#
    let lines =
      Self.failures.prefix(2) + [
        #"{"v":1,"session":"s","wall":"2026-11-20T09:15:02.123Z","seq":3,"t":20,"# + load,
        #"{"v":1,"session":"s","wall":"2026-11-20T09:15:02.123Z","seq":4,"t":30,"event":"#
          + #""ad.failed_to_load",\#(Self.request),"error_code":1}"#,
      ]
    let audited = try #require(Samples.audited(lines: Array(lines)).first)
    let named = #"network="Example Network A" creative="cr-1""#
    let found = text.block(audited).components(separatedBy: "\n")
    let rule = try #require(found.firstIndex { $0.hasSuffix(" load-completes-once") })
    #expect(found[rule + 2] == "    seq 3: " + named)
    let timeline = Timeline(audited, style: TextStyle.plain).lines
    #expect(timeline.contains { $0.hasSuffix("ad=a-1 " + named) })
  }

  @Test func `The formats for machines have no free text of a record`() throws {
    let audited = try #require(Samples.audited(lines: Self.failures).first)
    for bytes in [Samples.json(audited), Samples.line(audited)] {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("No fill"))
    }
  }

  @Test func `Text output omits sessions without findings`() throws {
    let path = "sessions/interstitial-between-recipes.jsonl"
    let audited = try #require(Samples.audited(path).first)
    #expect(text.block(audited) == "")
  }

  @Test func `Text output with --strict lists undecided and vacuous rules`() throws {
    let path = "rules/app-open-max-age/inconclusive.jsonl"
    let audited = try #require(Samples.audited(path).first)
    let strict = AuditText(style: TextStyle.plain, isStrict: true).block(audited)
    #expect(strict.contains("  inconclusive app-open-max-age: "))
    #expect(strict.contains("  vacuous "))
  }

  @Test func `Text output lists the damage of a session before its violations`() throws {
    let audited = try #require(Samples.audited("damaged/seq-gap.jsonl").first)
    let lines = text.block(audited).split(separator: "\n")
    #expect(
      lines.first == "damaged/seq-gap.jsonl  session damaged-seq-gap (15 records, clean, 1 gap)")
    #expect(lines.dropFirst().first?.hasPrefix("  damage seq-gap line 12, byte ") == true)
  }

  @Test func `Text output lists the notes of a session that has nothing else`() throws {
    let audited = try #require(Samples.audited("damaged/seq-repeated.jsonl").first)
    let lines = text.block(audited).split(separator: "\n")
    #expect(lines.count == audited.reading.notes.count + 1)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  note seq-repeated line ") })
    let plain = try #require(Samples.audited("sessions/banner-refreshed.jsonl").first)
    #expect(text.block(plain).isEmpty)
  }

  @Test func `The notes of a session are in text, JSON lines and JSON alike`() throws {
    for path in try Samples.paths(in: "damaged") + Samples.paths(in: "format") {
      for audited in try Samples.audited(path) {
        let line = try Samples.object(Samples.line(audited))
        let notes = line.objects("notes")
        #expect(notes.map { $0.text("code") } == audited.reading.notes.map(\.code.rawValue))
        let block = text.block(audited).components(separatedBy: "\n  note ")
        #expect(block.count - 1 == notes.count, "\(path)")
      }
    }
  }

  @Test func `The summary counts journals, sessions, records, violations and verdicts`() throws {
    var tally = try #require(Samples.audited(Samples.unlock).first).tally
    tally.journals = 1
    let lines = text.summary(tally).split(separator: "\n")
    #expect(
      lines.first == "1 journal, 1 session, 42 records: 1 violation (1 error, 0 warning, 0 info)")
    tally.damage = 2
    tally.damaged = 1
    #expect(text.summary(tally).contains("; 2 damaged locations in 1 journal\n"))
  }

  @Test func `Text output has colours only with a style`() throws {
    let audited = try #require(Samples.audited(Samples.unlock).first)
    #expect(!text.block(audited).contains("\u{1B}"))
    var style = TextStyle.plain
    style.hasColors = true
    let colored = AuditText(style: style).block(audited)
    #expect(colored.contains("\u{1B}[31merror\u{1B}[0m"))
  }

  @Test func `A clock shows hours, minutes, seconds and milliseconds`() {
    #expect(AuditText.clock(0) == "0:00:00.000")
    #expect(AuditText.clock(3_723_004) == "1:02:03.004")
    #expect(AuditText.clock(360_000_000) == "100:00:00.000")
  }

  @Test func `Counts and numbers are formatted for people`() {
    #expect(AuditText.count(1, "record") == "1 record")
    #expect(AuditText.count(0, "record") == "0 records")
    #expect(AuditText.number(14400) == "14400")
    #expect(AuditText.number(0.5) == "0.5")
    #expect(AuditText.name(ofFile: "-") == "(standard input)")
  }
}
