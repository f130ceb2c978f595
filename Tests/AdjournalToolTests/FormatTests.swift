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
        "::error file=\(Sample.unlock),line=29,title=lock-is-not-background::app_open ad a-2 was "
          + "presented after the phone was locked and unlocked%0A" + Self.guidance,
        "::error file=\(Sample.gap),line=12,title=damage seq-gap::record 14 follows record 11: 2 "
          + "records are missing without a reason",
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
    #expect(results.count == (try audit("github").lines.count))
    let levels = Set(results.compactMap { $0["level"] as? String })
    #expect(levels == ["error", "warning", "note"])
    #expect(results.contains { $0["ruleId"] as? String == "damage/bad-crc" })
    #expect(run.exit == 1)
  }

  @Test func `JUnit output is well-formed XML with one test case per rule`() throws {
    let run = try audit("junit")
    let counter = ElementCounter()
    let parser = XMLParser(data: Data(run.output))
    parser.delegate = counter
    #expect(parser.parse())
    let suites = counter.counts["testsuite"] ?? 0
    // Each suite also has a case for the integrity of the bytes.
    let rules = try Tool.run("rules").lines.filter { $0.hasPrefix("  ") }.count
    #expect(counter.counts["testcase"] == suites * (rules + 1))
    #expect(counter.counts["failure"] ?? 0 > 0)
    #expect(counter.counts["error"] == 19)
    #expect(counter.cases.count == Set(counter.cases).count)
  }

  @Test func `JUnit output of a violation has its remedy and its pages below the message`() throws {
    let run = try Tool.run(
      "audit", "--format", "junit", "--rule", "lock-is-not-background", Sample.unlock)
    let text = Self.guidance.replacingOccurrences(of: "%0A", with: "\n")
    #expect(run.text.contains("phone was locked and unlocked\n\n\(text)</failure>\n"))
    #expect(
      run.text.contains(
        "    <testcase classname=\"\(Sample.unlock) daily-03c8be\" name=\"lock-is-not-background\">\n"
      ))
  }

  @Test func `JUnit output with --strict has a failure for an inconclusive or vacuous verdict`()
    throws
  {
    let rules = ["--rule", "single-use-ad", "--rule", "lock-is-not-background"]
    let words = ["--format", "junit"] + rules
    let journal = "Journals/sessions/banner-refreshed.jsonl"
    let plain = try Tool.run(Tool.path, ["audit"] + words + [journal])
    #expect(plain.text.contains("failures=\"0\" errors=\"0\" skipped=\"2\""))
    #expect(plain.exit == 0)
    let strict = try Tool.run(Tool.path, ["audit", "--strict"] + words + [journal])
    #expect(strict.text.contains("failures=\"1\" errors=\"0\" skipped=\"1\""))
    #expect(strict.text.contains("<failure type=\"vacuous\" message=\"vacuous\"/>"))
    #expect(strict.text.contains("<skipped message=\"not-captured\"/>"))
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
    #expect(junit.text.contains("<skipped message=\"not-captured: \(reason)\"/>"))
    let text = try Tool.run(Tool.path, words + ["text", "--strict"])
    #expect(text.lines.contains("  not-captured daily-cap: \(reason)"))
    #expect(text.exit == 0)
  }

  @Test func `JUnit output has an error for a file that cannot be read`() throws {
    let run = try Tool.run("audit", "--format", "junit", "missing.jsonl")
    #expect(
      run.lines == [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>",
        "  <testsuite name=\"missing.jsonl\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">",
        "    <testcase classname=\"missing.jsonl\" name=\"read\">",
        "      <error message=\"there is no such file or folder\">there is no such file or folder"
          + "</error>",
        "    </testcase>", "  </testsuite>", "</testsuites>",
      ])
    #expect(run.exit == 4)
  }

  @Test(arguments: ["sarif", "junit", "github"])
  func `Output without sessions is still complete`(format: String) throws {
    let run = try Tool.run("audit", "--format", format, "missing.jsonl")
    #expect(run.exit == 4)
    switch format {
    case "sarif": #expect(try !Sample.object(run.output).isEmpty)
    case "junit": #expect(XMLParser(data: Data(run.output)).parse())
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
    #expect(junit.text.contains("a&lt;\u{301}%\u{301},\u{301}.jsonl daily-03c8be"))
    let github = try Tool.run("audit", "--format", "github", path)
    #expect(github.text.contains("a<\u{301}%25\u{301}%2C\u{301}.jsonl,line=29,"))
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]
  /// The class and the name of each case.
  var cases: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    guard name == "testcase" else { return }
    cases.append("\(attributes["classname"] ?? "") / \(attributes["name"] ?? "")")
  }
}
