import Foundation
import Testing

struct CustomRulesTests {
  private static let rules = "Journals/custom/game.rules"
  private static let journal = "Journals/sessions/rewarded-two-rounds.jsonl"

  @Test func `Rules of a rule file come after those of the catalogue`() throws {
    let run = try Tool.run("audit", "--rules", Self.rules, "--format", "jsonl", Self.journal)
    #expect(run.exit == 0)
    let line = try #require(run.lines.first)
    #expect(line.contains(#""one-video-a-minute":{"verdict":"violated","activations":2,"#))
    #expect(line.contains(#""calm-session":{"verdict":"vacuous""#))
    // Only the line of a session with violations has the versions of the header, before its rules.
    let plain = try Tool.run("audit", "--format", "jsonl", Self.journal)
    let first = try #require(plain.lines.first)
    let start = try #require(first.range(of: #""rules":{"#)).lowerBound
    #expect(line.contains(first[start...].dropLast(#"},"journals":1}"#.count) + ","))
  }

  @Test func `The severity of a rule in a rule file decides the exit status`() throws {
    for (severity, exit) in [("warning", Int32(1)), ("error", 0)] {
      let run = try Tool.run(
        "audit", "--rules", Self.rules, "--severity", severity, "--rule", "one-video-a-minute",
        Self.journal)
      #expect(run.exit == exit)
      #expect(
        run.text.contains("came 46.676 s after ad.dismissed of the same unit (none allowed"))
      #expect(!run.text.contains("quick-load"))
    }
  }

  @Test func `Rules of a rule file can be listed, selected, skipped and used to shrink`() throws {
    let list = try Tool.run("rules", "--rules", Self.rules)
    #expect(list.text.contains("Custom\n"))
    let catalogue = try Tool.run("rules").lines.filter { $0.hasPrefix("  ") }
    #expect(list.lines.filter { $0.hasPrefix("  ") }.count == catalogue.count + 4)
    let one = try Tool.run("rules", "--rules", Self.rules, "quick-load")
    #expect(one.text.contains("ad.requested => ad.loaded or ad.failed_to_load of the same request"))
    #expect(!one.text.contains("Journals/rules"))
    let without = try Tool.run(
      "audit", "--rules", Self.rules, "--except", "one-video-a-minute", "--severity", "warning",
      Self.journal)
    #expect(without.exit == 0)
    let small = try Tool.run(
      "shrink", "--rules", Self.rules, "--rule", "one-video-a-minute", "--to", "-", Self.journal)
    #expect(small.exit == 0)
    #expect(small.lines.count == 3)
    let again = try Tool.run(
      Tool.path,
      ["audit", "--rules", Self.rules, "--rule", "one-video-a-minute", "--severity", "info", "-"],
      input: small.output)
    #expect(again.exit == 1)
  }

  @Test
  func `The remedy and the link of a rule in a rule file are shown like those of the catalogue`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let text = """
      rule own
        sentence: No rewarded ad within a minute of another one.
        remedy: Wait a minute
          between two ads.
        link: https://example.com/ads
        formats: rewarded
        check: at attempt: no earlier ad.dismissed of the same unit within 1 min

      """
    let path = try folder.write("own.rules", text)
    let rule = try Tool.run("rules", "--rules", path, "own")
    #expect(
      rule.text.contains(
        "  remedy     Wait a minute between two ads.\n  read       https://example.com/ads\n"))
    let audit = try Tool.run(
      "audit", "--rules", path, "--rule", "own", "--format", "github", Self.journal)
    #expect(
      audit.text.hasSuffix(
        "%0ARemedy (app): Wait a minute between two ads.%0Ahttps://example.com/ads\n"))
    for link in ["example.com", "ftp://example.com", "https://a b"] {
      let bad = text.replacing("https://example.com/ads", with: link)
      let run = try Tool.run("rules", "--rules", folder.write("bad.rules", bad), "own")
      #expect(
        run.errors
          == "adjournal: \(folder.path("bad.rules")):5:9: invalid link '\(link)' (one address "
          + "that begins with https://)\n")
      #expect(run.exit == 2)
    }
  }

  @Test func `A mistake in a rule file is reported with its line before any journal is read`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("own.rules")
    func run(_ text: String) throws -> Tool.Run {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return try Tool.run("audit", "--rules", path, "no-such.jsonl")
    }
    let mistyped = try run("rule own\n  sentence: x\n  check: at ad.payed: currency = EUR\n")
    #expect(mistyped.exit == 2)
    #expect(
      mistyped.errors
        == "adjournal: \(path):3:13: unknown event 'ad.payed'; did you mean 'ad.paid'?\n")
    let two = try run("rule own\n  sentence: x\n  severity: low\n  check: at x: ad given\n")
    #expect(
      two.errors == "adjournal: \(path):3:13: invalid severity 'low' (info, warning, error) "
        + "(and 1 more: run 'adjournal rules --check FILE')\n")
    #expect(try run("").errors.contains("no rules; a rule begins"))
    let missing = try Tool.run("audit", "--rules", folder.path("none"), Self.journal)
    #expect(missing.exit == 4)
    #expect(missing.errors.contains("none: no such file"))
    let unknown = try Tool.run("audit", "--rules", Self.rules, "--rule", "quik-load", Self.journal)
    #expect(unknown.exit == 2)
    #expect(unknown.errors.contains("did you mean 'quick-load'?"))
    let twice = try Tool.run("audit", "--rules", Self.rules, "--rules", Self.rules, Self.journal)
    #expect(twice.errors.contains("duplicate rule 'one-video-a-minute'"))
  }

  @Test func `rules --check prints every mistake of a file with its line and column`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write(
      "own.rules",
      """
      rule shown
        sentence: x
        severity: eror
        check: at ad.presented: an earlier ad.failed of the same ad
      rule closed
        sentence: x
        check: ad.closed => ad.shown of the same
      \u{20}   ad within 5 weeks

      """)
    let run = try Tool.run("rules", "--check", path)
    #expect(
      run.text.replacing(path, with: "F") == """
        F:3:13: invalid severity 'eror' (info, warning, error); did you mean 'error'?
        F:4:13: unknown event 'ad.presented'; did you mean 'ad.will_present'?
        F:7:10: unknown event 'ad.closed'; did you mean 'ad.dismissed'?

        """)
    #expect(run.exit == 2 && run.errors.isEmpty)
    let both = try Tool.run("rules", "--check", Self.rules, "--check", path)
    #expect(both.lines.count == 4 && both.exit == 2)
    let fine = try Tool.run("rules", "--check", Self.rules)
    #expect(fine.text == "\(Self.rules): 4 rules, no mistakes\n" && fine.exit == 0)
    let word = try Tool.run("rules", "--check", Self.rules, "lock")
    #expect(word.errors == "adjournal: unexpected argument 'lock' with '--check'\n")
    #expect(word.exit == 2)
  }

  @Test func `A text of a rule that no session has is noted, with the nearest one`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write(
      "own.rules",
      """
      rule own
        sentence: x
        severity: info
        sessions: os in iOS, iOs
        check: at user.acted: what in level_finishd, play
      """)
    let journal = try folder.write(
      "a.jsonl",
      """
      {"v":1,"session":"s","seq":1,"t":0,"wall":"2026-01-01T00:00:00.000Z","event":"session.began",\
      "app":"a","app_version":"1","build":"release","os":"iOS","os_version":"26","sdk":"s",\
      "sdk_version":"1","utc_offset_min":0}
      {"v":1,"session":"s","seq":2,"t":1,"wall":"2026-01-01T00:00:00.001Z","event":"user.acted",\
      "what":"level_finished"}
      {"v":1,"session":"s","seq":3,"t":2,"wall":"2026-01-01T00:00:00.002Z","event":"user.acted",\
      "what":"play"}

      """)
    for options in [["--quiet"], ["--format", "json"], ["--rule", "own"]] {
      let run = try Tool.run(Tool.path, ["audit", "--rules", path] + options + [journal])
      #expect(
        run.errors.replacing(path, with: "F") == """
          adjournal: F:4:13: note: no session has the text 'iOs' in 'os'; did you mean 'iOS'?
          adjournal: F:5:25: note: no session has the text 'level_finishd' in 'what'; did you mean \
          'level_finished'?

          """)
    }
    let other = try Tool.run("audit", "--rules", path, "--rule", "daily-cap", "--quiet", journal)
    #expect(other.errors.isEmpty)
  }

  /// Two sessions of an install on one day and a third one on the next day; each with two taps.
  private static func install(_ folder: Folder) throws -> [String] {
    let starts = ["2026-01-01T10:00:0", "2026-01-01T12:00:0", "2026-01-02T12:00:0"]
    return try starts.enumerated().map { number, start in
      let head = #"{"v":1,"session":"s\#(number)","seq":"#
      let header =
        #""app":"a","app_version":"1","build":"release","os":"iOS","os_version":"26","sdk":"s","#
        + #""sdk_version":"1","utc_offset_min":0,"install":"i","launch_count":\#(number + 1)}"#
      let tap = #"","event":"user.acted","what":"play"}"#
      return try folder.write(
        "\(number).jsonl",
        head + #"1,"t":0,"wall":"\#(start)0.000Z","event":"session.began",\#(header)"# + "\n"
          + head + #"2,"t":1000,"wall":"\#(start)1.000Z\#(tap)"# + "\n"
          + head + #"3,"t":2000,"wall":"\#(start)2.000Z\#(tap)"# + "\n")
    }
  }

  @Test(arguments: [
    (3, [0, 1, 2], ["holds", "violated", "holds"]), (4, [0, 1, 2], ["holds", "holds", "holds"]),
    (3, [1], ["inconclusive"]), (1, [0], ["violated"]), (3, [0, 2], ["holds", "inconclusive"]),
  ])
  func `A count per day is over the sessions of an install`(
    most: Int, sessions: [Int], verdicts: [String]
  ) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write(
      "own.rules",
      "rule own\n sentence: Few taps a day.\n check: count of user.acted per day <= \(most)\n")
    let journals = try Self.install(folder)
    for order in [sessions, sessions.reversed()] {
      let run = try Tool.run(
        Tool.path,
        ["audit", "--format", "jsonl", "--rules", path, "--rule", "own"]
          + order.map { journals[$0] })
      let found = run.lines.compactMap { line in
        line.firstMatch(of: /"session":"(s\d)".*"verdict":"([a-z-]+)"/).map { [$0.1, $0.2] }
      }
      #expect(
        found.sorted { $0[0] < $1[0] }.map { String($0[1]) } == verdicts, "\(run.text)")
    }
  }

  @Test func `A count per day has the verdicts of the daily cap over several sessions`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write(
      "own.rules",
      """
      rule own
        sentence: Few shows a day.
        formats: app_open
        check: count of ad.will_present per day <= 1
      """)
    func verdicts(_ words: [String]) throws -> [String] {
      let run = try Tool.run(
        Tool.path,
        ["audit", "--format", "jsonl"] + words + ["Journals/rules", "Journals/sessions"])
      return run.lines.compactMap {
        $0.firstMatch(of: /"verdict":"([a-z-]+)"/).map { String($0.1) }
      }
    }
    let own = try verdicts(["--rules", path, "--rule", "own"])
    #expect(try own == verdicts(["--policy", "daily_cap=1", "--rule", "daily-cap"]))
    #expect(own.contains("violated") && own.contains("holds"))
  }
}
