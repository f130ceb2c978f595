import Foundation
import Testing

struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `the example of the documentation is compiled here`() throws {
    let example = try text("Tests/AdReplayTests/DocumentationExample.swift")
    let article = try text("Sources/AdReplay/AdReplay.docc/AdReplay.md")
    #expect(article.contains("```swift\n\(example)```"))
  }

  @Test func `the example of the documentation reads a session and reports a missing file`() throws
  {
    let journal = FileManager.default.temporaryDirectory.appendingPathComponent(
      "adjournal-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: journal) }
    let incident = Self.root.appendingPathComponent("Journals/incidents")
    let names = try FileManager.default.subpathsOfDirectory(atPath: incident.path).sorted()
    let name = try #require(names.first { $0.hasSuffix(".jsonl") })
    try FileManager.default.copyItem(at: incident.appendingPathComponent(name), to: journal)
    let lines = summaries(of: [journal.path, journal.path + "-missing"])
    #expect(lines.dropLast(2).allSatisfy { $0.hasSuffix(" records") })
    #expect(lines.dropLast().last == "\(lines.count - 2) sessions")
    #expect(lines.last == "cannot read \(journal.path)-missing")
  }
}
