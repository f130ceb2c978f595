@testable import AdAudit
@testable import AdReports
import AdReplay
import AdRules
import AdSession
import Foundation
import TestReports
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct ReportPageTests {
  private func page(
    _ sessions: [AuditedSession], _ statistics: AdStatistics? = nil, errors: [String] = []
  ) throws -> String {
    var page = ReportPage(rules: RuleBook.all, loss: DiskLoss())
    var tally = Tally()
    for session in sessions {
      tally.add(session.tally)
      page.take(page.parts.part(session))
    }
    for error in errors { page.fail(error) }
    var bytes: [UInt8] = []
    try page.write(tally, statistics, made: "a test") { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The tags and texts of a page that is well-formed; throws for another.
  private func expectWellFormed(_ page: String, _ what: String) {
    let parser = XMLParser(data: Data(page.utf8))
    #expect(parser.parse(), "\(what): \(parser.parserError.map { "\($0)" } ?? "")")
  }

  @Test(arguments: ["rules", "incidents", "damaged", "sessions"])
  func `A page is well-formed XML and lists every violated rule`(folder: String) throws {
    let sessions = try Samples.paths(in: folder).flatMap(Samples.audited)
    let statistics = sessions.reduce(into: AdStatistics(by: [.format])) {
      $0.add(AdStatistics(of: $1.reading.trace, by: [.format]))
    }
    let page = try page(sessions, statistics)
    expectWellFormed(page, folder)
    let violated = Set(
      sessions.flatMap { session in
        zip(session.rules, session.results).filter { !$1.violations.isEmpty }.map(\.0.id)
      })
    for rule in RuleBook.all {
      #expect(page.contains("<b>\(rule.id)</b>") == violated.contains(rule.id), "\(rule.id)")
    }
    #expect(page.contains("<h2>Ads</h2>"))
    let found = sessions.count { $0.isViolated || !$0.reading.damage.isEmpty }
    #expect(page.components(separatedBy: "<article>").count - 1 == min(found, 500))
  }

  @Test func `Violated rules are sorted by severity, then by the number of sessions`() throws {
    let unlock = try Samples.audited(Samples.unlock)
    let banner = try Samples.audited("incidents/banner-refreshed-while-hidden.jsonl")
    let page = try page(banner + unlock + unlock)
    let offsets = ["lock-is-not-background</b><br/>", "hidden-banner-rests</b><br/>"].map {
      page.range(of: $0)?.lowerBound
    }
    #expect(try #require(offsets[0]) < #require(offsets[1]))
    #expect(page.contains("<h1>12 violations in 3 sessions</h1>"))
  }

  @Test func `A violated rule has its remedy and links, and a consequence names its cause`() throws
  {
    let page = try page(Samples.audited("terms/one-fault-two-rules.jsonl"))
    for text in [
      "<br/><small>Remedy (app): Do not treat an unlock as an app open: skip the show when the device "
        + "was locked while the app was in the foreground.</small>",
      "<a href=\"https://support.google.com/admob/answer/9341964\" rel=\"noreferrer\">App open ad "
        + "guidance and best practices</a>",
      "<small>follows from lock-is-not-background at seq 10</small>",
    ] {
      let isPresent = page.contains(text)
      #expect(isPresent, "\(text)")
    }
    let code = try self.page(Samples.audited("rules/app-open-max-age/violated.jsonl"))
    #expect(code.contains("Before <code>present(from:)</code>, discard"))
    #expect(!code.contains("`"))
  }

  @Test func `Text from a journal is escaped in the page`() throws {
    let evil = #"<script>alert('x')</script>&amp;\"\u202e"#
    let lines = [
      #"{"v":1,"session":"s","seq":1,"t":0,"wall":"2026-11-20T09:15:02.123Z","event":"#
        + #""session.began","app":"\#(evil)","app_version":"1","build":"debug","os":"iOS","#
        + #""os_version":"1","sdk":"x","sdk_version":"1","utc_offset_min":0}"#,
      #"{"v":1,"session":"s","seq":2,"t":5,"wall":"2026-11-20T09:15:02.128Z","event":"#
        + #""ad.present_requested","ad":"\#(evil)","unit":"\#(evil)","format":"interstitial"}"#,
    ]
    let sessions = Samples.audited(lines: lines)
    let session = try #require(sessions.first { $0.isViolated })
    let page = try page(
      sessions, AdStatistics(of: session.reading.trace, by: [.unit]), errors: [evil])
    expectWellFormed(page, evil)
    #expect(!page.contains("<script"))
    #expect(!page.unicodeScalars.contains("\u{202E}"))
    #expect(page.contains("&lt;script&gt;alert('x')&lt;/script&gt;&amp;amp;&quot;\\u{202e}"))
  }

  @Test func `The timeline of a long session shows only the records around the findings`() throws {
    var lines = try String(contentsOfFile: "\(Samples.root)/\(Samples.unlock)", encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let end = lines.removeLast()
    #expect(end.contains("session.ended"))
    let name = "daily-03c8be"
    for seq in lines.count + 1..<400 {
      lines.append(
        #"{"v":1,"session":"\#(name)","seq":\#(seq),"t":900000,"wall":"2026-10-28T23:55:00.000Z","#
          + #""event":"user.acted"}"#)
    }
    let page = try page(Samples.audited(lines: lines))
    // The witness is 24, 25, 27, 29.
    #expect(page.contains("<td>… 19 records …</td>".replacing("<td>", with: #"<td colspan="4">"#)))
    #expect(page.contains(#"<td colspan="4">… 366 records …</td>"#))
    #expect(page.contains("<td>20</td>") && page.contains("<td>33</td>"))
    #expect(!page.contains("<td>19</td>") && !page.contains("<td>34</td>"))
  }

  @Test func `A pin and its violation link to each other, even if two sessions have the same name`()
    throws
  {
    let unlock = try Samples.audited(Samples.unlock)
    let banner = try Samples.audited("incidents/banner-refreshed-while-hidden.jsonl")
    let page = try page(unlock + banner + unlock)
    let anchors = ["1-1"] + (1...10).map { "2-\($0)" } + ["3-1"]
    for anchor in anchors {
      let sides = [" id=\"p", " id=\"v", " href=\"#p", " href=\"#v"].map { "\($0)\(anchor)\"" }
      for text in sides {
        #expect(page.components(separatedBy: text).count == 2, "\(text)")
      }
    }
    #expect(page.components(separatedBy: " id=\"v").count - 1 == anchors.count)
    #expect(!page.contains(ReportPage.sessionMark))
  }

  @Test func `A picture has an accessible label and titles for its elements`() throws {
    let page = try page(try Samples.audited(Samples.unlock))
    let label =
      "Timeline of session daily-03c8be, 3 min 37 s: 2 lanes, 1 violation; the list below "
      + "describes them"
    for text in [
      #"role="img" aria-label="\#(label)"><title>\#(label)</title>"#,
      #"aria-label="violation 1, error lock-is-not-background, seq 29, ad.present_requested at "#
        + #"0:03:02.381""#,
      "<title>witness of violation 1: seq 24, device.locked at 0:02:20.859</title>",
      "<title>a-1 loading, 0:00:00.208 to 0:00:01.458 (1.3 s)</title>",
      "<title>a-2 ready, 0:01:32.825 to 0:03:02.381 (1 min 30 s)</title>",
      "Time since the session began · 2 idle times folded", "<small>witness of 1</small></td></tr>",
    ] {
      let isPresent = page.contains(text)
      #expect(isPresent, "\(text)")
    }
  }

  @Test func `Long names are truncated in the picture`() throws {
    var script = ExportScript()
    let name = "app/" + String(repeating: "<", count: 10_000)
    script.add(#""ad.requested","unit":"\#(name)","format":"interstitial","request":"r""#)
    script.add(#""ad.loaded","unit":"\#(name)","format":"interstitial","request":"r","ad":"a""#)
    script.add(
      #""ad.will_present","unit":"\#(name)","format":"interstitial","ad":"a""#, after: 7200)
    let audited = try script.audited()
    let page = try page([audited])
    expectWellFormed(page, "long names")
    #expect(audited.isViolated)
    let cut = "…/" + String(repeating: "&lt;", count: 27) + "…"
    #expect(page.contains("<b>interstitial</b> \(cut)</span>"))
    let figure = try #require(page.components(separatedBy: "<figure>").last)
    let end = try #require(figure.range(of: "</figure>"))
    #expect(!figure[..<end.lowerBound].contains(String(repeating: "&lt;", count: 28)))
  }

  @Test func `Sessions beyond the limit of the page are only counted`() throws {
    var page = ReportPage(rules: RuleBook.all, loss: DiskLoss())
    let session = try #require(try Samples.audited(Samples.unlock).first)
    let whole = page.parts.part(session)
    for _ in 0..<500 { page.take(page.parts.part(session)) }
    #expect(page.parts.part(session) == Array("lock-is-not-background 1 error\n".utf8))
    page.take(page.parts.part(session))
    var bytes: [UInt8] = []
    try page.write(Tally(), nil, made: "a test") { bytes += $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(whole.count > 1000)
    #expect(text.components(separatedBy: "<figure>").count - 1 == 500)
    #expect(text.contains("<p>1 more session;"))
    #expect(text.contains("<td>501</td><td>501</td>"))
  }
}
