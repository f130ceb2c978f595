@testable import AdFleet
import AdReports
import Foundation
import TestReports
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct ProblemsTextTests {
  private static func text(
    _ lines: [[UInt8]], top: Int = .max, journals: [String: String] = [:]
  ) throws -> String {
    let (table, input) = try Fleet.table(lines)
    return ProblemsText(table, of: input, style: TextStyle.plain)
      .text(top: top, journals: journals)
  }

  @Test(arguments: ["incidents", "rules"])
  func `No line of the text is longer than 80 columns on such a terminal`(folder: String) throws {
    let text = try Self.text(Fleet.lines(in: folder))
    let lines = FittedText(width: 80).text(text).split(separator: "\n")
    #expect(lines.count > 200)
    for line in lines where !line.contains(".jsonl") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `The text of a problem says what happened, how often, where, and what to change`()
    throws
  {
    let session = try #require(
      Samples.audited("incidents/app-open-right-after-interstitial.jsonl").first)
    let id = "de3774a6ea41"
    let text = try Self.text([Fleet.line(session)], journals: [id: "small/\(id).jsonl"])
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("1. error app-open-not-after-other-ad  "))
    #expect(text.contains("   app_open; "))
    #expect(text.contains("   2 violations in 1 of 1 session (1000 per 1,000), 1 install\n"))
    #expect(
      text.contains("   Included, because they follow: 1 dismissal-leads-to-no-other-ad\n"))
    #expect(text.contains("   version 4.2.0, google-mobile-ads 13.1.0, iOS 26.1, 2026-10-23\n"))
    #expect(text.contains("   Fix: "))
    #expect(text.contains("   Smallest session: shop-1fb3c5 (39 records) in incidents/"))
    #expect(text.hasSuffix("\n\n1 session, 1 with 2 violations: 1 problem\n"))
  }

  @Test func `The text names shrunk journals, and how many problems it leaves out`() throws {
    let lines = try Fleet.lines(in: "incidents")
    let id = try #require(try Fleet.table(lines).0.sorted.first?.id)
    let text = try Self.text(lines, top: 1, journals: [id: "small/\(id).jsonl"])
    #expect(text.contains("   Shrunk: small/\(id).jsonl\n"))
    #expect(text.contains(/\n\d+ more problems; '--top 0' prints all of them\.\n$/))
    #expect(!text.contains("\n2. "))
  }

  @Test func `Names from a journal cannot control the terminal`() throws {
    let line = Fleet.line(
      #"s\u001b[2J"#, path: #"p\u001b[2J"#, facts: #""app_version":"1\u001b[2J","#,
      violations: Fleet.violated(id: "aaaaaaaaaaaa"))
    let text = try Self.text([Array(line.utf8)])
    #expect(!text.contains("\u{1B}") && text.contains(#"s\u{1b}[2J"#))
  }

  @Test func `The text has a bar of the sessions on each day, and JSON has the numbers`() throws {
    let days = ["2026-10-21", "2026-10-22", "2026-10-22", "2026-10-24"]
    let lines = days.enumerated().map { number, day in
      Fleet.line(
        "s\(number)", facts: #""day":"\#(day)","#, violations: Fleet.violated(id: "aaaaaaaaaaaa"))
    }
    let bytes = lines.map { Array($0.utf8) }
    #expect(
      try Self.text(bytes).contains("   Sessions per day: ▅█▁▅ 2026-10-21 to 2026-10-24\n"))
    let json = String(decoding: try Fleet.json(bytes), as: UTF8.self)
    #expect(json.contains(#""days":{"2026-10-21":1,"2026-10-22":2,"2026-10-24":1}"#))
    #expect(try !Self.text(Array(bytes.prefix(1))).contains("Sessions per"))
  }

  @Test func `CSV has a row for each problem, and the same columns always`() throws {
    let (table, input) = try Fleet.table(Fleet.lines(in: "incidents"))
    let lines = ProblemsCSV.lines(table, of: input)
    #expect(lines.count == 1 + table.sorted.count)
    #expect(lines[0].hasPrefix("id,rule,severity,missing,sentence,sessions,installs,"))
    let first = try #require(table.sorted.first)
    #expect(lines[1].hasPrefix("\(first.id),\(first.identity.rule),error,"))
    let (none, empty) = try Fleet.table([String]())
    #expect(ProblemsCSV.lines(none, of: empty) == [lines[0]])
  }

  @Test func `Markdown has a row for each problem, and says how many are left out`() throws {
    let (table, input) = try Fleet.table(Fleet.lines(in: "incidents"))
    let lines = ProblemsMarkdown.lines(table, of: input, top: 3)
    #expect(lines.count == 2 + 3 + 2)
    let first = try #require(table.sorted.first)
    #expect(
      lines[2].hasPrefix(
        "| error | `\(first.identity.rule)` `\(first.id)`<br>"
          + "\(first.sentence) | \(first.sessions) | \(first.installs.installs) | "))
    #expect(lines[2].hasSuffix(" in `\(first.exemplar.path)` |"))
    #expect(lines[6].hasSuffix(" problems; the first 3 are listed, `--top 0` lists all of them."))
    let all = ProblemsMarkdown.lines(table, of: input, top: .max)
    #expect(all.count == 2 + table.sorted.count + 2)
    #expect(all.last?.hasSuffix(" problems.") == true)
  }

  @Test func `Names from a journal cannot leave their cell of CSV and Markdown`() throws {
    let line = Fleet.line(
      #"a|b`c\u000ad"#, path: "=1,<b>", facts: #""app_version":"*1|2*","#,
      violations: Fleet.violated(id: "aaaaaaaaaaaa"))
    let (table, input) = try Fleet.table([line])
    let markdown = ProblemsMarkdown.lines(table, of: input, top: 1)
    #expect(markdown.count == 5)
    #expect(markdown[2].contains(#"| \*1\|2\* |"#))
    #expect(markdown[2].hasSuffix(#"| ``a\|b`c\u{a}d`` in `=1,<b>` |"#))
    let csv = ProblemsCSV.lines(table, of: input)[1]
    #expect(csv.contains(#","'=1,<b>","#) && csv.contains(#",'"#) == false)
  }
}
