import Foundation
import Testing

@testable import AdjournalTool

/// `adjournal import`, as a person types it.
struct ImportTests {
  private static let console = "Journals/logs/app-open.log"
  private static let logcat = "Journals/logs/rewarded.logcat"
  private static let complete = ["--year", "2026", "--utc-offset", "60"]

  @Test func `The journal goes to standard output, what became of the lines beside it`() throws {
    let run = try Tool.run("import", "--from", "admob-ios", Self.console)
    #expect(run.exit == 0)
    #expect(run.errors == "adjournal: 13 lines, 10 events of 1 session\n")
    let check = try Tool.run("check", "-", input: run.output)
    #expect(check.exit == 0)
    #expect(check.text.contains("whole  22 records, 1 session, 11 gaps"))
    #expect(try Tool.run("import", Self.console, "--from=admob-ios").output == run.output)
  }

  @Test func `What is taken for granted is said`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let log = try folder.write("log", try Sample.bytes(Self.logcat))
    let change = try #require(ISO8601DateFormatter().date(from: "2025-02-03T00:00:00Z"))
    try FileManager.default.setAttributes([.modificationDate: change], ofItemAtPath: log)
    let run = try Tool.run("import", "--from", "logcat", log)
    #expect(
      run.errors == """
        adjournal: lines have no year: 2024 was taken; '--year N' names another
        adjournal: lines have no zone: UTC was taken; '--utc-offset MINUTES' names another
        adjournal: 12 lines, 6 events of 1 session; 1 line of the ad SDK not understood, the \
        first is line 12

        """)
    #expect(run.text.contains("\"wall\":\"2024-11-20T10:15:02.560Z\",\"event\":\"ad.loaded\""))
    let told = try Tool.run(Tool.path, ["import", "--from", "logcat", log] + Self.complete)
    #expect(told.errors.split(separator: "\n").count == 1)
    #expect(told.text.contains("\"wall\":\"2026-11-20T09:15:02.560Z\",\"event\":\"ad.loaded\""))
  }

  @Test func `A new file is written, and one that is there is not touched`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let new = folder.path("new.jsonl")
    let words = ["import", "--from", "admob-ios", "--to", new, Self.console]
    let run = try Tool.run(Tool.path, words)
    #expect(run.exit == 0 && run.errors.isEmpty)
    #expect(run.text == "\(new)  13 lines, 10 events of 1 session\n")
    #expect(
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: new)))
        == (try Tool.run("import", "--from", "admob-ios", Self.console).output))
    let again = try Tool.run(Tool.path, words)
    #expect(again.exit == 4)
    #expect(
      again.errors
        == "adjournal: \(new): it is there already, and nothing is ever overwritten\n")
  }

  @Test func `A pipe, an archive and other ends of lines give the same journal`() throws {
    let words = ["import", "--from", "logcat"] + Self.complete
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

  @Test func `Where nothing is understood nothing is written, and the reason is said`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let new = folder.path("new.jsonl")
    let reasons: [(text: String, from: String, sentence: String)] = [
      ("", "logcat", "it is empty"),
      (
        "a\nb\n", "logcat",
        "none of its 2 lines has a form of logcat with a time and a process; "
          + "is it '--from admob-ios'?"
      ),
      (
        "I/Ads(1): Ad failed to load : 3", "logcat",
        "1 of its 1 line could become events, but no line has a time; 'adb logcat -v threadtime' "
          + "writes it"
      ),
      (
        "App open ad is will be presented.\r\nApp open ad was dismissed.\n\n", "admob-ios",
        "2 of its 3 lines could become events, but no line has a time; NSLog and 'log show' write it"
      ),
      (
        "2026-11-20 10:15:02.123 App[1:2] Hello.", "admob-ios",
        "none of its 1 line says of an ad what 'import' knows; 'adjournal import --help' says what "
          + "that is"
      ),
    ]
    for reason in reasons {
      let log = try folder.write("log", reason.text)
      let run = try Tool.run("import", "--from", reason.from, "--to", new, log)
      #expect(run.errors == "adjournal: \(log): \(reason.sentence)\n")
      #expect(run.exit == 3 && run.output.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: new))
    }
  }

  @Test func `A log in UTF-16 is said to be one`() throws {
    let log: [UInt8] = [0xFF, 0xFE] + "11-20".utf8.flatMap { [$0, 0] as [UInt8] }
    let run = try Tool.run("import", "--from", "logcat", "-", input: log)
    #expect(run.exit == 4)
    #expect(
      run.errors == "adjournal: -: it is text in UTF-16; 'iconv -f UTF-16 -t UTF-8' makes a log of "
        + "it that 'import' reads\n")
  }

  @Test func `What cannot be told is counted as a note`() throws {
    let line = "2026-11-20 10:15:02.123+0000 App[1:2] Ad failed to show: \u{1B}[31m\n"
    let run = try Tool.run("import", "--from", "admob-ios", "-", input: Array(line.utf8))
    #expect(run.errors == "adjournal: 1 line, 0 events of 1 session, 1 note\n")
    #expect(run.text.contains("\"event\":\"note\",\"text\":\"Ad failed to show: \\u001b[31m\""))
  }

  @Test func `Who vouches for a log without units is told what is missing`() throws {
    let words = ["import", "--from", "admob-ios", "--captures", "app,load,present", Self.console]
    let run = try Tool.run(Tool.path, words)
    #expect(run.exit == 0)
    #expect(
      run.errors.hasPrefix(
        "adjournal: 1 session with gaps all the same: no line tells the format or the unit of some "
          + "ads; '--ad-format' and '--unit' name them\n"))
    let named = try Tool.run(Tool.path, words + ["--unit", "app_open=main"])
    #expect(named.errors == "adjournal: 13 lines, 10 events of 1 session\n")
    #expect(named.text.contains("\"unit\":\"main\""))
  }

  @Test(arguments: [
    (
      ["--from", "logcta"],
      "'logcta' is no value of '--from'; it takes admob-ios, logcat; did you mean 'logcat'?"
    ),
    ([], "whose log is it? '--from SOURCE' takes admob-ios, logcat"),
    (
      ["--from", "logcat", "--unit", "apopen=main"],
      "'apopen=main' is no value of '--unit'; it takes FORMAT=ID with one of app_open, "
        + "interstitial, rewarded, rewarded_interstitial, banner, native; did you mean 'app_open'?"
    ),
    (
      ["--from", "logcat", "--captures", "laod"],
      "'laod' is no class of events; there are session, app, lock, splash, user, suppress, scene, "
        + "window, consent, load, present, decision, fit, delegate, handler, revenue, reward, "
        + "grant, video, native, visibility, adapter; did you mean 'load'?"
    ),
    (
      ["--from", "logcat", "--year", "26"],
      "'26' is no value of '--year'; it takes a whole number from 1970 to 9998"
    ),
    (["--from", "logcat", "--to", "-"], "'-' names no file; '--to' takes the path of a new one"),
  ])
  func `A wrong command line is refused`(words: [String], sentence: String) throws {
    let run = try Tool.run(Tool.path, ["import"] + words + [Self.console])
    #expect(run.errors == "adjournal: \(sentence)\n")
    #expect(run.exit == 2)
  }
}
