import Foundation
import Testing

@testable import AdjournalTool

/// The text output of `audit`: every finding of a few sessions, a summary of many.
struct AuditOverviewTests {
  private static let many = "Journals/incidents"

  /// The rows of the table of rules: sessions, violations and rule.
  private func table(_ lines: [String]) -> [[String]] {
    var rows: [[String]] = []
    for line in lines.drop(while: { !$0.hasPrefix("sessions  installs") }).dropFirst() {
      let words = line.split(separator: " ").map { String($0) }
      guard words.count == 6, Int(words[0]) != nil, Int(words[2]) != nil else { break }
      rows.append([words[0], words[2], words[4]])
    }
    return rows
  }

  private func sessions(_ lines: [String]) -> Int {
    lines.count { $0.contains("  session ") && $0.hasSuffix(")") }
  }

  @Test func `Of many sessions, a few are listed, the rules are counted, and nothing is hidden`()
    throws
  {
    let run = try Tool.run("audit", Self.many)
    #expect(run.lines.count <= 48, "two screens of 24 lines")
    #expect(sessions(run.lines) == 3)
    #expect(table(run.lines).count == 10)
    let all = try Tool.run("audit", "--top", "0", Self.many)
    // Some sessions are listed only because of slots that showed no ad.
    let violated = all.text.components(separatedBy: "\n\n").count { block in
      block.contains("  session ") && block.contains(#/\n  (error|warning|info|damage) /#)
    }
    #expect(violated > 50)
    let left = try #require(run.lines.first { $0.contains("--top 0' lists every finding") })
    #expect(left.hasPrefix("\(violated - 3) more sessions with violations or damage"))
    #expect(sessions(try Tool.run("audit", "--top", "20", Self.many).lines) == 20)
    #expect(
      run.lines.contains {
        $0 == "\(table(all.lines).count - 10) more violated rules; '--top 0' lists them."
      })
  }

  @Test func `The table has the counts of a merged audit`() throws {
    let rows = table(try Tool.run("audit", "--top", "0", Self.many).lines)
    let merged = try Tool.shell(
      "adjournal audit --format jsonl \(Self.many) | adjournal merge --format json --exit-zero -")
    struct Merged: Decodable {
      struct Counts: Decodable {
        let sessions: Int
        let violations: Int
      }
      let rules: [String: Counts]
    }
    let rules = try JSONDecoder().decode(Merged.self, from: Data(merged.text.utf8)).rules
    #expect(rules.count == rows.count)
    for row in rows {
      let counts = try #require(rules[row[2]], "\(row)")
      #expect([String(counts.sessions), String(counts.violations)] == [row[0], row[1]], "\(row)")
    }
  }

  @Test func `Of up to ten sessions, every finding is listed`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(Tool.root)/\(Self.many)")
      .filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(Self.many)/\($0)" }
    let few = Array(files.prefix(10))
    let run = try Tool.run(Tool.path, ["audit"] + few)
    #expect(table(run.lines).isEmpty)
    let whole = try Tool.run(Tool.path, ["audit", "--top", "0"] + few)
    #expect(run.text == whole.text)
    let one = try Tool.run(Tool.path, ["audit"] + files.prefix(11))
    #expect(table(one.lines).count > 0)
  }

  @Test func `A pipe gets the same lines as a terminal`() throws {
    guard Tool.has("script") else { return }
    let pipe = try Tool.shell("COLUMNS=100 adjournal audit --exit-zero \(Self.many) | cat")
    let terminal = try Tool.shell(
      "NO_COLOR=1 TERM=dumb PAGER=cat COLUMNS=100 LC_ALL=C.UTF-8 "
        + "script -qec 'adjournal audit --exit-zero \(Self.many) 2> /dev/null' /dev/null < /dev/null"
    )
    #expect(terminal.lines.map { $0.filter { $0 != "\r" } } == pipe.lines)
  }

  @Test(arguments: [
    [many], [Sample.unlock], ["--except", "daily-cap", "--policy", "daily_cap=1", many],
    ["--rules", "Journals/custom/game.rules", "--rule", "one-video-a-minute", "Journals/sessions"],
  ])
  func `The commands at the end run as they are`(inputs: [String]) throws {
    let run = try Tool.run(Tool.path, ["audit"] + inputs)
    let start = try #require(run.lines.firstIndex(of: "next:"))
    let commands = run.lines[(start + 1)...].prefix { $0.hasPrefix("  adjournal ") }
    #expect(commands.count >= 3)
    for command in commands {
      let next = try Tool.shell(command)
      #expect(next.exit == 0 || next.exit == 1, "\(command): \(next.errors)")
      #expect(next.text.count > 100, "\(command)")
    }
  }

  @Test func `Next commands have the options of the call, and paths as a shell takes them`() throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let text = try String(contentsOfFile: "\(Tool.root)/\(Sample.unlock)", encoding: .utf8)
    for name in ["it's one.jsonl", "two\nlines.jsonl"] {
      let path = try folder.write(name, text)
      let run = try Tool.run("audit", "--rule", "lock-is-not-background", "--", path)
      let command = try #require(run.lines.first { $0.hasPrefix("  adjournal show ") })
      #expect(command.contains(" --rule lock-is-not-background "))
      #expect(try Tool.shell(command).text.contains("lock-is-not-background"), "\(command)")
    }
    let piped = try Tool.shell("adjournal audit - < \(Sample.unlock)")
    #expect(!piped.text.contains("adjournal show"))
    #expect(piped.text.contains("adjournal rules lock-is-not-background"))
  }

  @Test func `Next commands have nothing that a terminal or a CI service would obey`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let text = try String(contentsOfFile: "\(Tool.root)/\(Sample.unlock)", encoding: .utf8)
    for name in ["\u{9B}2J", "\u{202E}gnp", "##[error]", "##vso[task]", "::error::", "\u{1B}[2J"] {
      let path = try folder.write("\(name).jsonl", text)
      let run = try Tool.run("audit", "--", path)
      let command = try #require(run.lines.first { $0.hasPrefix("  adjournal show ") })
      for part in ["\u{9B}", "\u{202E}", "##[", "##vso[", " ::error", "\u{1B}"] {
        #expect(!run.text.contains(part), "\(command)")
      }
      #expect(try Tool.shell(command).text.contains("lock-is-not-background"), "\(command)")
    }
  }

  @Test func `Equal damage is one line, in audit and in check`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let begin =
      #"{"v":1,"session":"s","wall":"2026-11-20T09:15:02.123Z","seq":1,"t":0,"event":"session.began","#
      + #""app":"a","app_version":"1","build":"release","os":"iOS","os_version":"18","#
      + #""sdk":"google-mobile-ads","sdk_version":"13","utc_offset_min":0}"#
    let lines = (2...200).map {
      #"{"v":1,"session":"s","wall":"2026-11-20T09:15:02.123Z","seq":\#($0),"t":9,"event":"ad.loaded"}"#
    }
    let path = try folder.write("a.jsonl", ([begin] + lines).map { $0 + "\n" }.joined())
    for command in ["audit", "check"] {
      let run = try Tool.run(command, path)
      #expect(run.lines.count < 20, "\(command)")
      #expect(run.text.contains("(and 198 more, to line 200)"), "\(command)")
      #expect(run.exit == 3)
    }
  }
}
