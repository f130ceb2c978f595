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

  @Test func `the example fails with the output that the documents print`() throws {
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try ReadmeExample().`our ads keep the rules`() })
    let rule = try #require(failure.rule)
    let readme = try text("README.md")
    #expect(readme.contains("\n\(rule): \(failure.sentence)\n  \(failure.because)\n"))
    for document in Self.documents {
      let text = try text(document)
      let message = "\n\(rule): \(failure.sentence)\n  \(failure.because)\n"
      #expect(text.contains(message), "\(document) lacks:\(message)")
      #expect(text.contains("\nreplay: check(replay: \"…\")\n"), "\(document)")
      for record in failure.journal.split(separator: "\n").dropFirst() {
        #expect(text.contains(record), "\(document) lacks \(record)")
      }
    }
  }
}
