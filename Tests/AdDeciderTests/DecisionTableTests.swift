import Foundation
import Testing

/// `DecisionTable.md` lists every rule of the catalogue once.
@Suite struct DecisionTableTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private func lines(_ path: String) throws -> [Substring] {
    let file = Self.folder.appendingPathComponent(path)
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
  }

  @Test func `the decision table lists every rule of the catalogue once`() throws {
    let catalogue = try lines("../../Journals/formats/1/rules.tsv").dropFirst()
    let rules = catalogue.compactMap { $0.split(separator: "\t").first }
    let listed = try lines("DecisionTable.md").filter { $0.hasPrefix("| `") }.flatMap { row in
      row.split(separator: "|")[0].split(separator: "`").enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
    }
    #expect(listed.sorted() == rules.sorted())
  }
}
