import AdReplay
import JournalInput
import AdRules
import AdSession
import Foundation
import Testing

/// Code in the documentation compiles: each block is, line by line, in the example app or in a
/// test.
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

  /// The Swift code blocks of a text, each as its lines without indentation.
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
    let example = try files("Tools/example/App", ".swift")
    let here = "Tests/GoogleMobileAdsJournalTests/Documents/ArticleTests.swift"
    return try (example + [here, "Tests/AdTestingTests/ReadmeExample.swift"])
      .map { lines(try text($0)) }
  }

  @Test func `every code block of the articles is in the example app or in a test`() throws {
    let articles = try Self.files(
      "Sources/AppJournal/AppJournal.docc", ".md")
    let sources = try Self.compiled()
    #expect(articles.count == 4)
    for article in articles + ["README.md"] {
      var text = try Self.text(article)
      if article == "README.md" {
        let section = text.components(separatedBy: "\n## Record in an app\n")
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

  @Test func `the code of the article about incidents prints the violation`() throws {
    let path = "Journals/incidents/app-open-shown-after-unlock.jsonl"
    let bytes = Array(try Data(contentsOf: Self.root.appendingPathComponent(path)))
    var printed: [String] = []
    func print(_ rule: String, _ because: String) { printed.append("\(rule): \(because)") }

    let sessions = Journal.read(bytes: bytes)
    for session in sessions {
      for (rule, result) in zip(RuleBook.all, Judge().judge(session.trace)) {
        for violation in result.violations { print(rule.id, violation.because) }
      }
    }
    #expect(
      printed == [
        "lock-is-not-background: app_open ad a-2 was presented after the phone was locked and unlocked"
      ])
  }
}
