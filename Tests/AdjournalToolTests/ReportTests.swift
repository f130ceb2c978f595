import Foundation
import Testing

@testable import AdjournalTool

struct ReportTests {
  /// Runs a shell command that writes `page.html`.
  private func page(_ line: String) throws -> (run: Tool.Run, page: PageReader) {
    let run = try Tool.shell("{ \(line); } 2>&1; echo $?; cat page.html")
    let start = try #require(run.text.range(of: "<!DOCTYPE html>"))
    var printed = run
    printed.output = Array(run.text[..<start.lowerBound].utf8)
    return (printed, try PageReader(String(run.text[start.lowerBound...])))
  }

  @Test func `A report is one new file, and its exit status is that of the audit`() throws {
    let (run, page) = try page("adjournal report --to page.html \(Sample.unlock)")
    #expect(run.lines.count == 2)
    #expect(
      run.lines[0].wholeMatch(of: /wrote page\.html: 1 problem in 1 session, \d+ [kM]B/) != nil)
    #expect(run.lines[1] == "1")
    #expect(page.journals.map(\.name) == [Sample.unlock])
    #expect(try page.journals.first?.text == Sample.bytes(Sample.unlock))
    #expect(page.settings["tool"] as? String == Tool.version)
    #expect(page.settings["rules"] is NSNull)
    #expect(page.settings["unread"] as? [String] == [])
  }

  @Test func `A report overwrites no file and needs the option --to`() throws {
    let run = try Tool.shell(
      "echo mine > page.html; adjournal report --to page.html Journals/sessions; echo $?; cat page.html"
    )
    #expect(run.lines == ["4", "mine"])
    #expect(
      run.errors
        == "adjournal: page.html: file exists; adjournal never overwrites\n")
    let nameless = try Tool.run("report", "Journals/sessions")
    #expect(nameless.exit == 2)
    #expect(
      nameless.errors == "adjournal: missing required option '--to' (example: --to report.html)\n")
  }

  @Test func `A report has the journals of folders, archives and streams as they are`() throws {
    let (run, page) = try page(
      """
      mkdir some; cp \(Sample.unlock) some/a.jsonl; gzip -c \(Sample.gap) > some/b.jsonl.gz
      cat some/b.jsonl.gz some/b.jsonl.gz > two.gz; mkfifo pipe; cat \(Sample.fiveHours) > pipe &
      cat \(Sample.gap) | adjournal report --to page.html some two.gz pipe -
      """)
    #expect(run.lines.last == "1")
    let gap = try Sample.bytes(Sample.gap)
    #expect(
      page.journals.map(\.name) == ["some/a.jsonl", "some/b.jsonl.gz", "two.gz", "pipe", "-"])
    let (unlock, hours) = (try Sample.bytes(Sample.unlock), try Sample.bytes(Sample.fiveHours))
    #expect(page.journals.map(\.text) == [unlock, gap, gap + gap, hours, gap])
  }

  @Test func `A compressed stream, and one of many megabytes, are in the report as text`() throws {
    let (_, small) = try page("gzip -c \(Sample.gap) | adjournal report --to page.html -")
    #expect(try small.journals.map(\.text) == [Sample.bytes(Sample.gap)])
    let (_, large) = try page(
      """
      adjournal simulate --sessions 900 > large.jsonl
      cat large.jsonl | adjournal report --to page.html - 2>&1; cksum < large.jsonl
      """)
    let text = try #require(large.journals.first).text
    #expect(text.count > 19_000_000)
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("text", text)
    #expect(
      try Tool.shell("cksum < \(path)").text
        == Tool.shell("adjournal simulate --sessions 900 | cksum").text)
  }

  @Test func `An archive that ends early ends early in the report`() throws {
    let run = try Tool.shell(
      """
      gzip -c \(Sample.unlock) | head -c 1000 > torn.jsonl.gz
      adjournal report --to page.html torn.jsonl.gz; echo $?; cat page.html
      """)
    #expect(run.text.contains("\n3\n") || run.text.contains("\n1\n"))
    let base64 = try #require(run.text.firstMatch(of: /class="journal"[^>]*>([^<]*)</)).1
    let archive = [UInt8](try #require(Data(base64Encoded: String(base64))))
    let gunzip = try Tool.run("/usr/bin/env", ["gunzip"], input: archive)
    #expect(gunzip.errors.contains("unexpected end of file"))
    let text = try #require(PageReader(run.text).journals.first).text
    let whole = try Sample.bytes(Sample.unlock)
    #expect(text.count > 1500 && whole.starts(with: text))
  }

  @Test func `Names and texts of journals do not change the page`() throws {
    let name = #"a"<b>&<script>.jsonl"#
    let (_, page) = try page(
      """
      N='a"<b>&<script>.jsonl'; cp \(Sample.unlock) "$N"
      echo '{"v":1,"session":"</script><b>"}' >> "$N"
      adjournal report --to page.html "$N"
      """)
    #expect(page.journals.map(\.name) == [name])
    let text = try #require(page.journals.first).text
    #expect(String(decoding: text, as: UTF8.self).contains("</script><b>"))
    #expect(page.summary.contains(name))
  }

  @Test func `Readers without scripts see the totals and the problems`() throws {
    let (_, page) = try page("adjournal report --to page.html Journals/incidents")
    let triage = try Tool.shell("COLUMNS=100 adjournal triage --top 0 Journals/incidents").text
    let audit = try Tool.shell("COLUMNS=100 adjournal audit Journals/incidents").lines.suffix(3)
    #expect(page.summary.contains("<pre>\(audit.prefix(1)[audit.startIndex])"))
    #expect(page.summary.contains(triage))
  }

  @Test func `The page has the settings that the audit had`() throws {
    let (_, page) = try page(
      """
      (echo '# </script> <b>'; cat Journals/custom/game.rules) > own.rules
      echo '{"policy":{"daily_cap":3},"severities":{"app-open-max-age":"warning"},"rules":["own.rules"]}' \
        > .adjournal.json
      adjournal report --to page.html --except lock-is-not-background --policy min_background_s=2.5 \
        \(Sample.unlock)
      """)
    let rules = try #require(page.settings["rules"] as? [String])
    #expect(rules.count > 100 && !rules.contains("lock-is-not-background"))
    #expect(
      page.settings["policy"] as? [String: Double] == ["daily_cap": 3, "min_background_s": 2.5])
    #expect(page.settings["severities"] as? [String: String] == ["app-open-max-age": "warning"])
    let files = try #require(page.settings["rule_files"] as? [[String: String]])
    #expect(files.map { $0["name"] } == ["own.rules"])
    #expect(files.first?["text"]?.hasPrefix("# </script> <b>\n") == true)
  }

  @Test func `The report lists files that could not be read`() throws {
    let (run, page) = try page(
      "echo text > note.txt; adjournal report --to page.html missing note.txt Journals/sessions")
    #expect(run.lines.last == "4")
    let unread = try #require(page.settings["unread"] as? [String])
    #expect(unread.count == 2)
    #expect(unread.first == "missing: there is no such file or folder")
    #expect(!page.journals.contains { $0.name == "missing" || $0.name == "note.txt" })
    #expect(page.journals.count > 10)
  }
}
