import Foundation
import Testing

/// Console logs as operands of commands that read journals.
struct ImportedLogTests {
  private static let console = "Journals/logs/app-open.log"
  private static let logcat = "Journals/logs/rewarded.logcat"
  private static let note =
    "adjournal: \(console): a console log, imported: 13 lines, 10 events in 1 session "
    + "(see 'adjournal import --help')\n"

  @Test func `A console log is audited as its import is, and standard error says so`() throws {
    let run = try Tool.run("audit", Self.console)
    #expect(run.errors == Self.note)
    #expect(run.text.contains("\n    \(Self.console):9, 2026-11-20T13:21:07.301Z, "))
    let imported = try Tool.run("import", Self.console)
    let audit = try Tool.run("audit", "-", input: imported.output)
    #expect(run.exit == audit.exit)
    #expect(run.lines.suffix(2) == audit.lines.suffix(2))
  }

  @Test func `Records of a console log have the numbers of its lines`() throws {
    let run = try Tool.run("show", "--format", "json", Self.console)
    #expect(run.exit == 0 && run.errors == Self.note)
    let sessions = try Sample.object(run.output)["sessions"] as? [[String: Any]]
    let records = try #require(sessions?.first?["timeline"] as? [[String: Any]])
    let log = String(decoding: try Sample.bytes(Self.console), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let messages = [
      "ad.requested": "Start loading", "ad.loaded": "loaded successfully",
      "ad.dismissed": "was dismissed", "ad.failed_to_load": "failed to load",
    ]
    var found = 0
    for record in records {
      let line = try #require(record["line"] as? Int)
      let content = try #require(record["record"] as? [String: Any])
      guard let message = messages[content["event"] as? String ?? ""] else { continue }
      #expect(log.dropFirst(line - 1).first?.contains(message) == true, "\(content)")
      found += 1
    }
    #expect(found == 5)
    // The header has the line of the first record.
    #expect(records.first?["line"] as? Int == 2)
  }

  @Test func `An archive, standard input and a byte-order mark make no difference`() throws {
    let file = try Tool.run("audit", "--format", "jsonl", Self.logcat)
    #expect(file.errors.contains(": a console log, imported: 12 lines, 6 events in 1 session ("))
    let bytes = try Sample.bytes(Self.logcat)
    let piped = try Tool.run(
      "audit", "--format", "jsonl", "-", input: [0xEF, 0xBB, 0xBF] + bytes)
    #expect(piped.errors.hasPrefix("adjournal: -: a console log, imported: 12 lines, 6 events"))
    #expect(piped.exit == file.exit)
    guard Tool.has("gzip") else { return }
    let packed = try Tool.shell(
      "gzip -c \(Self.logcat) > a.gz; touch -r \(Self.logcat) a.gz; adjournal stats a.gz")
    #expect(packed.errors.hasPrefix("adjournal: a.gz: a console log, imported: 12 lines, 6 events"))
    #expect(packed.text == (try Tool.run("stats", Self.logcat)).text)
  }

  @Test func `A journal is not taken for a log, however damaged it is`() throws {
    let journal = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self)
    let said = "2026-11-20 10:15:02.123+0000 App[1:2] Ad was loaded.\n"
    let damaged = [
      said + journal, String(journal.dropFirst(5)), said + String(journal.dropFirst(5)),
      "{\"v\":1,\"session\":\"a\",\"se\n" + said,
    ]
    for text in damaged {
      let run = try Tool.run("audit", "--format", "jsonl", "-", input: Array(text.utf8))
      #expect(!run.errors.contains("console log"), "\(text.prefix(60))")
      #expect(run.exit == 3 || run.exit == 1)
    }
  }

  @Test func `A text that is neither a journal nor a log is told what a log needs`() throws {
    let run = try Tool.run("audit", "-", input: Array("Dear diary\nNothing happened.\n".utf8))
    #expect(
      run.errors
        == "adjournal: -: it is not a journal: its first line is no JSON object, and no line names "
        + "a session; a console log needs a known message about ads in its first 256 KiB "
        + "(see 'adjournal import --help')\n")
    #expect(run.exit == 4)
    let binary = try Tool.run("audit", "-", input: [1, 2, 3] + Array("Ad was loaded.\n".utf8))
    #expect(binary.errors.hasSuffix("and no line names a session\n"))
  }

  @Test func `A log without times is audited by the order of its lines`() throws {
    let log = "Interstitial ad was shown.\n\nInterstitial ad was dismissed.\n"
    let run = try Tool.run("show", "-", input: Array(log.utf8))
    #expect(
      run.errors
        == "adjournal: -: a console log, imported: 3 lines, 2 events in 1 session "
        + "(see 'adjournal import --help')\n")
    #expect(run.text.contains("line 3") && run.text.contains("dismissed"))
    #expect(run.exit == 0)
  }

  @Test func `A log in a folder is no journal`() throws {
    let run = try Tool.shell("mkdir f; cp \(Self.console) f/a.jsonl; adjournal audit f")
    #expect(run.errors.contains("f/a.jsonl: it is not a journal"))
    #expect(run.exit == 4)
  }

  @Test func `Import refuses a journal and names the command for it`() throws {
    let run = try Tool.run("import", Sample.unlock)
    #expect(
      run.errors
        == "adjournal: \(Sample.unlock): a journal already; "
        + "run 'adjournal audit \(Sample.unlock)'\n")
    #expect(run.exit == 2 && run.output.isEmpty)
    let piped = try Tool.run("import", "--follow", "-", input: try Sample.bytes(Sample.unlock))
    #expect(piped.errors == "adjournal: -: a journal already; run 'adjournal audit -'\n")
    #expect(piped.exit == 2)
  }
}
