import AdRules
import AdSession
import Foundation
import Testing

@Suite struct `The catalogue` {
  static func rows() throws -> [[String]] {
    let url = Journals.root.appendingPathComponent("formats/1/rules.tsv")
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func `is that of the contract, word by word`() throws {
    let rows = try Self.rows()
    #expect(RuleBook.all.map(\.id) == rows.map { $0[0] })
    for (rule, row) in zip(RuleBook.all, rows) {
      let words = [
        rule.id, rule.group.rawValue, rule.severity.rawValue, Self.text(rule.formats),
        rule.observes.map(\.name).joined(separator: " "),
        rule.policy.map(\.name).joined(separator: " "), rule.sentence, rule.precise, rule.source,
      ]
      #expect(words == row)
    }
  }

  private static func text(_ formats: Formats) -> String {
    if formats == .all { return "all" }
    var words: [String] = []
    var rest = formats
    if rest.isSuperset(of: .fullScreen) {
      words.append("full-screen")
      rest.subtract(.fullScreen)
    }
    return (words + Word.formats.filter { rest.includes($0) }.compactMap(\.text))
      .joined(separator: " ")
  }

  @Test func `has a journal that keeps, one that breaks and one that cannot decide each rule`() {
    for rule in RuleBook.all {
      for name in ["holds", "violated"] {
        let path = Journals.root.appendingPathComponent("rules/\(rule.id)/\(name).jsonl").path
        #expect(FileManager.default.fileExists(atPath: path), "\(rule.id)/\(name)")
      }
    }
  }

  @Test func `has one file a rule, named like it`() throws {
    let sources = Journals.root.deletingLastPathComponent()
      .appendingPathComponent("Sources/AdRules/Catalogue")
    let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .map { String($0.split(separator: "/").last ?? "") }
    for rule in RuleBook.all {
      let words = rule.id.split(separator: "-")
      let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + ".swift"
      #expect(names.contains(name))
    }
  }
}
