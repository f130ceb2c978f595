import AdAudit
import AdReplay
import AdReports
import AdRules
import AdSession
import Foundation
import JSONLines
import TestReports
import Testing

struct ConsequencesTests {
  /// `RULE SEQ <- CAUSE SEQ` for each violation that follows from another one.
  private static func inJSON(_ audited: AuditedSession) throws -> [String] {
    var found: [String] = []
    for rule in try Samples.object(Samples.json(audited)).objects("rules") {
      let id = try #require(rule.text("rule"))
      for violation in rule.objects("violations") where violation["follows"] != nil {
        let (seq, cause) = (violation.number("seq") ?? 0, violation.object("follows"))
        found.append("\(id) \(seq) <- \(cause.text("rule") ?? "") \(cause.number("seq") ?? 0)")
      }
    }
    return found.sorted()
  }

  /// The same from the text output: each `then` belongs to the last violation without it.
  private static func inText(_ audited: AuditedSession) -> [String] {
    let lines = AuditText(style: TextStyle.plain).block(audited).components(
      separatedBy: "\n")
    let seqs = Dictionary(
      audited.reading.trace.events.indices.map { index in
        let event = audited.reading.trace.events[index]
        return (":\(event.line)", event.seq)
      }, uniquingKeysWith: { first, _ in first })
    var found: [String] = []
    var cause = ""
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      guard let severity = words.firstIndex(where: { Severity(rawValue: $0) != nil }),
        severity == 0 || severity == 1 && words[0] == "then", words.count == severity + 2
      else { continue }
      let location =
        lines[(index + 2)...].lazy.compactMap {
          $0.firstMatch(of: /:\d+(?=, (?:20|line ))/)?.output
        }.first
        ?? ""
      let violation = "\(words[severity + 1]) \(seqs[String(location)] ?? 0)"
      if severity == 0 { cause = violation } else { found.append("\(violation) <- \(cause)") }
    }
    return found.sorted()
  }

  private static func inSARIF(_ audited: AuditedSession) throws -> [String] {
    var writer = JSONWriter()
    writer.beginArray()
    AuditSARIF.write(audited, to: &writer)
    writer.endArray()
    let results =
      try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [[String: Any]] ?? []
    var found: [String] = []
    for result in results {
      let properties = result.object("properties")
      let cause = properties.object("follows")
      guard let rule = cause.text("rule"), let seq = cause.number("seq") else { continue }
      let text = result.object("message").text("text") ?? ""
      #expect(text.hasSuffix("(follows from \(rule) at seq \(seq))"))
      let violation = "\(result.text("ruleId") ?? "") \(properties.number("seq") ?? 0)"
      found.append("\(violation) <- \(rule) \(seq)")
    }
    return found.sorted()
  }

  @Test func `All formats name the same cause of the same violation`() throws {
    let paths = try ["incidents", "rules", "terms"].flatMap(Samples.paths)
    var causes = 0
    for path in paths {
      for audited in try Samples.audited(path) where audited.isViolated {
        let json = try Self.inJSON(audited)
        #expect(Self.inText(audited) == json, "\(path)")
        #expect(try Self.inSARIF(audited) == json, "\(path)")
        let consequences = Consequences(of: audited)
        let documents = [
          Samples.document(AuditGitHub(rules: audited.rules), [audited]),
          Samples.document(AuditJUnit(rules: audited.rules, least: .info), [audited]),
        ]
        // JUnit and GitHub have the first violation of each rule.
        for rule in audited.results.indicesOfFindings {
          guard let cause = consequences.cause(rule: rule, violation: 0) else { continue }
          let text = "(follows from \(cause.rule) at seq \(cause.seq))"
          for output in documents { #expect(output.contains(text), "\(path) \(text)") }
        }
        causes += json.count
      }
    }
    #expect(causes > 30)
  }

  /// The lines of the text output that name a rule, without spaces in front.
  private static func titles(_ journal: String) throws -> [String] {
    let audited = try #require(Samples.audited(journal).first)
    return AuditText(style: TextStyle.plain).block(audited).split(separator: "\n")
      .map { $0.drop { $0 == " " } }
      .filter { line in
        let words = line.split(separator: " ")
        return words.count <= 3 && words.contains { Severity(rawValue: String($0)) != nil }
      }.map(String.init)
  }

  @Test func `Skips of a slot follow from the request that is missing`() throws {
    let skip = "then warning request-when-none-ready"
    #expect(
      try Self.titles("incidents/interstitial-only-once.jsonl")
        == ["error reload-after-dismiss", skip, skip, skip])
  }

  @Test func `A second violation of a rule in a unit is a repetition and a cause of its own`()
    throws
  {
    let journal = "incidents/collected/too-many-loads-of-one-placement.jsonl"
    let (once, pause) = ("no-retry-on-configuration-error", "then warning retry-backs-off")
    let titles = try Self.titles(journal)
    #expect(titles.prefix(4) == ["error \(once)", pause, "again error \(once)", pause])
    #expect(!titles.dropFirst().contains { $0.hasPrefix("error") || $0.hasPrefix("warning") })
    let followers = try Self.inJSON(#require(Samples.audited(journal).first))
    #expect(!followers.isEmpty && !followers.contains { $0.hasPrefix(once) })
  }

  @Test func `A skip because an ad is showing follows from the show without an answer`() throws {
    let skip = "decision-agrees-with-state"
    #expect(
      try Self.titles("incidents/delegate-cleared-after-the-load.jsonl")
        == ["error present-resolves", "then error \(skip)", "then error \(skip)"])
    #expect(
      try Self.titles("incidents/collected/network-started-by-the-app-itself.jsonl").prefix(2)
        == ["error dismissal-arrives", "then error \(skip)"])
  }

  @Test func `A missing dismissal follows from what was done to its ad`() throws {
    #expect(
      try Self.titles("incidents/wrapper-disposed-while-on-screen.jsonl")
        == ["error shown-ad-not-discarded", "then error dismissal-arrives"])
  }

  @Test func `Skips follow from the cause of the request that is missing`() throws {
    let titles = try Self.titles("incidents/show-called-twice.jsonl")
    #expect(titles.first == "error single-use-ad")
    #expect(titles.contains("then warning request-when-none-ready"))
    #expect(titles.dropFirst().allSatisfy { $0.hasPrefix("then") || $0.hasPrefix("again") })
  }

  @Test func `A request right after a callback follows from the violation of the callback`() throws
  {
    #expect(
      try Self.titles("incidents/dismissed-twice.jsonl")
        == ["error dismiss-once", "then warning one-load-in-flight"])
  }

  @Test func `A rule that names what led to a record leads an error at the same record`() throws {
    #expect(
      try Self.titles("incidents/second-sample/presented-after-the-user-left.jsonl").prefix(2)
        == ["warning no-present-from-load-callback", "then error no-present-in-background"])
  }

  @Test func `An independent violation stays a cause of its own`() throws {
    let titles = try Self.titles("incidents/used-ad-shown-again.jsonl")
    #expect(titles.last == "warning load-failure-does-not-silence-slot")
  }

  @Test func `A violation that shares two records with another rule's follows from it`() throws {
    let audited = try #require(Samples.audited("terms/one-fault-two-rules.jsonl").first)
    #expect(try Self.inJSON(audited) == ["minimum-background 10 <- lock-is-not-background 10"])
    let line = String(decoding: Samples.line(audited), as: UTF8.self)
    #expect(line.contains(#""follows":{"rule":"lock-is-not-background","seq":10}"#))
  }
}
