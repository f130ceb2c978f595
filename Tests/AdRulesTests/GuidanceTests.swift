import AdRules
import Foundation
import Testing

@Suite struct `The guidance of the rules` {
  private static let tables = Journals.root.appendingPathComponent("formats/1")

  /// The cells of a column of a table; empty for a table without it.
  private static func column(_ names: [String], of table: String) throws -> [String] {
    let text = try String(contentsOf: tables.appendingPathComponent(table), encoding: .utf8)
    let rows = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let index = rows[0].firstIndex(where: names.contains) else { return [] }
    return rows.dropFirst().map { $0[index] }
  }

  /// The sentences of a text: each ends with a period, and the next one begins with a capital or a
  /// name.
  private static func sentences(_ text: String) -> Int {
    text.matches(of: /\.(?=$| [A-Z`])/).count
  }

  @Test(arguments: RuleBook.all)
  func `every rule says in one or two sentences what to change, and links one or two pages`(
    rule: Rule
  ) throws {
    let remedy = try #require(rule.remedy)
    #expect(1...2 ~= Self.sentences(remedy), "\(rule.id)")
    #expect(remedy.hasSuffix("."), "\(rule.id)")
    #expect(remedy.first?.isUppercase == true && !remedy.contains("\n"), "\(rule.id)")
    #expect(remedy.count { $0 == "`" }.isMultiple(of: 2), "\(rule.id)")
    #expect(1...2 ~= rule.links.count, "\(rule.id)")
    #expect(Set(rule.links).count == rule.links.count, "\(rule.id)")
    #expect(rule.links.allSatisfy(Reference.all.contains), "\(rule.id)")
  }

  @Test func `no two rules have the same remedy, and every actor can break a rule`() {
    #expect(Set(RuleBook.all.map(\.remedy)).count == RuleBook.all.count)
    #expect(Set(RuleBook.all.map(\.actor)) == Set(Rule.Actor.allCases))
  }

  @Test func `a reference is the row of its key in references.tsv`() throws {
    let text = Reference.all.map { "\($0.key)\t\($0.title)\t\($0.url)\n" }.joined()
    let table = try String(
      contentsOf: Self.tables.appendingPathComponent("references.tsv"), encoding: .utf8)
    #expect("key\ttitle\turl\n" + text == table)
  }

  @Test(arguments: Reference.all)
  func `a reference has a title and the https address of a public host`(reference: Reference) throws
  {
    let url = try #require(URL(string: reference.url))
    #expect(url.scheme == "https" && url.user == nil && url.port == nil)
    let host = try #require(url.host)
    #expect(host.split(separator: ".").count >= 2 && host.last?.isLetter == true)
    #expect(!["localhost", "local", "internal"].contains(host.split(separator: ".").last ?? ""))
    #expect(!reference.title.isEmpty)
  }

  @Test func `every reference is used by a rule, a threshold or an error code`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.tables.path)
      .filter { $0.hasSuffix(".tsv") }
    var used: Set<String> = []
    for cell in try names.flatMap({ try Self.column(["link", "links"], of: $0) }) {
      used.formUnion(cell.split(separator: " ").map(String.init))
    }
    used.remove("-")
    #expect(used == Set(Reference.all.map(\.key)))
  }
}
