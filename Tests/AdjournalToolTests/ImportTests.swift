import Foundation
import Testing

@testable import AdjournalTool

/// Tests of `adjournal import`.
struct ImportTests {
  private static let console = "Journals/logs/app-open.log"
  private static let logcat = "Journals/logs/rewarded.logcat"
  private static let sdks = CommandEntry.import.options[0].choices.joined(separator: ", ")
  private static let complete = ["--year", "2026", "--utc-offset", "60"]

  @Test func `An import prints the journal on standard output and the counts on standard error`()
    throws
  {
    let run = try Tool.run("import", Self.console)
    #expect(run.exit == 0)
    #expect(
      run.errors == """
        adjournal: layout of the lines: Xcode console (12)
        adjournal: SDK: google-mobile-ads; lines about ads understood: 13 of 13
        adjournal: 13 lines, 10 events in 1 session

        """)
    let check = try Tool.run("check", "-", input: run.output)
    #expect(check.exit == 0)
    #expect(check.text.contains("intact  22 records, 1 session, 11 gaps"))
    #expect(try Tool.run("import", Self.console, "--from=auto").output == run.output)
  }

  @Test func `An import reports the year and the time zone that it assumes`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let log = try folder.write("log", try Sample.bytes(Self.logcat))
    let change = try #require(ISO8601DateFormatter().date(from: "2025-02-03T00:00:00Z"))
    try FileManager.default.setAttributes([.modificationDate: change], ofItemAtPath: log)
    let run = try Tool.run("import", log)
    #expect(
      run.errors == """
        adjournal: layout of the lines: logcat threadtime (11)
        adjournal: SDK: google-mobile-ads; lines about ads understood: 10 of 10
        adjournal: no year in the log; assuming 2024 (set it with '--year')
        adjournal: no time zone in the log; assuming UTC (set it with '--utc-offset')
        adjournal: 12 lines, 6 events in 1 session

        """)
    #expect(run.text.contains("\"wall\":\"2024-11-20T10:15:02.560Z\",\"event\":\"ad.loaded\""))
    let imported = try Tool.run(Tool.path, ["import", log] + Self.complete)
    #expect(!imported.errors.contains("assuming"))
    #expect(imported.text.contains("\"wall\":\"2026-11-20T09:15:02.560Z\",\"event\":\"ad.loaded\""))
  }

  @Test func `An import writes a new file and never overwrites one`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let new = folder.path("new.jsonl")
    let words = ["import", "--to", new, Self.console]
    let run = try Tool.run(Tool.path, words)
    #expect(run.exit == 0)
    #expect(
      run.text == """
        \(new)  13 lines, 10 events in 1 session
          layout of the lines: Xcode console (12)
          SDK: google-mobile-ads; lines about ads understood: 13 of 13

        """)
    #expect(
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: new)))
        == (try Tool.run("import", Self.console).output))
    let again = try Tool.run(Tool.path, words)
    #expect(again.exit == 4)
    #expect(
      again.errors
        == "adjournal: \(new): file exists; adjournal never overwrites\n")
  }

  @Test func `A file, a pipe, an archive and CR LF line ends give the same journal`() throws {
    let words = ["import"] + Self.complete
    let file = try Tool.run(Tool.path, words + [Self.logcat])
    let bytes = try Sample.bytes(Self.logcat)
    #expect(try Tool.run(Tool.path, words + ["-"], input: bytes).output == file.output)
    var windows: [UInt8] = [0xEF, 0xBB, 0xBF]
    for byte in bytes.dropLast() { windows += byte == 0x0A ? [0x0D, 0x0A] : [byte] }
    #expect(try Tool.run(Tool.path, words + ["-"], input: windows).output == file.output)
    guard Tool.has("gzip") else { return }
    let packed = try Tool.shell(
      "gzip -c \(Self.logcat) > a.gz; adjournal \(words.joined(separator: " ")) a.gz")
    #expect(packed.output == file.output)
  }

  @Test func `An import that recognizes nothing writes nothing and reports the reason`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let new = folder.path("new.jsonl")
    let sdks = Self.sdks.dropFirst("auto, ".count)
    let looked =
      "(looked for the messages of \(sdks), and for sentences such as 'Interstitial loaded'; see "
      + "'--explain', and '--patterns' for those of your own code)"
    let reasons: [(text: String, sentence: String)] = [
      ("", "empty file"), ("a\nb\n", "no event of an ad in 2 lines \(looked)"),
      ("2026-11-20 10:15:02.123 App[1:2] Hello.", "no event of an ad in 1 line \(looked)"),
    ]
    for reason in reasons {
      let log = try folder.write("log", reason.text)
      let run = try Tool.run("import", "--to", new, log)
      #expect(run.errors == "adjournal: \(log): \(reason.sentence)\n")
      #expect(run.exit == 3 && run.output.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: new))
    }
  }

  @Test func `An import rejects a log in UTF-16 and suggests a conversion`() throws {
    let log: [UInt8] = [0xFF, 0xFE] + "11-20".utf8.flatMap { [$0, 0] as [UInt8] }
    let run = try Tool.run("import", "-", input: log)
    #expect(run.exit == 4)
    #expect(
      run.errors == "adjournal: -: text in UTF-16; convert it with 'iconv -f UTF-16 -t UTF-8'\n")
  }

  @Test func `A line that cannot become an event is counted as a note`() throws {
    let line = "2026-11-20 10:15:02.123+0000 App[1:2] Interstitial is showing \u{1}\n"
    let run = try Tool.run("import", "-", input: Array(line.utf8))
    #expect(run.errors.hasSuffix("adjournal: 1 line, 0 events in 1 session, 1 note\n"))
    #expect(run.text.contains("\"event\":\"note\",\"text\":\"Interstitial is showing \\u0001\""))
  }

  @Test func `A table of patterns adds messages, and its mistakes have a line and a column`() throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let log = try folder.write("log", "Desk: video up for lobby\n")
    let table = try folder.write("t.tsv", "ad.will_present\t-\t^Desk: (a*)*video up\t-\n")
    #expect(try Tool.run("import", log).exit == 3)
    let run = try Tool.run("import", "--patterns", table, log)
    #expect(run.exit == 0 && run.text.contains("\"event\":\"ad.will_present\""))
    let wrong = try folder.write("w.tsv", "# Mine\nad.wil_present\t-\tup\t-\n")
    let refused = try Tool.run("import", "--patterns", wrong, log)
    #expect(refused.errors.hasPrefix("adjournal: \(wrong):2:1: unknown event 'ad.wil_present'"))
    #expect(refused.errors.hasSuffix("did you mean 'ad.will_present'?\n") && refused.exit == 2)
    let group = try folder.write("g.tsv", "ad.loaded\t-\t(a+)\\1\t-\n")
    let unsupported = try Tool.run("import", "--patterns", group, log)
    #expect(unsupported.errors.hasPrefix("adjournal: \(group):1:") && unsupported.exit == 2)
  }

  @Test func `With --captures, an import reports a missing format or unit`() throws {
    let words = ["import", "--captures", "app,load,present", Self.console]
    let run = try Tool.run(Tool.path, words)
    #expect(run.exit == 0)
    #expect(
      run.errors.contains(
        "adjournal: 1 session with gaps despite '--captures': format or unit of some ads unknown "
          + "(set them with '--ad-format' and '--unit')\n"))
    let named = try Tool.run(Tool.path, words + ["--unit", "app_open=main"])
    #expect(!named.errors.contains("with gaps"))
    #expect(named.text.contains("\"unit\":\"main\""))
  }

  @Test(arguments: [
    (
      ["--from", "mpub"],
      "invalid value 'mpub' for '--from' (\(sdks)); did you mean 'mopub'?"
    ),
    (
      ["--follow", "--to", "new"],
      "'--follow' cannot be used with '--to' (redirect standard output)"
    ),
    (
      ["--unit", "apopen=main"],
      "invalid value 'apopen=main' for '--unit' (FORMAT=ID, where FORMAT is app_open, "
        + "interstitial, rewarded, rewarded_interstitial, banner, native); did you mean 'app_open'?"
    ),
    (
      ["--captures", "laod"],
      "invalid value 'laod' for '--captures' (session, app, lock, splash, user, suppress, scene, "
        + "window, consent, load, present, decision, fit, delegate, handler, revenue, reward, "
        + "grant, video, native, visibility, adapter, readiness, content, audio, entitlement, "
        + "forwarding, preload, cover, connectivity, verification, callback); did you mean 'load'?"
    ),
    (
      ["--year", "26"],
      "invalid value '26' for '--year' (an integer from 1970 to 9998)"
    ),
    (["--to", "-"], "'--to' needs the path of a new file; '-' is a stream"),
  ])
  func `An invalid command line of import is reported`(words: [String], sentence: String) throws {
    let run = try Tool.run(Tool.path, ["import"] + words + [Self.console])
    #expect(run.errors == "adjournal: \(sentence)\n")
    #expect(run.exit == 2)
  }
}
