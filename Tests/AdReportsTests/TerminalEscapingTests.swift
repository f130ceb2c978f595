import AdAudit
import AdReports
import AdReplay
import Foundation
import TestReports
import Testing

struct TerminalEscapingTests {
  @Test func `Text without control characters is not changed`() {
    #expect(TerminalEscaping.text("Größe 五 👍🏽 a\u{301}") == "Größe 五 👍🏽 a\u{301}")
  }

  @Test(arguments: [
    ("\u{1B}[31mred", "\\u{1b}[31mred"), ("a\nb", "a\\u{a}b"), ("\u{7}", "\\u{7}"),
    ("\u{7F}", "\\u{7f}"), ("\u{9B}2J", "\\u{9b}2J"), ("a\u{202E}b", "a\\u{202e}b"),
    ("\u{2028}", "\\u{2028}"), ("\u{FEFF}", "\\u{feff}"), ("\r", "\\u{d}"),
    ("\u{FFFE}\u{FFFF}", "\\u{fffe}\\u{ffff}"), ("a\u{200B}b", "a\\u{200b}b"),
    ("\u{200D}\u{2060}", "\\u{200d}\\u{2060}"), ("\u{E0041}", "\\u{e0041}"), ("\u{AD}", "\\u{ad}"),
  ])
  func `Control characters and direction marks are escaped`(raw: String, safe: String) {
    #expect(TerminalEscaping.text(raw) == safe)
  }

  @Test(arguments: [
    ("::error::x", "\\u{3a}:error::x"), (" \u{3000}::x", " \u{3000}\\u{3a}:x"),
    ("a ::x", "a \\u{3a}:x"),
    ("a::b", "a::b"), ("##[error]", "\\u{23}#[error]"), ("a##vso[x]", "a\\u{23}#vso[x]"),
    ("###vso[x]", "#\\u{23}#vso[x]"), ("## a", "## a"), (":", ":"),
  ])
  func `Commands of CI services are escaped`(raw: String, safe: String) {
    #expect(TerminalEscaping.text(raw) == safe)
  }

  @Test func `Escaped JSON has the same meaning and no control characters`() throws {
    let raw = "{\"a\":\"x\u{9B}2J\u{202E}\u{7F}\"}\n"
    let safe = TerminalEscaping.json(Array(raw.utf8))
    #expect(String(decoding: safe, as: UTF8.self) == #"{"a":"x\u009b2J\u202e\u007f"}"# + "\n")
    #expect(try Samples.object(safe).text("a") == "x\u{9B}2J\u{202E}\u{7F}")
    let tag = TerminalEscaping.json(Array("{\"a\":\"\u{E0041}\u{200B}\"}".utf8))
    #expect(String(decoding: tag, as: UTF8.self) == #"{"a":"\udb40\udc41\u200b"}"#)
    #expect(try Samples.object(tag).text("a") == "\u{E0041}\u{200B}")
    #expect(TerminalEscaping.json(Array("{\"a\":1}\n".utf8)) == Array("{\"a\":1}\n".utf8))
  }

  @Test func `No report contains a control character of a journal`() throws {
    let name = "\u{9B}2J\u{202E}evil"
    let lines = [
      #"{"v":1,"session":"s","seq":1,"t":0,"wall":"2026-11-20T09:15:02.123Z","event":"#
        + #""session.began","app":"\#(name)","app_version":"1","build":"debug","os":"iOS","#
        + #""os_version":"1","sdk":"x","sdk_version":"1","utc_offset_min":0}"#,
      #"{"v":1,"session":"s","seq":2,"t":5,"wall":"2026-11-20T09:15:02.128Z","event":"#
        + #""ad.present_requested","ad":"\#(name)","unit":"u","format":"interstitial"}"#,
    ]
    let audited = try #require(Samples.audited(lines: lines).first)
    #expect(audited.reading.damage.isEmpty)
    let style = TextStyle.plain
    let shown = Timeline(audited, style: style).lines + [AuditText(style: style).block(audited)]
    let text = shown.joined(separator: "\n")
    #expect(text.contains("\\u{9b}2J\\u{202e}evil"))
    #expect(
      !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }
}
