import Foundation
import Testing

struct ReportTests {
  @Test func `A report is one new file, and its exit status is that of the audit`() throws {
    let run = try Tool.shell(
      "adjournal report --to page.html \(Sample.unlock); echo $?; cat page.html")
    #expect(
      run.lines.prefix(3) == ["wrote page.html: 1 problem in 1 session", "1", "<!DOCTYPE html>"])
    #expect(run.lines.last == "</html>")
    #expect(run.errors.isEmpty)
    #expect(run.text.contains("<h2>Ads</h2>"))
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

  @Test func `The report of a stream has no ad statistics`() throws {
    let run = try Tool.shell(
      "cat \(Sample.gap) | adjournal report --to page.html -; echo $?; cat page.html")
    #expect(run.lines.dropFirst().first == "3")
    #expect(run.text.contains("<b>seq-gap</b>"))
    #expect(!run.text.contains("<h2>Ads</h2>"))
  }

  @Test func `The report lists files that could not be read`() throws {
    let run = try Tool.shell(
      "adjournal report --to page.html missing Journals/sessions; echo $?; cat page.html")
    #expect(run.lines.dropFirst().first == "4")
    #expect(run.text.contains("<li>missing: there is no such file or folder</li>"))
    #expect(run.text.contains("<p>No session has findings.</p>"))
  }

  @Test func `The report lists damage outside sessions`() throws {
    let run = try Tool.shell(
      "echo '{\"v\":1,\"session\":\"<b>\"}' > bad.jsonl; cat Journals/sessions/*.jsonl >> bad.jsonl; "
        + "adjournal report --to page.html bad.jsonl; echo $?; cat page.html")
    #expect(run.lines.dropFirst().first == "3")
    #expect(run.text.contains("<li>bad.jsonl: <span class=\"damage\">damage</span> <b>"))
    #expect(!run.text.contains("\"<b>\""))
  }
}
