import Foundation
import Testing

struct ReportTests {
  @Test func `A page is one new file, and the exit code is that of the audit`() throws {
    let run = try Tool.shell(
      "adjournal report --to page.html \(Sample.unlock); echo $?; cat page.html")
    #expect(run.lines.first == "1")
    #expect(run.lines.dropFirst().first == "<!DOCTYPE html>")
    #expect(run.lines.last == "</html>")
    #expect(run.errors.isEmpty)
    #expect(run.text.contains("<h2>Ads</h2>"))
  }

  @Test func `Nothing is overwritten, and the page must have a name`() throws {
    let run = try Tool.shell(
      "echo mine > page.html; adjournal report --to page.html Journals/sessions; echo $?; cat page.html"
    )
    #expect(run.lines == ["4", "mine"])
    #expect(
      run.errors
        == "adjournal: page.html: it is there already, and nothing is ever overwritten\n")
    let nameless = try Tool.run("report", "Journals/sessions")
    #expect(nameless.exit == 2)
    #expect(nameless.errors == "adjournal: where to? '--to NAME.html' names the new page\n")
  }

  @Test func `A stream has no figures, since it is read once`() throws {
    let run = try Tool.shell(
      "cat \(Sample.gap) | adjournal report --to page.html -; echo $?; cat page.html")
    #expect(run.lines.first == "3")
    #expect(run.text.contains("<b>seq-gap</b>"))
    #expect(!run.text.contains("<h2>Ads</h2>"))
  }

  @Test func `What cannot be read stands on the page, too`() throws {
    let run = try Tool.shell(
      "adjournal report --to page.html missing Journals/sessions; echo $?; cat page.html")
    #expect(run.lines.first == "4")
    #expect(run.text.contains("<li>missing: there is no such file or folder</li>"))
    #expect(run.text.contains("<p>No session has findings.</p>"))
  }

  @Test func `Damage that belongs to no session stands on the page, too`() throws {
    let run = try Tool.shell(
      "echo '{\"v\":1,\"session\":\"<b>\"}' > bad.jsonl; cat Journals/sessions/*.jsonl >> bad.jsonl; "
        + "adjournal report --to page.html bad.jsonl; echo $?; cat page.html")
    #expect(run.lines.first == "3")
    #expect(run.text.contains("<li>bad.jsonl: <span class=\"damage\">damage</span> <b>"))
    #expect(!run.text.contains("\"<b>\""))
  }
}
