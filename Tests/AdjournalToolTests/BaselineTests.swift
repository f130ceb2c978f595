import Foundation
import Testing

struct BaselineTests {
  private static func audit(_ words: String..., baseline: String) throws -> Tool.Run {
    try Tool.run(Tool.path, ["audit", "--quiet", "--baseline", baseline] + words)
  }

  @Test func `Accepted problems pass, new ones fail, and gone ones are reported`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    let made = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
    #expect(made.exit == 0)
    #expect(made.errors == "adjournal: \(path): 1 problem, 1 new, 0 gone\n")
    let same = try Self.audit(Sample.unlock, baseline: path)
    #expect(same.exit == 0)
    #expect(same.errors == "adjournal: 1 problem accepted by \(path), 0 new, 0 gone\n")
    let other = try Self.audit(Sample.fiveHours, baseline: path)
    #expect(other.exit == 1)
    #expect(
      other.errors.contains(
        #/adjournal: 0 problems accepted by .*, 1 new, 1 gone\nadjournal: new: app-open-max-age [0-9a-f]{12} \(app_open\)\nadjournal: gone: lock-is-not-background 6bf7db7b194b \(app_open\)\nadjournal: remove what is gone with '--update-baseline'\n/#
      ))
    let updated = try Self.audit("--update-baseline", Sample.fiveHours, baseline: path)
    #expect(updated.errors == "adjournal: \(path): 1 problem, 1 new, 1 gone\n")
    #expect(try Self.audit(Sample.fiveHours, baseline: path).exit == 0)
    #expect(try Self.audit(Sample.unlock, baseline: path).exit == 1)
  }

  @Test(arguments: ["json", "jsonl"])
  func `A baseline does not change the output of JSON`(format: String) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    _ = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
    let words = ["audit", "--format", format, "Journals/incidents"]
    let with = try Tool.run(Tool.path, words + ["--baseline", path])
    #expect(try with.output == Tool.run(Tool.path, words).output)
  }

  @Test func `Text with a baseline lists new violations only, and counts the others`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    let words = ["audit", "--baseline", path]
    _ = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
    let both = try Tool.run(Tool.path, words + [Sample.unlock, Sample.fiveHours])
    let plain = try Tool.run("audit", Sample.unlock, Sample.fiveHours).text
    let new = try Tool.run("audit", Sample.fiveHours).text
    let block = try #require(new.range(of: "\n\n")).upperBound
    #expect(both.text.hasPrefix(new[..<block]))
    #expect(both.exit == 1)
    let summary = try #require(plain.range(of: "2 journals, ")).lowerBound
    #expect(
      both.text[block...].hasSuffix(
        plain[summary...]
          + "1 accepted violation of 1 problem is not listed. Run 'adjournal triage --baseline "
          + "\(path)' for accepted problems.\n"))
    _ = try Self.audit("--update-baseline", "Journals/incidents", baseline: path)
    let all = try Tool.run(Tool.path, words + ["Journals/incidents"])
    #expect(all.exit == 0 && !all.text.contains("error "))
    let total = try #require(all.text.firstMatch(of: #/: (\d+) violations/#)).1
    #expect(all.text.contains("\n\(total) accepted violations of "))
  }

  /// Before, it was an error, and to write it again accepted all new problems.
  @Test func `A baseline of another version is used with a warning`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    _ = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try folder.write(
      "baseline.json",
      text.replacing(Tool.version, with: "0.0.9").replacing("6bf7db7b194b", with: "6c678f44242b"))
    let old = try Self.audit(Sample.unlock, Sample.fiveHours, baseline: path)
    #expect(
      old.errors.hasPrefix(
        "adjournal: \(path): written by adjournal 0.0.9, and this is \(Tool.version): "
          + "problems with other ids are accepted by their rule; write it again with '--update-baseline'\n"
          + "adjournal: 1 problem accepted by \(path), 1 new, 0 gone\n"
          + "adjournal: new: app-open-max-age "))
    #expect(old.exit == 1)
    #expect(try Self.audit(Sample.unlock, baseline: path).exit == 0)
    #expect(try Self.audit("--update-baseline", Sample.unlock, baseline: path).exit == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `JUnit skips accepted problems, Markdown has them apart, and GitHub leaves them out`()
    throws
  {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    _ = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
    func audit(_ format: String, _ journals: String...) throws -> String {
      try Tool.run(
        Tool.path, ["audit", "--format", format, "--baseline", path] + journals
      ).text
    }
    let junit = try audit("junit", Sample.unlock)
    #expect(junit.contains(#"failures="0""#) && !junit.contains("<failure"))
    #expect(junit.contains(#"<skipped message="accepted by the baseline"/>"#))
    #expect(
      junit.contains(
        "<system-out>accepted: 1 violation in 1 session\naccepted: \(Sample.unlock):29: "))
    let both = try audit("junit", Sample.unlock, Sample.fiveHours)
    #expect(both.components(separatedBy: "<failure").count == 2)
    let markdown = try audit("markdown", Sample.unlock)
    #expect(markdown.contains("**Passed**: nothing of severity error.\n"))
    #expect(markdown.contains("\nAccepted by the baseline; they fail only if they have grown "))
    #expect(try audit("github", Sample.unlock) == "")
    let new = try audit("github", Sample.unlock, Sample.fiveHours)
    #expect(new.hasPrefix("::error ") && new.contains("title=app-open-max-age"))
    #expect(!new.contains("lock-is-not-background"))
  }

  @Test func `triage marks accepted problems, and fails because of others`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    _ = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
    let same = try Tool.run("triage", "--baseline", path, Sample.unlock)
    #expect(same.exit == 0)
    #expect(same.text.hasPrefix("1. error lock-is-not-background  6bf7db7b194b  accepted\n"))
    #expect(same.errors == "adjournal: 1 problem accepted by \(path), 0 new, 0 gone\n")
    let other = try Tool.run(
      "triage", "--baseline", path, "--format", "json", Sample.unlock, Sample.fiveHours)
    #expect(other.exit == 1)
    let problems = try Sample.object(other.output)["problems"] as? [[String: Any]] ?? []
    #expect(
      Set(problems.map { "\($0["rule"] ?? "") \($0["baseline"] ?? "")" }) == [
        "lock-is-not-background accepted", "app-open-max-age new",
      ])
  }

  @Test(arguments: [[], ["--only", "violated"], ["--rule", "lock-is-not-background"]])
  func `merge with a baseline has the exit status and the messages of one audit`(
    options: [String]
  ) throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    _ = try Self.audit("--update-baseline", Sample.unlock, Sample.gap, baseline: path)
    let rules = options.first == "--rule" ? options : []
    for (journals, exit) in [([Sample.unlock], 0), ([Sample.unlock, Sample.fiveHours], 1)] {
      let lines = try Tool.run(
        Tool.path, ["audit", "--format", "jsonl"] + options + journals
      ).output
      let audit = try Tool.run(
        Tool.path, ["audit", "--quiet", "--baseline", path] + rules + journals)
      let merged = try Tool.run(
        Tool.path, ["merge", "--baseline", path] + rules + ["-"], input: lines)
      #expect(merged.exit == audit.exit && merged.errors == audit.errors)
      #expect(merged.exit == (rules.isEmpty ? Int32(exit) : 0))
      #expect(merged.errors.hasPrefix("adjournal: 1 problem accepted by \(path), "))
      let plain = try Tool.run(Tool.path, ["merge", "-"], input: lines)
      #expect(merged.output == plain.output && plain.exit == 1)
    }
  }

  @Test func `merge with a baseline refuses what does not name problems, and other rules`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    _ = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
    func merge(_ lines: [UInt8]) throws -> String {
      let run = try Tool.run("merge", "--baseline", path, "-", input: lines)
      #expect(run.exit == 4 && run.output.isEmpty)
      return run.errors
    }
    let lines = try Tool.run("audit", "--format", "jsonl", Sample.unlock).output
    let sum = try Tool.run("merge", "--format", "json", "-", input: lines).output
    #expect(
      try merge(sum)
        == "adjournal: -:1: a summary does not name problems; to use a baseline, merge "
        + "the output of 'adjournal audit --format jsonl'\n")
    let short = ["audit", "--format", "jsonl", "--only"]
    let none = try Tool.run(Tool.path, short + ["holds", Sample.unlock]).output
    #expect(try merge(none).hasPrefix("adjournal: -:1: violations are left out of the line; "))
    let other = try Tool.run(Tool.path, short + ["violated", "--rule", "daily-cap", Sample.unlock])
    #expect(
      try merge(other.output).hasPrefix(
        "adjournal: -:1: judged by other rules (rule_set "))
  }

  @Test func `A baseline lists at most twenty gone problems`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    let made = try Tool.run(
      "audit", "--quiet", "--baseline", path, "--update-baseline", "Journals/incidents")
    #expect(made.exit == 0)
    let run = try Self.audit("Journals/sessions", baseline: path)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 23)
    #expect(lines[20].hasPrefix("adjournal: gone: ") && lines[21].hasPrefix("adjournal: and "))
  }

  @Test func `SARIF says which results are new`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    let words = ["audit", "--format", "sarif", Sample.unlock, Sample.fiveHours]
    #expect(try !Tool.run(Tool.path, words).text.contains("baselineState"))
    _ = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
    let run = try Sample.object(Tool.run(Tool.path, words + ["--baseline", path]).output)
    let results = (run["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]] ?? []
    let states = results.map { "\($0["ruleId"] ?? "") \($0["baselineState"] ?? "")" }
    #expect(states == ["lock-is-not-background unchanged", "app-open-max-age new"])
  }

  @Test func `A baseline that cannot be used is an error`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path("baseline.json")
    let missing = try Self.audit(Sample.unlock, baseline: path)
    #expect(
      missing.errors
        == "adjournal: \(path): no such baseline (write it with '--update-baseline')\n")
    #expect(missing.exit == 2)
    _ = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
    try folder.write("baseline.json", "{}")
    let other = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
    #expect(
      other.errors == "adjournal: \(path): not a baseline; write one with 'adjournal audit "
        + "--update-baseline'\n")
    #expect(other.exit == 2)
    let alone = try Tool.run("audit", "--update-baseline", Sample.unlock)
    #expect(
      alone.errors == "adjournal: '--update-baseline' needs '--baseline FILE' "
        + "(or 'baseline' in .adjournal.json)\n")
    #expect(try Self.audit(Sample.unlock, baseline: "-").exit == 2)
    let endless = try Self.audit(Sample.unlock, baseline: "/dev/zero")
    #expect(
      endless.errors
        == "adjournal: /dev/zero: too large (expected a baseline of at most 64 MiB)\n")
    #expect(endless.exit == 4)
  }

  @Test func `What a killed update left does not prevent the next one`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("b.json", "")
    for left in ["b.json.new", ".adjournal-1234567890abc.part"] { try folder.write(left, "{") }
    try FileManager.default.removeItem(atPath: path)
    for _ in 0..<2 {
      let run = try Self.audit("--update-baseline", Sample.unlock, baseline: path)
      #expect(run.exit == 0, "\(run.errors)")
    }
    #expect(try Self.audit(Sample.unlock, baseline: path).exit == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted() == [
        ".adjournal-1234567890abc.part", "b.json", "b.json.new",
      ])
  }
}

struct ConfigurationTests {
  /// The output of a command in a folder with a configuration.
  private static func run(_ config: String, _ line: String) throws -> Tool.Run {
    let text = config.replacing("'", with: #"'\''"#)
    return try Tool.shell("mkdir .git; printf '%s' '\(text)' > .adjournal.json; \(line)")
  }

  @Test func `A configuration sets thresholds, and the command line comes after it`() throws {
    let config = #"{ "policy": { "app_open_max_age_s": 60 } }"#
    let words =
      "--quiet --rule app-open-max-age Journals/sessions/app-open-cold-start-and-return.jsonl"
    #expect(try Self.run(config, "adjournal audit \(words)").exit == 1)
    #expect(
      try Self.run(config, "adjournal audit --policy app_open_max_age_s=14400 \(words)").exit == 0)
    #expect(try Self.run("{}", "adjournal audit \(words)").exit == 0)
  }

  @Test func `A configuration sets severities of rules`() throws {
    let words = "audit --quiet Journals/incidents/app-open-shown-after-unlock.jsonl"
    let config = #"{"severities":{"lock-is-not-background":"info"}}"#
    #expect(try Self.run(config, "adjournal \(words)").exit == 0)
    let run = try Self.run(
      config, "adjournal audit --exit-zero Journals/incidents/app-open-shown-after-unlock.jsonl")
    #expect(run.text.contains("  info lock-is-not-background\n"))
    #expect(run.text.contains("1 violation (0 error, 0 warning, 1 info)"))
    let triage = try Self.run(
      config, "adjournal triage Journals/incidents/app-open-shown-after-unlock.jsonl")
    #expect(triage.exit == 0 && triage.text.hasPrefix("1. info lock-is-not-background"))
  }

  private static let off = #"{"severities":{"lock-is-not-background":"off"}}"#
  private static let isOff =
    "adjournal: using configuration .adjournal.json\n"
    + "adjournal: rules that .adjournal.json switches off: lock-is-not-background\n"

  @Test(arguments: [
    "audit", "triage", "show", "explain", "report --to page.html", "audit --format json",
    "compare --by day", "follow --until-end",
  ])
  func `No command that judges judges a rule that the configuration switches off`(
    command: String
  ) throws {
    let line = "adjournal \(command) \(Sample.unlock); s=$?; cat page.html 2>/dev/null; exit $s"
    let plain = try Self.run("{}", line)
    #expect(plain.text.contains("lock-is-not-background") || command.hasPrefix("compare"))
    let run = try Self.run(Self.off, line)
    #expect(!run.text.contains("lock-is-not-background"))
    #expect(run.errors.hasPrefix(Self.isOff))
    #expect(run.exit == 0 || command.hasPrefix("compare"))
  }

  @Test func `merge expects lines of the rules that the configuration leaves on`() throws {
    let audit = "adjournal audit --format jsonl --only violated \(Sample.unlock)"
    let run = try Self.run(
      Self.off.replacing("}}", with: #"},"baseline":"base.json"}"#),
      "adjournal audit --quiet --update-baseline \(Sample.unlock); \(audit) | adjournal merge - "
        + "&& \(audit) --no-config --baseline base.json | adjournal merge -")
    #expect(run.exit == 4)
    #expect(
      run.errors.contains("-:1: judged by other rules (rule 'lock-is-not-background'); ")
    )
  }

  @Test(arguments: ["audit", "explain", "shrink", "pin --to Test.swift", "merge"])
  func `A rule that the configuration switches off cannot be selected`(command: String) throws {
    let run = try Self.run(
      Self.off, "adjournal \(command) --rule lock-is-not-background \(Sample.unlock)")
    #expect(run.exit == 2)
    #expect(
      run.errors == Self.isOff
        + "adjournal: the rule 'lock-is-not-background' is switched off by .adjournal.json:1:16 "
        + "('--no-config' ignores .adjournal.json, '--config FILE' reads another file)\n")
    let except = try Self.run(
      Self.off, "adjournal audit --except lock-is-not-background \(Sample.unlock)")
    #expect(except.exit == 0)
  }

  @Test func `A configuration adds rule files and a baseline, relative to its folder`() throws {
    let config =
      #"{"rules":["Journals/custom/game.rules"],"baseline":"base.json","severities":{"one-video-a-minute":"error"}}"#
    let audit =
      "adjournal audit --quiet --rule one-video-a-minute Journals/sessions/rewarded-two-rounds.jsonl"
    let run = try Self.run(
      config,
      "\(audit) --update-baseline; \(audit); echo $?; rm base.json; echo '{\"schema\":"
        + "\"adjournal.baseline/1\",\"tool\":\"\(Tool.version)\",\"problems\":[]}' > base.json; "
        + "mkdir below; cd below; \(audit.replacing("Journals", with: "../Journals")); echo $?")
    #expect(run.lines == ["0", "1"])
    #expect(run.errors.contains("adjournal: base.json: 1 problem, 1 new, 0 gone\n"))
    #expect(run.errors.contains("accepted by ../base.json, 1 new, 0 gone\n"))
  }

  @Test(arguments: [
    ("explain", 0), ("show", 0), ("shrink --rule app-open-max-age", 0),
    ("pin --rule app-open-max-age --to Test.swift", 0), ("audit", 1),
  ])
  func `Every command that judges uses the thresholds of the configuration`(
    command: String, exit: Int32
  ) throws {
    let config = #"{ "policy": { "app_open_max_age_s": 60 } }"#
    let journal = "Journals/sessions/app-open-cold-start-and-return.jsonl"
    let line = "adjournal \(command) \(journal) > text; s=$?; cat text Test.* 2>/dev/null; exit $s"
    let run = try Self.run(config, line)
    #expect(run.exit == exit && run.text.contains("app-open-max-age"))
    let plain = try Self.run("{}", line)
    #expect(!plain.text.contains("app-open-max-age"))
    let given = try Self.run(
      config, line.replacing(journal, with: "--policy app_open_max_age_s=14400 \(journal)"))
    #expect(given.exit == plain.exit && given.text == plain.text)
  }

  @Test(arguments: ["explain", "show", "shrink --rule one-video-a-minute"])
  func `Every command that judges uses the rule files of the configuration`(
    command: String
  ) throws {
    let run = try Self.run(
      #"{"rules":["Journals/custom/game.rules"]}"#,
      "adjournal \(command) Journals/sessions/rewarded-two-rounds.jsonl")
    #expect(run.exit == 0 && run.text.contains("one-video-a-minute"))
    let other = try Self.run(
      #"{"rules":["missing.rules"]}"#,
      "adjournal \(command) Journals/sessions/rewarded-two-rounds.jsonl")
    #expect(other.exit == 4)
    #expect(
      other.errors == "adjournal: using configuration .adjournal.json\n"
        + "adjournal: missing.rules: no such file\n")
  }

  @Test func `A test can be pinned only for a rule of the catalogue`() throws {
    let run = try Self.run(
      #"{"rules":["Journals/custom/game.rules"]}"#,
      "adjournal pin --rule one-video-a-minute --to Test.swift "
        + "Journals/sessions/rewarded-two-rounds.jsonl")
    #expect(run.exit == 2 && run.errors.contains("\nadjournal: unknown rule 'one-video-a-minute'"))
  }

  @Test func `show selects rules as audit does`() throws {
    let only = try Tool.run("show", "--rule", "single-use-ad", Sample.unlock)
    #expect(only.exit == 0 && !only.text.contains("lock-is-not-background"))
    let without = try Tool.run("show", "--except", "lock-is-not-background", Sample.unlock)
    #expect(without.exit == 0 && !without.text.contains("lock-is-not-background"))
  }

  @Test func `The search for a configuration ends at the top of a repository`() throws {
    let run = try Tool.shell(
      "echo '{\"x\":1}' > .adjournal.json; mkdir -p repo/.git repo/below; cd repo/below; "
        + "adjournal audit --quiet ../../Journals/sessions/banner-refreshed.jsonl")
    #expect(run.exit == 0 && run.errors.isEmpty)
  }

  @Test func `The option --config names another file`() throws {
    let run = try Tool.shell(
      "echo '{\"severities\":{\"lock-is-not-background\":\"warning\"}}' > other.json; "
        + "adjournal audit --quiet --config other.json \(Sample.unlock)")
    #expect(run.exit == 0)
    let missing = try Tool.run("audit", "--config", "missing.json", Sample.unlock)
    #expect(missing.errors == "adjournal: missing.json: no such file\n" && missing.exit == 4)
    #expect(try Tool.run("audit", "--config", "-", Sample.unlock).exit == 2)
  }

  private static let keys = "(policy, severities, rules, baseline)"
  private static let mistakes = [
    (#"{"polcy":{}}"#, "1:2: unknown key 'polcy' \(keys); did you mean 'policy'?"),
    ("{\n  \"excluded\": []\n}", "2:3: unknown key 'excluded' \(keys)"),
    (
      #"{"policy":{"daily_cp":1}}"#,
      "1:12: unknown policy key 'daily_cp'; did you mean 'daily_cap'? "
        + "(run 'adjournal policy' for the list)"
    ),
    (#"{"policy":{"daily_cap":"1"}}"#, "1:24: invalid value of 'policy.daily_cap' (a number)"),
    (
      "{\"policy\":\r\n{\"daily_cap\":\r\n\t1.5}}",
      "3:2: invalid value '1.5' for 'daily_cap' (an integer from 0 to 1000000000)"
    ),
    (#"{"policy":[]}"#, "1:11: invalid value of 'policy' (an object)"),
    (
      "{\"severities\":{\n\"lock-is-not-backgroun\":\"off\"}}",
      "2:1: unknown rule 'lock-is-not-backgroun' in 'severities'; did you mean "
        + "'lock-is-not-background'? (run 'adjournal rules' for the list)"
    ),
    (
      #"{"severities":{"daily-cap":"fatal"}}"#,
      "1:28: invalid value of 'severities.daily-cap' (error, warning, info or off)"
    ),
    (#"{"rules":"a"}"#, "1:10: invalid value of 'rules' (an array of paths)"),
    (#"{"rules":["ä",1]}"#, "1:15: invalid value of 'rules' (an array of paths)"),
    (#"{"baseline":1}"#, "1:13: invalid value of 'baseline' (a path)"),
    (#"{"rules":["a\u0000b"]}"#, "1:11: invalid value of 'rules' (paths without NUL)"),
    (#"  {"baseline":"a\u0000b"}"#, "1:15: invalid value of 'baseline' (paths without NUL)"),
    (
      "{\n  \"policy\": {}\n  \"rules\": []\n}",
      "3:3: not a JSON object: expected `,` or `}`, found `\"`"
    ),
  ]

  @Test(arguments: mistakes)
  func `A mistake in a configuration is an error that says what is expected`(
    config: String, message: String
  ) throws {
    for command in ["audit", "triage", "report --to x.html", "compare --by day"] {
      let run = try Self.run(
        config, "adjournal \(command) Journals/sessions/banner-refreshed.jsonl")
      #expect(
        run.errors == "adjournal: using configuration .adjournal.json\n"
          + (message.contains("lock-is")
            ? "adjournal: rules that .adjournal.json switches off: lock-is-not-backgroun\n" : "")
          + "adjournal: .adjournal.json:\(message)\n")
      #expect(run.exit == 2)
    }
  }

  @Test func `A configuration that is not JSON is an error`() throws {
    let run = try Self.run("{", "adjournal audit Journals/sessions/banner-refreshed.jsonl")
    #expect(run.errors.contains("\nadjournal: .adjournal.json:1:2: not a JSON object: "))
    #expect(run.exit == 2)
  }
}
