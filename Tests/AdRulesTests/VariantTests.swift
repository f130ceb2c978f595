import AdReplay
import AdSession
import Foundation
import Testing

@testable import AdRules

/// Each rule's journals in other company: twice in one session, in two scenes, line by line with
/// another session, cut, and with records lost.
@Suite struct `The journals of each rule in variants`: Sendable {
  static let ids = RuleBook.all.map(\.id)

  /// The journals of a rule that are one whole session, by name.
  static func journals(of id: String, names: [String] = ["holds", "violated"]) throws
    -> [(name: String, journal: [Record])]
  {
    try names.map { ($0, try [Record](journal: "rules/\(id)/\($0).jsonl")) }
      .filter { Set($0.1.map(\.session)).count == 1 && $0.1[0]["captures"] != nil }
  }

  /// The other verdicts that a variant of the journals of a rule gets, from the rows of its
  /// `rule.tsv` with the variant, the journal, the verdict and the reason.
  static func exceptions(_ variant: String, of id: String) -> [String: String] {
    var found: [String: String] = [:]
    for cells in Journals.facts("variant", of: id) where cells[0] == variant {
      found[cells[1]] = cells[2]
    }
    return found
  }

  /// Judges a variant: the verdict of the journal, or what the table says where it says why not.
  private func check(
    _ variant: String, _ id: String, _ make: ([Record]) -> [Record], many: Bool = false
  ) throws {
    let exceptions = Self.exceptions(variant, of: id)
    for (name, journal) in try Self.journals(of: id) {
      let before = try #require(journal.result(id))
      let result = try #require(make(journal).result(id))
      let expected = exceptions[name] ?? before.verdict.rawValue
      #expect(result.verdict.rawValue == expected, "\(variant)\t\(id)\t\(name)")
      if many && exceptions[name] == nil {
        #expect(result.violations.count == 2 * before.violations.count, "\(variant) \(id)")
      }
    }
  }

  @Test(arguments: ids) func `a journal with a second slot has the same verdicts for both`(
    id: String
  ) throws {
    try check("two-slots", id, { $0.twoSlots })
  }

  @Test(arguments: ids) func `a journal with a second scene has the same verdicts for both`(
    id: String
  ) throws {
    try check("two-scenes", id, { $0.twoScenes })
  }

  @Test(arguments: ids) func `a gap before all records changes only the expected verdicts`(
    id: String
  ) throws {
    try check("gap-before", id, \.gapBeforeAll)
  }

  @Test(arguments: ids) func `a gap after all records changes only the expected verdicts`(
    id: String
  ) throws {
    try check("gap-after", id, { $0.gap(before: $0.count - 1) })
  }

  @Test(arguments: ids) func `a journal interleaved with other sessions has the same verdicts`(
    id: String
  ) throws {
    let other = try [Record](journal: "rules/retry-backs-off/violated.jsonl").renamed("other")
    for name in ["holds", "violated", "inconclusive"] {
      let path = "rules/\(id)/\(name).jsonl"
      guard Journals.text(path) != nil else { continue }
      let judge = Judge(rules: RuleBook.all.filter { name == "violated" || $0.id == id })
      let journal = try [Record](journal: path)
      let alone = journal.judged(by: judge)
      let together = journal.interleaved(with: journal.renamed("twin")).interleaved(with: other)
        .judged(by: judge)
      for (session, results) in alone {
        for (rule, result) in results {
          #expect(together[session]?[rule]?.verdict == result.verdict, "\(path) \(rule)")
        }
      }
    }
  }
}
