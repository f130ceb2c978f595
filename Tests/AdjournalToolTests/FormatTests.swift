import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct FormatTests {
  private static let inputs = ["Journals/incidents", "Journals/damaged"]

  private func audit(_ format: String) throws -> Tool.Run {
    try Tool.run(Tool.path, ["audit", "--format", format] + Self.inputs)
  }

  @Test func `GitHub gets a command for each violation and each damaged place`() throws {
    let run = try Tool.run("audit", "--format", "github", Sample.unlock, Sample.gap)
    #expect(
      run.lines == [
        "::error file=\(Sample.unlock),line=29,title=lock-is-not-background::app_open ad a-2 was "
          + "presented after the phone was locked and unlocked",
        "::error file=\(Sample.gap),line=12,title=damage seq-gap::record 14 follows record 11: 2 "
          + "records are missing without a reason",
      ])
    #expect(run.exit == 1)
  }

  @Test func `SARIF is one object with the rules and a result for each finding`() throws {
    let run = try audit("sarif")
    let report = try Sample.object(run.output)
    #expect(report["version"] as? String == "2.1.0")
    let runs = report["runs"] as? [[String: Any]] ?? []
    let tool = runs.first?["tool"] as? [String: Any] ?? [:]
    let driver = tool["driver"] as? [String: Any] ?? [:]
    #expect((driver["rules"] as? [Any])?.count == 108)
    let results = runs.first?["results"] as? [[String: Any]] ?? []
    #expect(results.count == (try audit("github").lines.count))
    let levels = Set(results.compactMap { $0["level"] as? String })
    #expect(levels == ["error", "warning", "note"])
    #expect(results.contains { $0["ruleId"] as? String == "damage/bad-crc" })
    #expect(run.exit == 1)
  }

  @Test func `JUnit is well-formed XML with a case a rule`() throws {
    let run = try audit("junit")
    let counter = ElementCounter()
    let parser = XMLParser(data: Data(run.output))
    parser.delegate = counter
    #expect(parser.parse())
    let suites = counter.counts["testsuite"] ?? 0
    #expect(counter.counts["testcase"] == suites * 109)
    #expect(counter.counts["failure"] ?? 0 > 0)
    #expect(counter.counts["error"] == 18)
  }

  @Test(arguments: ["sarif", "junit", "github"])
  func `Nothing to say is a whole report`(format: String) throws {
    let run = try Tool.run("audit", "--format", format, "missing.jsonl")
    #expect(run.exit == 4)
    switch format {
    case "sarif": #expect(try !Sample.object(run.output).isEmpty)
    case "junit": #expect(XMLParser(data: Data(run.output)).parse())
    default: #expect(run.output.isEmpty)
    }
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
  }
}
