import AdRules
import AdSession
import Foundation
import Testing

/// What `Journals/RULES.md` demands of each threshold one millisecond (or one piece) below it, at
/// it and above.
///
/// The `rule.tsv` of a rule has a row `boundary` for each threshold: its journal, key, `limit`,
/// `from`, `moved`, `less`, the verdicts below, at and above the limit, and words. In the journal
/// the record `moved`, and all after it, is put where `limit` and −1, 0, +1 ms lie between it and
/// the record `from`, `less` milliseconds apart that do not count (a background, a form). Rows
/// without `from` count: there `less` is what is measured, and the threshold goes up and down. Each
/// row with a key is tested both ways.
@Suite struct `The boundaries of the rules` {
  struct Row: CustomTestStringConvertible, Sendable {
    var rule: String
    var journal: String
    var key: String
    var limitMs: Int64
    var from: Int
    var moved: Int
    var less: Int64
    var expected: [String]
    var testDescription: String { "\(rule) \(key) \(from) \(moved)" }

    init(_ cells: [String]) {
      rule = cells[0]
      journal = cells[1].contains("/") ? cells[1] : "\(cells[0])/\(cells[1])"
      key = cells[2]
      limitMs = Int64(((Double(cells[3]) ?? 0) * 1000).rounded())
      from = Int(cells[4]) ?? 0
      moved = Int(cells[5]) ?? 0
      less = Int64(cells[6]) ?? 0
      expected = Array(cells[7...9])
    }
  }

  static let rows = RuleBook.all.flatMap { rule in
    Journals.facts("boundary", of: rule.id).map { Row([rule.id] + $0) }
  }

  @Test(arguments: rows.filter { $0.from > 0 })
  func `a record moved across a threshold changes the verdict as RULES.md defines`(row: Row) throws
  {
    for (beyond, expected) in zip(Int64(-1)...1, row.expected) {
      var journal = try [Record](journal: "rules/\(row.journal).jsonl")
      let target = journal[row.from - 1].t + row.limitMs + row.less + beyond
      let shift = target - journal[row.moved - 1].t
      for index in (row.moved - 1)..<journal.count { journal[index].t += shift }
      #expect(journal.result(row.rule)?.verdict.rawValue == expected, "\(beyond) ms")
    }
  }

  @Test(arguments: rows.filter { !$0.key.isEmpty })
  func `a changed threshold changes the verdict as RULES.md defines`(row: Row) throws {
    for (beyond, expected) in zip(Int64(-1)...1, row.expected) {
      var journal = try [Record](journal: "rules/\(row.journal).jsonl")
      let limit: String
      if row.from > 0 {
        let measured = journal[row.moved - 1].t - journal[row.from - 1].t - row.less
        limit = String(Double(measured - beyond) / 1000)
      } else {
        limit = String(row.less - beyond)
      }
      var policy = Record(line: journal[0]["policy"] ?? "{}")
      policy[row.key] = limit
      journal[0]["policy"] = policy.line
      #expect(
        journal.result(row.rule)?.verdict.rawValue == expected, "\(beyond), limit \(limit)")
    }
  }

  @Test func `the rule tables have a row for every threshold of every rule`() {
    let known = Set(Self.rows.map { "\($0.rule) \($0.key)" })
    let needed = RuleBook.all.flatMap { rule in rule.policy.map { "\(rule.id) \($0.name)" } }
    // The pause after many failures has a test of its own.
    #expect(Set(needed).subtracting(known) == ["retry-backs-off retry_max_s"])
  }

  @Test func `the pause after many failed loads is the maximum pause`() {
    for (pause, expected) in [(4999, Verdict.violated), (5000, .holds), (5001, .holds)] {
      let script = Script(
        captures: "load", #""policy":{"retry_base_s":2,"retry_max_s":5}"#,
        lines: """
          0 ad.failed_to_load unit=u format=interstitial request=r error_code=3
          2000 ad.failed_to_load unit=u format=interstitial request=q error_code=3
          6000 ad.failed_to_load unit=u format=interstitial request=p error_code=3
          \(6000 + pause) ad.requested unit=u format=interstitial request=o
          """)
      #expect(script.journal.result("retry-backs-off")?.verdict == expected, "\(pause) ms")
    }
  }
}
