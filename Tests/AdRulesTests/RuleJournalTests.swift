import AdReplay
import AdRules
import AdSession
import Foundation
import Testing

@Suite struct `The journals of the rules` {
  @Test(arguments: RuleBook.all.map(\.id))
  func `the journal of a rule gets the verdict in its name`(id: String) throws {
    let judge = Judge()
    for path in try Journals.paths(in: "rules/\(id)") {
      let name = path.split(separator: "/").last?.dropLast(6).description
      let verdicts = try Journals.sessions(path).compactMap {
        judge.results($0.trace)[id]?.verdict.rawValue
      }
      #expect(verdicts.contains(name ?? "?"), "\(path): \(verdicts)")
    }
  }

  @Test(arguments: RuleBook.all.map(\.id))
  func `a violated journal of a rule prints the recorded message`(id: String) throws {
    let judge = Judge()
    let sentences = try Journals.sessions("rules/\(id)/violated.jsonl").flatMap { reading in
      judge.results(reading.trace)[id]?.violations.map(\.because) ?? []
    }
    let recorded = try #require(Journals.text("rules/\(id)/violated.txt"))
    #expect(sentences.joined(separator: "\n") + "\n" == recorded)
  }

  @Test func `the journal of an incident violates exactly the expected rules`() throws {
    let judge = Judge()
    let paths = try Journals.paths(in: "incidents").filter { path in
      !Self.samples.contains { path.hasPrefix("\($0)/") }
    }
    #expect(paths.count >= 73)
    for path in paths {
      let text = try #require(Journals.text(path.replacingOccurrences(of: ".jsonl", with: ".md")))
      #expect(try Self.broken(path, judge) == Self.caught(by: text), "\(path)")
    }
  }

  @Test(arguments: [
    ("two-prompts-at-once", "sdk-starts-after-consent"),
    ("banner-delivered-twice", "banner-refresh-rate"),
  ])
  func `the first violation of an incident names its cause`(name: String, rule: String) throws {
    let reading = try #require(try Journals.sessions("incidents/\(name).jsonl").first)
    let found = Judge().results(reading.trace).flatMap { id, result in
      result.violations.map { (id: id, at: $0.certainAt) }
    }
    #expect(found.min { $0.at < $1.at }?.id == rule)
  }

  /// A sample of incidents from before their rules; not every one is detected.
  private static let collected = "incidents/collected"
  /// All samples of which an audit need not detect every incident.
  private static let samples =
    [collected] + ["second", "third", "fourth", "fifth"].map { "incidents/\($0)-sample" }

  /// The names of the collected incidents.
  private static func collectedNames() throws -> [String] {
    let names = try Journals.paths(in: collected).map { "\($0.dropFirst(collected.count + 1))" }
    return names.map { "\($0.dropLast(".jsonl".count))" }.filter { !$0.hasSuffix("-right") }
  }

  @Test func `a collected incident without its mistake violates no rule`() throws {
    let judge = Judge()
    let names = try Self.collectedNames()
    #expect(names.count == 44)
    for name in names {
      #expect(try Self.broken("\(Self.collected)/\(name)-right.jsonl", judge) == [], "\(name)")
    }
  }

  @Test func `the page of a collected incident names its report and what is expected`() throws {
    let known = Set(RuleBook.all.map(\.id))
    let table = try #require(Journals.text("\(Self.collected)/README.md"))
    for name in try Self.collectedNames() {
      let page = try #require(Journals.text("\(Self.collected)/\(name).md"))
      #expect(page.contains("\n\nSource: https://"), "\(name)")
      let parts = page.components(separatedBy: "\n\nExpected:\n")
      let expected = parts.dropFirst().joined().split(separator: "\n").map { "\($0.dropFirst(2))" }
      #expect(!expected.isEmpty, "\(name)")
      for line in expected where !line.hasPrefix("no rule: ") {
        #expect(line.hasPrefix("cannot be said: ") || known.contains(line), "\(name): \(line)")
      }
      #expect(table.contains("\n| [`\(name)`](\(name).md) | "), "\(name)")
    }
  }

  /// The ids of the rules that the sessions of a journal violate.
  private static func broken(_ path: String, _ judge: Judge) throws -> Set<String> {
    var broken: Set<String> = []
    for reading in try Journals.sessions(path) {
      for (id, result) in judge.results(reading.trace) where result.verdict == .violated {
        broken.insert(id)
      }
    }
    return broken
  }

  /// The ids of the list under `Caught by:`.
  private static func caught(by text: String) -> Set<String> {
    guard let start = text.range(of: "Caught by:") else { return [] }
    let words = text[start.upperBound...].split { !($0.isLetter || $0 == "-") }
    let known = Set(RuleBook.all.map(\.id))
    return Set(words.map(String.init)).intersection(known)
  }
}
