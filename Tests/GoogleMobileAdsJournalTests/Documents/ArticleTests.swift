import AdReplay
import AdRules
import AdSession
import Foundation
import Testing

/// Code in the documentation is code that compiles: each block stands, line for line, in the example
/// app or in a test.
struct ArticleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func files(_ folder: String, _ suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { folder + "/" + $0 }
  }

  /// The blocks of Swift of a text, each as its lines without indentation.
  private static func blocks(_ text: String) -> [[String]] {
    text.components(separatedBy: "```swift\n").dropFirst().map { part in
      let body = part.components(separatedBy: "```")[0]
      return lines(body)
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private static func compiled() throws -> [[String]] {
    let example = try files("Tools/example", ".swift")
    let here = "Tests/GoogleMobileAdsJournalTests/Documents/ArticleTests.swift"
    return try (example + [here, "Tests/AdTestingTests/ReadmeExample.swift"])
      .map { lines(try text($0)) }
  }

  @Test func `Every block of code of the articles is compiled`() throws {
    let articles = try Self.files(
      "Sources/GoogleMobileAdsJournal/GoogleMobileAdsJournal.docc", ".md")
    let sources = try Self.compiled()
    #expect(articles.count == 4)
    for article in articles + ["README.md"] {
      var text = try Self.text(article)
      if article == "README.md" {
        let section = text.components(separatedBy: "\n## Recording in an app\n")
        text = try #require(section.last).components(separatedBy: "\n## ")[0]
        #expect(section.count == 2)
      }
      for block in Self.blocks(text) {
        let isThere = sources.contains { Self.contains($0, block) }
        #expect(isThere, "\(article): \(block.joined(separator: "\n"))")
      }
    }
  }

  private static func contains(_ source: [String], _ block: [String]) -> Bool {
    source.indices.contains { start in
      source[start...].starts(with: block)
    }
  }

  @Test func `An incident is read in code`() throws {
    let path = "Journals/incidents/app-open-shown-after-unlock.jsonl"
    let bytes = Array(try Data(contentsOf: Self.root.appendingPathComponent(path)))
    var said: [String] = []
    func print(_ rule: String, _ because: String) { said.append("\(rule): \(because)") }

    let sessions = Journal.read(bytes: bytes)
    for session in sessions {
      for (rule, result) in zip(RuleBook.all, Judge().judge(session.trace)) {
        for violation in result.violations { print(rule.id, violation.because) }
      }
    }
    #expect(
      said == [
        "lock-is-not-background: app_open ad a-2 was presented after the phone was locked and unlocked"
      ])
  }
}
