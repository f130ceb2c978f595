import Foundation
import Testing

/// The tables of the samples of incidents say what an audit prints first.
struct IncidentSampleTests {
  static let samples = [
    (folder: "second-sample", count: 22), (folder: "third-sample", count: 54),
    (folder: "fourth-sample", count: 24), (folder: "fifth-sample", count: 24),
  ]

  /// The right sessions that a rule accuses; the page of the sample says why.
  static let accused = [
    "displayed-told-only-with-the-impression": "impression-follows-present",
    "second-timer-after-each-return": "interstitial-per-user-actions",
    "zone-blocked-after-a-timeout": "adapter-completes",
    "cooldown-started-though-show-failed": "reload-after-present-failure",
  ]

  @Test(arguments: samples)
  func `The table of a sample has the first violation of each incident`(
    folder: String, count: Int
  ) throws {
    let rows = try Self.table(folder)
    #expect(rows.count == count)
    let found = try Self.firstViolations(rows.keys.map { "\(folder)/\($0).jsonl" })
    for (name, rule) in rows {
      #expect(found["\(folder)/\(name).jsonl"] == rule, "\(name)")
    }
  }

  @Test(arguments: samples)
  func `An audit accuses no right session but those that the page of its sample explains`(
    folder: String, count: Int
  ) throws {
    let names = try Self.table(folder).keys
    let found = try Self.firstViolations(names.map { "\(folder)/\($0)-right.jsonl" })
    for name in names {
      #expect(found["\(folder)/\(name)-right.jsonl"] == Self.accused[name], "\(name)")
    }
    #expect(names.count == count)
  }

  @Test(arguments: samples)
  func `The page of an incident in a sample names its report and what is expected`(
    folder: String, count: Int
  ) throws {
    let names = try Self.table(folder).keys
    for name in names {
      let page = try Self.text("\(folder)/\(name).md")
      #expect(page.contains("\n\nSource: https://"), "\(name)")
      #expect(page.contains("\n\nExpected:\n- "), "\(name)")
    }
    #expect(names.count == count)
  }

  private static let incidents = "Journals/incidents"

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Tool.root)/\(incidents)/\(path)", encoding: .utf8)
  }

  /// The rule in the last column for each incident of the table; none where it says "nothing".
  private static func table(_ folder: String) throws -> [String: String?] {
    var rows: [String: String?] = [:]
    for line in try text("\(folder)/README.md").split(separator: "\n") {
      guard line.hasPrefix("| [`") else { continue }
      let cells = line.split(separator: "|")
      let name = cells[0].split(separator: "`")[1]
      let rule = cells[cells.count - 1].split(separator: "`", omittingEmptySubsequences: false)
      rows.updateValue(rule.count > 1 ? String(rule[1]) : nil, forKey: String(name))
    }
    return rows
  }

  /// The rule that an audit prints first, for each of the journals that violates one.
  private static func firstViolations(_ paths: [String]) throws -> [String: String] {
    let run = try Tool.run(
      Tool.path,
      ["audit", "--exit-zero", "--top", "0"] + paths.sorted().map { "\(incidents)/\($0)" })
    var first: [String: String] = [:]
    var path = ""
    for line in run.lines {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix("\(incidents)/") {
        path = String(words[0].dropFirst(incidents.count + 1))
      } else if ["  error ", "  warning ", "  info "].contains(where: line.hasPrefix),
        words.count == 2, first[path] == nil
      {
        first[path] = words[1]
      }
    }
    return first
  }
}
