import AdTesting
import Foundation
import Testing

/// The worked example of the README: an app's own manager of interstitials.
struct ExampleTests {
  private func text(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The lines of the example in the README.
  private func example() throws -> [Substring] {
    let parts = try text("README.md").components(separatedBy: "```swift\n")
    let block = try #require(parts.first { $0.contains("final class LevelAds") })
    let end = try #require(block.range(of: "```"))
    return block[..<end.lowerBound].dropLast().split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `The README's example is the one that is compiled here, in at most 30 lines`() throws {
    let file = try text("Tests/AdTestingTests/ReadmeExample.swift")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let compiled =
      file.prefix(3)
      + file.dropFirst(5).dropLast(2).map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }
    #expect(try example() == Array(compiled))
    #expect(try example().count <= 30)
  }

  @Test func `The example finds what the README prints`() throws {
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try ReadmeExample().`our ads keep the rules`() })
    let readme = try text("README.md")
    let rule = try #require(failure.rule)
    let says = readme.contains("\n\(rule): \(failure.sentence)\n  \(failure.because)\n")
    #expect(says, "\(failure)")
    for record in failure.journal.split(separator: "\n").dropFirst() {
      let shows = readme.contains(record)
      #expect(shows, "\(record)")
    }
  }
}
