import AdTesting
import Foundation
import Testing

/// Checks that the example of the documentation compiles and finds its bug, and that the README
/// shows its failure.
struct ExampleTests {
  private func text(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static let documents = ["Sources/AdTesting/AdTesting.docc/AdTesting.md"]

  /// The lines of the example in a document.
  private func example(in document: String) throws -> [Substring] {
    let parts = try text(document).components(separatedBy: "```swift\n")
    let block = try #require(parts.first { $0.contains("final class LevelAds") })
    let end = try #require(block.range(of: "```"))
    return block[..<end.lowerBound].dropLast().split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(arguments: documents)
  func `the example of a document is compiled here and has at most 30 lines`(document: String)
    throws
  {
    let file = try text("Tests/AdTestingTests/ReadmeExample.swift")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let compiled =
      file.prefix(3)
      + file.dropFirst(5).dropLast(2).map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }
    let example = try example(in: document)
    #expect(example == Array(compiled))
    #expect(example.count <= 30)
  }

  /// The failures of the example, which `verify` stores beside its file.
  private func failures() async throws -> [AdTestFailure] {
    let issues = try await RecordedIssues.of {
      try await ReadmeExample().`our ads keep the rules`()
    }
    return issues.compactMap { $0.error as? AdTestFailure }
  }

  @Test func `the example fails with the output that the documents print, and its case is stored`()
    async throws
  {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent(".adjournal")
    try? FileManager.default.removeItem(at: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let failures = try await failures()
    #expect(failures.count == 5, "no more rules are searched")
    let failure = try #require(failures.first)
    let rule = try #require(failure.rule)
    let readme = try text("README.md")
    #expect(readme.contains("\n\(rule): \(failure.sentence)\n  \(failure.because)\n"))
    for document in Self.documents {
      let message = failure.description.replacing(failure.replay ?? "", with: "…")
      #expect(try text(document).contains("\n\(message)\n"), "\(document) lacks:\n\(message)")
    }
    let stored = folder.appendingPathComponent("levelads-keeps-every-rule/\(rule).choices")
    let replay = try String(contentsOf: stored, encoding: .utf8)
    #expect(replay == failure.replay.map { $0 + "\n" })
  }
}
