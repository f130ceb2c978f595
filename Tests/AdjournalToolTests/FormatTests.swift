import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct FormatTests {
  private static let inputs = ["Journals/incidents/collected", "Journals/damaged"]

  /// What GitHub output adds to a violation of `lock-is-not-background`.
  private static let guidance =
    "Remedy (app): Do not treat an unlock as an app open: skip the show when the device was locked "
    + "while the app was in the foreground.%0AApp open ad guidance and best practices: "
    + "https://support.google.com/admob/answer/9341964%0AManaging your app's life cycle: "
    + "https://developer.apple.com/documentation/uikit/app_and_environment/"
    + "managing_your_app_s_life_cycle"

  private func audit(_ format: String) throws -> Tool.Run {
    try Tool.run(Tool.path, ["audit", "--format", format] + Self.inputs)
  }

  @Test func `GitHub output has one command per violation and damaged location`() throws {
    let run = try Tool.run("audit", "--format", "github", Sample.unlock, Sample.gap)
    #expect(
      run.lines == [
        "::error file=\(Sample.gap),line=12,title=damage seq-gap::record 14 follows record 11: 2 "
          + "records are missing without a reason",
        "::error file=\(Sample.unlock),line=29,title=lock-is-not-background::app_open ad a-2 was "
          + "presented after the phone was locked and unlocked%0A" + Self.guidance,
      ])
    #expect(run.exit == 1)
  }

  @Test func `SARIF output has the rules and one result per finding`() throws {
    let run = try audit("sarif")
    let report = try Sample.object(run.output)
    #expect(report["version"] as? String == "2.1.0")
    let runs = report["runs"] as? [[String: Any]] ?? []
    let tool = runs.first?["tool"] as? [String: Any] ?? [:]
    let driver = tool["driver"] as? [String: Any] ?? [:]
    let rules = driver["rules"] as? [[String: Any]] ?? []
    #expect(try rules.count == Tool.rules().count)
    for rule in rules {
      let help = rule["help"] as? [String: String] ?? [:]
      let (text, markdown) = (help["text"] ?? "", help["markdown"] ?? "")
      #expect(text.hasPrefix("Remedy (") && text.contains(": https://"), "\(text)")
      #expect(markdown.hasPrefix("Remedy (") && markdown.contains("](https://"), "\(markdown)")
      #expect((rule["helpUri"] as? String)?.hasPrefix("https://") == true)
      let full = (rule["fullDescription"] as? [String: String])?["text"] ?? ""
      #expect(full.contains(" Exactly: "))
      if rule["id"] as? String == "no-load-before-sdk-start" {
        let notes = "Notes: An earlier `sdk.started` keeps every later request."
        #expect(text.hasSuffix("\n" + notes.filter { $0 != "`" }))
        #expect(markdown.hasSuffix("\n\n" + notes))
      }
    }
    let results = runs.first?["results"] as? [[String: Any]] ?? []
    let summary = try Sample.object(audit("json").output)["summary"] as? [String: Any] ?? [:]
    let violations = summary["violations"] as? [String: Int] ?? [:]
    let damage = try #require(summary["damage"] as? Int)
    #expect(results.count == violations.values.reduce(damage, +))
    let levels = Set(results.compactMap { $0["level"] as? String })
    #expect(levels == ["error", "warning", "note"])
    #expect(results.contains { $0["ruleId"] as? String == "damage/bad-crc" })
    #expect(run.exit == 1)
  }

  @Test func `JUnit output has a case for each violated rule and one for all others`() throws {
    let run = try audit("junit")
    let counter = ElementCounter()
    let parser = XMLParser(data: Data(run.output))
    parser.delegate = counter
    #expect(parser.parse())
    let rules = try Tool.rules().count
    let violated = try Self.violatedRules(Self.inputs)
    let others = "\(rules - violated.count) other rules"
    let names = counter.cases.map(\.name)
    #expect(Set(names) == violated.union(["bytes", others]))
    #expect(names.count == Set(names).count && names.last == others)
    #expect(counter.counts["testsuite"] == 1)
    #expect(counter.counts["failure"] ?? 0 > 0)
    #expect(counter.counts["error"] == 1)
    #expect(run.text.contains("<testsuite name=\"adjournal audit\" tests=\"\(names.count)\" "))
    #expect(run.exit == 1)
  }

  /// The rules with a violation, by the JSON of an audit.
  private static func violatedRules(_ inputs: [String]) throws -> Set<String> {
    let run = try Tool.run(
      Tool.path, ["audit", "--format", "jsonl", "--only", "violated"] + inputs)
    return try run.lines.reduce(into: []) { found, line in
      let rules = try Sample.object(Array(line.utf8))["rules"] as? [String: Any] ?? [:]
      found.formUnion(rules.keys)
    }
  }

  @Test func `JUnit output of a violation has its remedy and its pages below the message`() throws {
    let run = try Tool.run(
      "audit", "--format", "junit", "--rule", "lock-is-not-background", Sample.unlock)
    let text = Self.guidance.replacingOccurrences(of: "%0A", with: "\n")
    let place =
      "\(Sample.unlock):29: app_open ad a-2 was presented after the phone was locked and "
      + "unlocked"
    #expect(
      run.lines == [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>",
        "  <testsuite name=\"adjournal audit\" tests=\"1\" failures=\"1\" errors=\"0\" "
          + "skipped=\"0\">",
        "    <testcase classname=\"adjournal\" name=\"lock-is-not-background\">",
        "      <failure type=\"error\" message=\"1 violation in 1 session: \(place)\">"
          + "1 violation in 1 session",
        "\(place) (session daily-03c8be, seq 29)",
      ] + text.split(separator: "\n").dropLast().map(String.init) + [
        "\(text.split(separator: "\n").last ?? "")</failure>", "    </testcase>",
        "  </testsuite>", "</testsuites>",
      ])
  }

  /// Each session is in a file of its own.
  private static func copies(_ count: Int, in folder: Folder) throws {
    let text = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self)
    for number in 0..<count {
      let name = "s-\(1000 + number)"
      try folder.write("\(name).jsonl", text.replacingOccurrences(of: "daily-03c8be", with: name))
    }
  }

  @Test func `JUnit output lists ten sessions of a rule and counts the others`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try Self.copies(23, in: folder)
    let run = try Tool.run(
      "audit", "--format", "junit", "--rule", "lock-is-not-background", folder.path)
    #expect(run.text.contains(">23 violations in 23 sessions\n"))
    #expect(run.lines.count { $0.contains("(session s-10") } == 10)
    #expect(run.text.contains("(session s-1009, seq 29)\nand 13 more sessions\n"))
  }

  @Test func `GitHub output has ten annotations of a kind, first one of each rule`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try Self.copies(12, in: folder)
    let run = try Tool.run(
      "audit", "--format", "github", folder.path, Sample.fiveHours, "missing.jsonl")
    try #require(run.lines.count == 11)
    #expect(run.lines[0].hasPrefix("::error file=missing.jsonl,title=not read::"))
    #expect(run.lines[1].contains("title=lock-is-not-background::"))
    #expect(run.lines[2].contains("title=app-open-max-age::"))
    #expect(run.lines[3...9].allSatisfy { $0.contains("title=lock-is-not-background::") })
    #expect(
      run.lines.last
        == "4 more findings without an annotation (GitHub shows 10 of each kind); 'adjournal "
        + "audit --top 0' lists them.")
    let all = try Tool.run("audit", "--format", "github", "Journals/incidents")
    let kinds = ["error", "warning", "notice"]
    let found = all.lines.compactMap { line in kinds.first { line.hasPrefix("::\($0) ") } }
    let counts = kinds.map { kind in found.count { $0 == kind } }
    #expect(counts[0] == 10 && counts[1] == 10 && 1...10 ~= counts[2])
    #expect(found == zip(kinds, counts).flatMap { Array(repeating: $0, count: $1) })
    #expect(all.lines.count == found.count + 1)
  }

  @Test func `Markdown output has what decides the exit status, and a table of rules`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    try Self.copies(2, in: folder)
    let run = try Tool.run("audit", "--format", "markdown", folder.path)
    #expect(
      run.text == """
        ## adjournal audit

        **Failed**: 2 errors.

        2 journals, 2 sessions, 84 records.

        | severity | rule | sessions | installs | violations | example |
        | --- | --- | ---: | ---: | ---: | --- |
        | error | `lock-is-not-background`<br>Locking and unlocking the phone does not lead to an \
        app-open ad. | 2 | 1 | 2 | `\(folder.path)/s-1000.jsonl:29`, seq 29 |

        """)
    #expect(run.exit == 1)
    func status(_ words: String...) throws -> [String] {
      let run = try Tool.run(Tool.path, ["audit", "--format", "markdown"] + words)
      return Array(run.lines.dropFirst().prefix(2))
    }
    let warning = "Journals/incidents/ad-after-three-seconds-away.jsonl"
    let passed = try status(warning)
    #expect(passed.first == "**Passed**: nothing of severity error.")
    #expect(
      passed.last?.wholeMatch(
        of: /\d+ warnings? do(es)? not fail \(`--severity warning` would change that\)\./) != nil)
    #expect(try status("--severity", "warning", warning).first?.hasPrefix("**Failed**: ") == true)
    #expect(
      try status("--exit-zero", Sample.unlock)
        == ["**Passed**:", "1 error does not fail because of `--exit-zero`."])
    #expect(try status("missing.jsonl").first == "**Failed**: 1 unread input.")
    #expect(
      try status("Journals/damaged/bad-seal.jsonl").first?.hasSuffix("1 damaged location.") == true)
    let banner = "Journals/sessions/banner-refreshed.jsonl"
    #expect(
      try status("--strict", "--rule", "single-use-ad", banner).first
        == "**Failed**: 0 inconclusive and 1 vacuous verdicts (`--strict`).")
  }

  @Test func `No name from a journal or of a file can leave its cell of Markdown output`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("a`|<b>\n``x.jsonl", Sample.bytes(Sample.unlock))
    let run = try Tool.run("audit", "--format", "markdown", path)
    let row = try #require(run.lines.last { $0.hasPrefix("| error") })
    #expect(row.contains("```\(folder.path)/a`\\|<b>\\u{a}``x.jsonl:29```, seq 29 |"))
    #expect(run.lines.count == 6)
  }

  @Test func `JUnit output with --strict has a failure for inconclusive and vacuous verdicts`()
    throws
  {
    let rules = ["--rule", "single-use-ad", "--rule", "lock-is-not-background"]
    let words = ["--format", "junit"] + rules
    let journal = "Journals/sessions/banner-refreshed.jsonl"
    let plain = try Tool.run(Tool.path, ["audit"] + words + [journal])
    #expect(plain.text.contains("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""))
    #expect(plain.text.contains("<skipped message=\"no session in which one of them holds\"/>"))
    #expect(plain.exit == 0)
    let strict = try Tool.run(Tool.path, ["audit", "--strict"] + words + [journal])
    #expect(strict.text.contains("tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\""))
    #expect(
      strict.text.contains(
        "<failure type=\"strict\" message=\"0 inconclusive and 1 vacuous verdicts\">"))
    #expect(strict.text.contains(": vacuous in 1 session</failure>"))
    #expect(strict.exit == 1)
  }

  @Test func `Every format names the threshold that a rule needs and that is not set`() throws {
    let words = ["audit", "--rule", "daily-cap", "Journals/terms/policy-not-set.jsonl", "--format"]
    let reason = "policy daily_cap is not set"
    let json = "\"verdict\":\"not-captured\",\"activations\":0,\"reason\":\"\(reason)\""
    #expect(
      try Tool.run(Tool.path, words + ["json"]).text.contains("{\"rule\":\"daily-cap\",\(json)"))
    #expect(try Tool.run(Tool.path, words + ["jsonl"]).text.contains("\"daily-cap\":{\(json)"))
    let junit = try Tool.run(Tool.path, words + ["junit"])
    #expect(junit.text.contains("daily-cap: not-captured in 1 session (\(reason))"))
    let text = try Tool.run(Tool.path, words + ["text", "--strict"])
    #expect(text.lines.contains("  not-captured daily-cap: \(reason)"))
    #expect(text.exit == 0)
  }

  @Test func `JUnit output has an error for a file that cannot be read`() throws {
    let run = try Tool.run("audit", "--format", "junit", "missing.jsonl")
    #expect(
      run.lines == [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>",
        "  <testsuite name=\"adjournal audit\" tests=\"2\" failures=\"0\" errors=\"1\" "
          + "skipped=\"1\">",
        "    <testcase classname=\"adjournal\" name=\"input\">",
        "      <error message=\"1 unread input: missing.jsonl: there is no such file or folder\">"
          + "1 unread input",
        "missing.jsonl: there is no such file or folder</error>", "    </testcase>",
        "    <testcase classname=\"adjournal\" name=\"\(try Tool.rules().count) other rules\">",
        "      <skipped message=\"no session in which one of them holds\"/>",
        "      <system-out></system-out>", "    </testcase>", "  </testsuite>", "</testsuites>",
      ])
    #expect(run.exit == 4)
  }

  @Test(arguments: ["sarif", "junit", "github", "markdown"])
  func `Output without sessions is still complete`(format: String) throws {
    let run = try Tool.run("audit", "--format", format, "missing.jsonl")
    #expect(run.exit == 4)
    switch format {
    case "sarif": #expect(try !Sample.object(run.output).isEmpty)
    case "junit": #expect(XMLParser(data: Data(run.output)).parse())
    case "markdown":
      #expect(
        run.text.hasSuffix("Not read:\n\n- `missing.jsonl: there is no such file or folder`\n"))
    default:
      #expect(
        run.text == "::error file=missing.jsonl,title=not read::there is no such file or folder\n")
    }
  }

  @Test func `SARIF output lists the files that could not be read`() throws {
    let run = try Tool.run("audit", "--format", "sarif", "missing.jsonl", Sample.unlock)
    #expect(run.text.contains("\"ruleId\":\"lock-is-not-background\""))
    #expect(
      run.text.hasSuffix(
        #"],"invocations":[{"executionSuccessful":false,"toolExecutionNotifications":[{"level":"#
          + #""error","message":{"text":"there is no such file or folder"},"locations":[{"#
          + #""physicalLocation":{"artifactLocation":{"uri":"missing.jsonl"}}}]}]}]}]}"# + "\n"))
    #expect(run.exit == 1)
    let good = try Tool.run("audit", "--format", "sarif", Sample.unlock)
    #expect(
      good.text.hasSuffix(
        #"],"invocations":[{"executionSuccessful":true,"toolExecutionNotifications":[]}]}]}"# + "\n"
      ))
  }

  @Test func `JUnit output is well-formed for any name of an ad`() throws {
    let text = String(decoding: try Sample.bytes(Sample.unlock), as: UTF8.self)
    let name = "x\u{FFFE}\\u001b<&\u{FFFF}]]>"
    let journal = text.replacingOccurrences(of: "\"a-2\"", with: "\"\(name)\"")
    let run = try Tool.run("audit", "--format", "junit", "-", input: Array(journal.utf8))
    #expect(XMLParser(data: Data(run.output)).parse())
    #expect(run.text.contains("x\\u{fffe}\\u{1b}&lt;&amp;\\u{ffff}]]&gt;"))
  }

  /// A combining accent and the character in front of it form one Swift character.
  @Test func `JUnit and GitHub output escape special characters with a combining accent`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("a<\u{301}%\u{301},\u{301}.jsonl", Sample.bytes(Sample.unlock))
    let junit = try Tool.run("audit", "--format", "junit", path)
    #expect(XMLParser(data: Data(junit.output)).parse())
    #expect(junit.text.contains("a&lt;\u{301}%\u{301},\u{301}.jsonl:29: "))
    let github = try Tool.run("audit", "--format", "github", path)
    #expect(github.text.contains("a<\u{301}%25\u{301}%2C\u{301}.jsonl,line=29,"))
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]
  /// The class and the name of each case.
  var cases: [(classname: String, name: String)] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    guard name == "testcase" else { return }
    cases.append((attributes["classname"] ?? "", attributes["name"] ?? ""))
  }
}
