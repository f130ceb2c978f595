import AdRules
import Foundation
import Testing

@Suite struct `The rule catalogue` {
  private static let path = Journals.root.appendingPathComponent("formats/1/rules.tsv")

  /// `ADJOURNAL_RECORD=1 swift test --filter CatalogueTests` writes the table again.
  @Test func `rules.tsv is printed from the rules`() throws {
    if ProcessInfo.processInfo.environment["ADJOURNAL_RECORD"] != nil {
      try RuleBook.table.write(to: Self.path, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: Self.path, encoding: .utf8).split(separator: "\n")
    let printed = RuleBook.table.split(separator: "\n")
    for (recorded, printed) in zip(recorded, printed) where recorded != printed {
      Issue.record("rules.tsv has\n\(recorded)\nthe rules say\n\(printed)")
      break
    }
    #expect(recorded.count == printed.count)
  }

  @Test func `no cell of rules.tsv contains a tab or a line break`() {
    for line in RuleBook.table.split(separator: "\n") {
      #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 12, "\(line)")
    }
  }

  @Test(arguments: RuleBook.all.map(\.id))
  func `every rule has a journal that holds, one that violates and an inconclusive one`(
    id: String
  ) {
    for verdict in ["holds", "violated", "inconclusive"] {
      let path = Journals.root.appendingPathComponent("rules/\(id)/\(verdict).jsonl").path
      #expect(FileManager.default.fileExists(atPath: path), "rules/\(id)/\(verdict).jsonl")
    }
  }

  @Test func `every rule has a source file named after it`() throws {
    let names = try Self.sources().map { String($0.split(separator: "/").last ?? "") }
    for rule in RuleBook.all {
      let words = rule.id.split(separator: "-")
      let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + ".swift"
      #expect(names.contains(name), "\(name) is missing")
    }
  }

  @Test func `every folder in a group lies beside the rule that it is named after`() throws {
    let sources = try Self.sources()
    for path in sources where path.split(separator: "/").count > 2 {
      let rule = path.split(separator: "/").prefix(2).joined(separator: "/") + ".swift"
      #expect(sources.contains(rule), "\(path) belongs to no rule")
    }
  }

  /// The paths of the catalogue's files: a group's folder, then a rule or a rule's folder.
  private static func sources() throws -> [String] {
    let folder = Journals.root.deletingLastPathComponent()
      .appendingPathComponent("Sources/AdRules/Catalogue")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
  }
}
